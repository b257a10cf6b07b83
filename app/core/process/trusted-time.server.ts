import { readFileSync } from "node:fs";
import * as z from "zod";
import { log } from "../log/log.server.ts";
import { replaceFile } from "../storage/line-file.server.ts";
import { DAY, MINUTE } from "../values/durations.ts";

// Expired data is only deleted when two sources agree on the time: the clock, and a witness, something that was
// recently stored. The running site keeps such a witness itself, a small file in the data folder.

/** How far the clock may be ahead of all witnesses. */
const LEAP_MS = DAY;
const WRITTEN_EVERY_MS = 5 * MINUTE;

const moment = z.iso.datetime();
const stateSchema = z.object({
  /** The latest trusted time. */
  witnessed: moment,
  /** Dates in between come from a clock that was not trusted, so they never count as witnesses. */
  doubted: z.object({ from: moment, to: moment }).optional(),
  /** Since when, by the clock itself, it has been far behind the latest trusted time. */
  behind: moment.optional(),
});
type State = z.infer<typeof stateSchema>;

/** Which rows and archives count as witnesses: older than this process, and not from a doubtful period. */
export type WitnessLimits = { before: Date; except?: { from: Date; to: Date } };

/** Reads other witnesses of the time; undefined when they cannot be read. */
type AskWitnesses = (limits: WitnessLimits) => Promise<Date[] | undefined>;

export type ClockAssessment = {
  trusted: boolean;
  /** What the clock says. */
  now: Date;
  /** The newest witness, when the clock is far from it. */
  known?: Date;
};

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);
const iso = (ms: number) => new Date(ms).toISOString();

/** Decides for one process whether the clock can be trusted. */
export class TrustedTime {
  readonly #file: () => string;
  /** When this process began, by the same clock: what it stored since then is no witness. */
  readonly #started: Date;
  /** Milliseconds on the monotonic clock. */
  readonly #elapsed: () => number;
  /** The content of the file, and when it was read on the monotonic clock. */
  #base: { witnessed: string; at: number; elapsed: number } | undefined;

  constructor(file: () => string, started: Date, elapsed = () => performance.now()) {
    this.#file = file;
    this.#started = started;
    this.#elapsed = elapsed;
  }

  async look(now: Date, ask: AskWitnesses): Promise<ClockAssessment> {
    const state = readState(this.#file());
    const known = this.#expectedTime(state);
    if (known !== undefined && now.getTime() - known <= LEAP_MS) {
      return this.#believe(now, known, state);
    }
    const { doubted } = state ?? {};
    const except = doubted && { from: new Date(doubted.from), to: new Date(doubted.to) };
    const witnesses = await ask({ before: this.#started, except });
    const moments = [known, ...(witnesses ?? []).map((at) => at.getTime())];
    const newest = Math.max(...moments.filter((at) => at !== undefined));
    // A new site without any witness has nothing to lose.
    const isNew = !Number.isFinite(newest);
    if (witnesses && (isNew || now.getTime() - newest <= LEAP_MS)) {
      return this.#believe(now, now.getTime(), state);
    }
    if (witnesses) this.#doubt(now, newest, state);
    return { trusted: false, now, known: isNew ? undefined : new Date(newest) };
  }

  /** The time by the last witness and the monotonic clock since then. */
  #expectedTime(state: State | undefined): number | undefined {
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
    // A clock that is behind deletes nothing too early. After a day it is taken to be right: it was ahead before.
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

  /** Writes the state, unless it changed little. */
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
    // On a full disk the state in memory counts.
    const said = isWritten ? next.witnessed : (before?.witnessed ?? "");
    this.#base = { witnessed: said, at: witnessed, elapsed };
  }
}

const isNear = (one: string | undefined, other: string | undefined): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    Math.abs(Date.parse(one) - Date.parse(other)) < WRITTEN_EVERY_MS);

/** The state after a clock that was ahead: what it dated is no witness. */
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

/** A person confirms the clock: it is trusted from then on, and so is what it dated before. */
export function confirmClock(file: string, now: Date): boolean {
  const state = readState(file);
  const known = state ? Date.parse(state.witnessed) : 0;
  // Doubtful dates in the future stay doubtful.
  const doubted =
    state?.doubted && state.doubted.from > iso(now.getTime()) ? state.doubted : undefined;
  const isTakenBack = known - now.getTime() > LEAP_MS;
  return writeState(
    file,
    isTakenBack ? takenBack(now, known, doubted) : { witnessed: now.toISOString(), doubted },
  );
}

/** Undefined when the file is missing or damaged: rows and archives are the witnesses then. */
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
