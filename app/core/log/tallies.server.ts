import { currentMs, currentTime } from "../process/clock.ts";
import { HOUR } from "../values/durations.ts";

const HOURS = 24;
/** Names are words of the source; should one ever be made of a value, memory stays bounded. */
const MAX_NAMES = 200;

/** How often something happened in this process: since its start, and in the last day. */
export type Tally = { name: string; total: number; lately: number; last: Date };

type Entry = { total: number; last: Date; byHour: Map<number, number> };

/** Counts what happens in this process by names that the source gives, never by what somebody typed. */
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

/** Lines of the log that say something went wrong, by their words. */
export const errorTallies = new Tallies();
export const warningTallies = new Tallies();
/** What a limit refused, by the name of the limit. */
export const limitTallies = new Tallies();
