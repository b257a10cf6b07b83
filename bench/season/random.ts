/** Chance that is the same for the same seed. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Whether what happens so often happens now. */
  is(share: number): boolean {
    return this.next() < share;
  }

  /** A whole number from 0, below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  oneOf<T>(values: readonly T[]): T | undefined {
    return values[this.below(values.length)];
  }

  /** One of several, each as often as its weight says. */
  weighed<T extends string>(weights: Record<T, number>): T {
    const entries = Object.entries(weights) as [T, number][];
    const total = entries.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.next() * total;
    for (const [value, weight] of entries) {
      left -= weight;
      if (left < 0) return value;
    }
    return entries.at(-1)?.[0] as T;
  }

  /** So many times on average, never in between. */
  times(mean: number): number {
    return Math.floor(mean) + (this.is(mean % 1) ? 1 : 0);
  }

  /** Chance of its own for something that runs beside others. */
  branch(): Chance {
    return new Chance(this.below(2 ** 32));
  }
}
