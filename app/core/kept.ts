/**
 * Caches the last result while its state is the same and it is not older than `forMs`: for sums over
 * whole tables, which are read often and change rarely.
 */
export function keeper<T>(forMs: number) {
  let kept: { state: string; until: number; value: T } | undefined;
  return async (state: string, read: () => Promise<T>, now = Date.now()): Promise<T> => {
    if (kept?.state === state && now < kept.until) return kept.value;
    const value = await read();
    kept = { state, until: now + forMs, value };
    return value;
  };
}
