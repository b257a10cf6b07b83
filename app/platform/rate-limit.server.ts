/** How often something may be done: `count` times at once, refilled evenly over `perMs`. */
export type Limit = { count: number; perMs: number };

type Bucket = { tokens: number; at: number };

/** Beyond this many callers the oldest are forgotten: memory is bounded whatever comes. */
const REMEMBERED = 20_000;
const buckets = new Map<string, Bucket>();

/**
 * Takes one token of a caller's bucket; false when it is empty. Kept in this process: with several,
 * a caller gets that many times the limit, which still stops a flood.
 */
export function allow(what: string, caller: string, limit: Limit, now = Date.now()): boolean {
  const key = `${what}|${caller}`;
  const known = buckets.get(key) ?? { tokens: limit.count, at: now };
  const refilled = known.tokens + ((now - known.at) * limit.count) / limit.perMs;
  const tokens = Math.min(limit.count, refilled);
  buckets.delete(key);
  buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
  if (buckets.size > REMEMBERED) {
    const oldest = buckets.keys().next().value;
    if (oldest !== undefined) buckets.delete(oldest);
  }
  return tokens >= 1;
}
