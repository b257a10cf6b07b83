import { limitTallies } from "../log/tallies.server.ts";
import { currentMs } from "../process/clock.ts";

/** How often something may be done: `count` times at once, refilled evenly over `perMs`. */
export type Limit = { count: number; perMs: number };

/** How many callers are remembered, to bound memory. */
const REMEMBERED = 20_000;
/** How many are forgotten at once, so that this happens rarely. */
const FORGOTTEN = REMEMBERED / 10;

/** Which callers did what how often. */
export class Buckets {
  /**
   * When the bucket of a caller is full again. A full bucket says nothing, so the moment tells how much
   * is lost by forgetting it: nothing when it is past, the more the later it is.
   */
  readonly #fullAt = new Map<string, number>();

  get size(): number {
    return this.#fullAt.size;
  }

  /** Takes one token of a caller's bucket; false when it is empty. */
  take(what: string, caller: string, { count, perMs }: Limit, now = currentMs()): boolean {
    const key = `${what}|${caller}`;
    const refill = perMs / count;
    const before = this.#fullAt.get(key) ?? now;
    // No bucket takes longer than that: the clock was put back, and would keep everybody out for as long.
    const isPossible = before - now <= perMs + 1;
    const fullAt = isPossible ? Math.max(now, before) : now;
    // A millisecond of slack: thirds of a minute do not add up.
    if (fullAt - now > perMs - refill + 1) return false;
    this.#fullAt.set(key, fullAt + refill);
    if (this.#fullAt.size > REMEMBERED) this.#forgetHarmless();
    return true;
  }

  /** Forgets the fullest buckets: a flood only evicts callers who have used little of their limit. */
  #forgetHarmless(): void {
    const moments = Float64Array.from(this.#fullAt.values()).sort();
    const last = moments[FORGOTTEN] ?? 0;
    for (const [key, fullAt] of this.#fullAt) {
      if (fullAt <= last) this.#fullAt.delete(key);
    }
  }
}

const buckets = new Buckets();

/**
 * Whether a caller may do something once more. The state is per process: with several processes a caller
 * gets that many times the limit, which still stops a flood.
 */
export function allow(what: string, caller: string, limit: Limit): boolean {
  const isAllowed = buckets.take(what, caller, limit);
  if (!isAllowed) limitTallies.add(what);
  return isAllowed;
}
