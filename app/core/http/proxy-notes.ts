import { currentTime } from "../process/clock.ts";

/**
 * Requests that say they came through a proxy while none is trusted, as this process saw them: `shared`
 * from a machine beside ours, which is one; `claimed` from anywhere else, where anybody can write that.
 */
type Notes = { shared?: Date; claimed?: Date };

const notes: Notes = {};

export function noteProxy(kind: keyof Notes): void {
  notes[kind] = currentTime();
}

/** When such a request came last, for Diagnostic. */
export const proxyNotes = (): Readonly<Notes> => notes;
