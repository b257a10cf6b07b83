/**
 * Keeps what was last read for whoever asks next, while it is of the same state and not older than
 * `forMs`: for sums over all there is, which many look at and few change.
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
