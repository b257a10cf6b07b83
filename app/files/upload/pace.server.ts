/** So many bytes over any stretch of so many milliseconds. */
export type Pace = { bytes: number; windowMs: number };

/** What an upload must bring: a quarter of the slowest line that offices have, which carries 32 KB/s. */
export const PACE: Pace = { bytes: 30 * 8 * 1024, windowMs: 30_000 };

const LOOKS = 30;

/** Looks at a count as it grows, and tells once it grows too slowly. Returns what ends the watch. */
export function watchPace(
  count: () => number,
  tooSlow: () => void,
  { bytes, windowMs }: Pace,
): () => void {
  const counts = [count()];
  const timer = setInterval(() => {
    const now = count();
    counts.push(now);
    if (counts.length > LOOKS && now - (counts.shift() ?? now) < bytes) tooSlow();
  }, windowMs / LOOKS);
  return () => clearInterval(timer);
}
