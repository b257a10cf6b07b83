import { readFileSync } from "node:fs";
import * as z from "zod";
import { log } from "../log/log.server.ts";
import { replaceFile } from "../storage/line-file.server.ts";
import { DAY, MINUTE } from "../values/durations.ts";

// What is taken away because its time is over wants two witnesses of the time: the clock, and something that was
// written down a moment ago. A small file in the data folder is the one that the running site itself keeps fresh.

/** So far may the clock be ahead of everything that the site knows. */
const LEAP_MS = DAY;
const WRITTEN_EVERY_MS = 5 * MINUTE;

const moment = z.iso.datetime();
const stateSchema = z.object({
  /** The time was that at least. */
  witnessed: moment,
  /** What was dated in between was dated by a clock that nobody believed: it witnesses nothing, ever after. */
  doubted: z.object({ from: moment, to: moment }).optional(),
  /** Since when, by the clock itself, it has been far behind what was witnessed. */
  behind: moment.optional(),
});
type State = z.infer<typeof stateSchema>;

/** Which rows and archives may witness: older than this process, and than any doubt. */
export type WitnessLimits = { before: Date; except?: { from: Date; to: Date } };

/** What else knows of the time; undefined when it cannot be asked. */
export type AskWitnesses = (limits: WitnessLimits) => Promise<Date[] | undefined>;

export type ClockAssessment = {
  trusted: boolean;
  /** What the clock says. */
  now: Date;
  /** The newest that the site knows of, where the clock is far from it. */
  known?: Date;
};

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);
const iso = (ms: number) => new Date(ms).toISOString();

/** Whether the clock may be believed, as one process of the site sees it. */
export class TrustedTime {
  readonly #file: () => string;
  /** When this process began, by the same clock: what it wrote itself says nothing of it. */
  readonly #started: Date;
  /** Milliseconds on a clock that nobody sets. */
  readonly #elapsed: () => number;
  /** What the file said, and when on the clock that nobody sets. */
  #base: { witnessed: string; at: number; elapsed: number } | undefined;

  constructor(file: () => string, started: Date, elapsed = () => performance.now()) {
    this.#file = file;
    this.#started = started;
    this.#elapsed = elapsed;
  }

  async look(now: Date, ask: AskWitnesses): Promise<ClockAssessment> {
    const state = readState(this.#file());
    const known = this.#knownBy(state);
    if (known !== undefined && now.getTime() - known <= LEAP_MS) {
      return this.#believe(now, known, state);
    }
    const { doubted } = state ?? {};
    const except = doubted && { from: new Date(doubted.from), to: new Date(doubted.to) };
    const witnesses = await ask({ before: this.#started, except });
    const moments = [known, ...(witnesses ?? []).map((at) => at.getTime())];
    const newest = Math.max(...moments.filter((at) => at !== undefined));
    // A site that knows of nothing has nothing to lose.
    const isNew = !Number.isFinite(newest);
    if (witnesses && (isNew || now.getTime() - newest <= LEAP_MS)) {
      return this.#believe(now, now.getTime(), state);
    }
    if (witnesses) this.#doubt(now, newest, state);
    return { trusted: false, now, known: isNew ? undefined : new Date(newest) };
  }

  /** The last that was witnessed, and what has passed since on the clock that nobody sets. */
  #knownBy(state: State | undefined): number | undefined {
    const elapsed = this.#elapsed();
    if (state && state.witnessed !== this.#base?.witnessed) {
      this.#base = { witnessed: state.witnessed, at: Date.parse(state.witnessed), elapsed };
    }
    return this.#base && this.#base.at + elapsed - this.#base.elapsed;
  }

  #believe(now: Date, known: number, state: State | undefined): ClockAssessment {
    const ms = now.getTime();
    const doubted = state?.doubted && state.doubted.to > iso(ms) ? state.doubted : undefined;
    if (known - ms <= LEAP_MS) {
      this.#write(ms, { witnessed: iso(ms), doubted }, state);
      return { trusted: true, now };
    }
    // Nothing is over too early by a clock that is behind. Who keeps it so for a day means it: it was ahead before.
    const since = state?.behind && state.behind <= iso(ms) ? state.behind : iso(ms);
    const isMeant = ms - Date.parse(since) >= DAY;
    if (isMeant) this.#write(ms, takenBack(now, known, doubted), state);
    else this.#write(known, { witnessed: iso(known), doubted, behind: since }, state);
    return isMeant ? { trusted: true, now } : { trusted: true, now, known: new Date(known) };
  }

  #doubt(now: Date, newest: number, state: State | undefined): void {
    const from = iso(newest + LEAP_MS);
    const to = iso(now.getTime() + DAY);
    const { doubted = { from, to } } = state ?? {};
    if (!state?.doubted) {
      const seconds = Math.round((now.getTime() - newest) / 1_000);
      log.warn(
        { seconds },
        "the clock is far ahead of all that the site knows: nothing is removed",
      );
    }
    const span = { from: earlier(doubted.from, from), to: later(doubted.to, to) };
    this.#write(newest, { witnessed: iso(newest), doubted: span }, state);
  }

  /** What changes little is written down now and then. */
  #write(witnessed: number, next: State, before: State | undefined): void {
    const isSame =
      before !== undefined &&
      next.behind === before.behind &&
      (next.doubted === undefined) === (before.doubted === undefined) &&
      isNear(next.witnessed, before.witnessed) &&
      isNear(next.doubted?.to, before.doubted?.to);
    if (isSame) return;
    const elapsed = this.#elapsed();
    const isWritten = writeState(this.#file(), next);
    // On a disk that is full this process goes by what it knows itself.
    const said = isWritten ? next.witnessed : (before?.witnessed ?? "");
    this.#base = { witnessed: said, at: witnessed, elapsed };
  }
}

const isNear = (one: string | undefined, other: string | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    Math.abs(Date.parse(one) - Date.parse(other)) < WRITTEN_EVERY_MS);

/** What was witnessed was of a clock that was ahead: nothing that it dated witnesses anything. */
function takenBack(now: Date, known: number, before: State["doubted"]): State {
  const doubted = { from: iso(now.getTime() + LEAP_MS), to: iso(known + DAY) };
  return {
    witnessed: now.toISOString(),
    doubted: {
      from: earlier(doubted.from, before?.from ?? doubted.from),
      to: later(doubted.to, before?.to ?? doubted.to),
    },
  };
}

/** A person says that the clock is right: it is believed from then on, and what it dated before as well. */
export function confirmClock(file: string, now: Date): boolean {
  const state = readState(file);
  const known = state ? Date.parse(state.witnessed) : 0;
  // What is still to come is not true by a word of today.
  const doubted =
    state?.doubted && state.doubted.from > iso(now.getTime()) ? state.doubted : undefined;
  const isTakenBack = known - now.getTime() > LEAP_MS;
  return writeState(
    file,
    isTakenBack ? takenBack(now, known, doubted) : { witnessed: now.toISOString(), doubted },
  );
}

/** One that is not there or damaged says nothing: rows and archives do. */
function readState(file: string): State | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(readFileSync(file, "utf8"))).data;
  } catch {
    return undefined;
  }
}

function writeState(file: string, state: State): boolean {
  try {
    replaceFile(file, `${JSON.stringify(state)}\n`);
    return true;
  } catch (error) {
    log.warn({ err: error }, "the time cannot be written down");
    return false;
  }
}
