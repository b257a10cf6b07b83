import { currentMs, currentTime } from "../process/clock.ts";
import { HOUR } from "../values/durations.ts";

const HOURS = 24;
/** Bounds the memory, should a name ever contain a value. */
const MAX_NAMES = 200;

/** How often something happened in this process since its start, and in the last day. */
export type Tally = { name: string; total: number; lately: number; last: Date };

type Entry = { total: number; last: Date; byHour: Map<number, number> };

/** Counts events of this process by names that are literals of the source. */
export class Tallies {
  readonly #entries = new Map<string, Entry>();

  add(name: string): void {
    const entry = this.#entries.get(name) ?? this.#begin(name);
    if (!entry) return;
    const hour = Math.floor(currentMs() / HOUR);
    entry.total++;
    entry.last = currentTime();
    entry.byHour.set(hour, (entry.byHour.get(hour) ?? 0) + 1);
    for (const old of entry.byHour.keys()) if (old <= hour - HOURS) entry.byHour.delete(old);
  }

  #begin(name: string): Entry | undefined {
    if (this.#entries.size >= MAX_NAMES) return undefined;
    const entry: Entry = { total: 0, last: currentTime(), byHour: new Map() };
    this.#entries.set(name, entry);
    return entry;
  }

  /** The latest first. */
  list(): Tally[] {
    const hour = Math.floor(currentMs() / HOUR);
    return [...this.#entries]
      .map(([name, { total, last, byHour }]) => {
        const recent = [...byHour].filter(([one]) => one > hour - HOURS);
        return { name, total, last, lately: recent.reduce((sum, [, count]) => sum + count, 0) };
      })
      .toSorted((one, other) => other.last.getTime() - one.last.getTime());
  }
}

/** Error and warning lines of the log, by their text. */
export const errorTallies = new Tallies();
export const warningTallies = new Tallies();
/** Requests refused by a rate limit, by its name. */
export const limitTallies = new Tallies();
