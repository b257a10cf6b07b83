/** Pixels of one canvas, four bytes each: a page of a phone fits whole, enlarged ones in parts. */
export const MAX_CANVAS_PIXELS = 4_000_000;

export const MIN_SCALE = 0.25;
export const MAX_SCALE = 5;

/**
 * The drawn pages that give their canvas back: all but those in view and their neighbours, which the
 * library draws ahead and would draw again at once. A telephone with 2 GB ends a page that keeps more.
 */
export function pagesToEmpty(rendered: readonly number[], inView: readonly number[]): number[] {
  if (inView.length === 0) return [];
  const first = Math.min(...inView) - 1;
  const last = Math.max(...inView) + 1;
  return rendered.filter((page) => page < first || page > last);
}

/** The next step of the zoom, a quarter at a time, within its bounds. */
export function zoomed(scale: number, direction: 1 | -1): number {
  const next = direction === 1 ? scale * 1.25 : scale / 1.25;
  return Math.min(MAX_SCALE, Math.max(MIN_SCALE, next));
}
