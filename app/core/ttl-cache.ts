import { currentMs } from "./clock.ts";
/**
 * Caches the last result while its state is the same and it is not older than `forMs`: for sums over
 * whole tables, which are read often and change rarely.
 */
export function memoizeFor<T>(forMs: number) {
  let cached: { state: string; until: number; value: T } | undefined;
  return async (state: string, read: () => Promise<T>, now = currentMs()): Promise<T> => {
    if (cached?.state === state && now < cached.until) return cached.value;
    const value = await read();
    cached = { state, until: now + forMs, value };
    return value;
  };
}
