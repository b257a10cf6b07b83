/** The time of a simulator: the machine's, until somebody sets it. Then it moves only when told to. */
export class SimulatorClock {
  #fixed: number | undefined;

  now(): number {
    return this.#fixed ?? Date.now();
  }

  set(at: number): void {
    this.#fixed = at;
  }

  advance(ms: number): void {
    this.#fixed = this.now() + ms;
  }
}

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const isoTime = (at: number): string => new Date(at).toISOString();
