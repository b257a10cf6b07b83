// Which archives stay: close together for what is young, far apart for what is old, and none for longer than the
// privacy page says, since an archive still has whoever was erased.

const DAY_MS = 86_400_000;
const DAYS = 7;
const WEEKS = 5;
/** One day less than is promised: the next run comes a day later. */
const LONGEST_DAYS = 89;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
/** Weeks begin on Monday; the first day of all was a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

/** The newest of each of the last seven days, of each of the last five weeks, and of each month. */
export function archivesToKeep<Archive extends { at: Date }>(
  archives: readonly Archive[],
  now: Date,
): Set<Archive> {
  const kept = new Set<Archive>();
  const taken = new Set<string>();
  const newestFirst = archives.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const take = (bucket: string, archive: Archive) => {
    if (!taken.has(bucket)) kept.add(archive);
    taken.add(bucket);
  };
  for (const archive of newestFirst) {
    const { at } = archive;
    if (dayOf(now) - dayOf(at) >= LONGEST_DAYS) continue;
    if (dayOf(now) - dayOf(at) < DAYS) take(`day ${dayOf(at)}`, archive);
    if (weekOf(now) - weekOf(at) < WEEKS) take(`week ${weekOf(at)}`, archive);
    take(`month ${monthOf(at)}`, archive);
  }
  return kept;
}
