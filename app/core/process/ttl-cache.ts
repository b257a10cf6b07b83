import { currentMs } from "./clock.ts";
/**
 * Caches the last result while its state is the same and it is not older than `forMs`: for sums over whole tables,
 * which are read often and change rarely.
 */
export function memoizeFor<T>(forMs: number) {
  let cached: { state: string; at: number; value: T } | undefined;
  return async (state: string, read: () => Promise<T>, now = currentMs()): Promise<T> => {
    // An entry from the future was made before the clock was set back.
    if (cached?.state === state && now >= cached.at && now < cached.at + forMs) return cached.value;
    const value = await read();
    cached = { state, at: now, value };
    return value;
  };
}
