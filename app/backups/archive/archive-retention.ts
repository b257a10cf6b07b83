import { DAY, HOUR } from "../../core/values/durations.ts";

// Which archives stay: close together for what is young, far apart for what is old, and none for longer than the
// privacy page says, since an archive still has whoever was erased.

/** All of them: whoever archives before a repair wants the one of last night too. */
const ALL_HOURS = 48;
const DAYS = 7;
const WEEKS = 5;
/** One day less than is promised: the next run comes a day later. */
const LONGEST_DAYS = 89;
/** The clock of another machine may be so far ahead. */
const SLACK_MS = HOUR;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY);
/** Weeks begin on Monday; the first day of all was a Thursday. */
const weekOf = (at: Date) => Math.floor((dayOf(at) + 3) / 7);
const monthOf = (at: Date) => at.toISOString().slice(0, 7);

/** Whether something was dated by a clock that was ahead: it is newer than nothing. */
export const isOfTheFuture = (at: Date, now: Date): boolean =>
  at.getTime() > now.getTime() + SLACK_MS;

/** Whether it is from so long ago that nobody may want it any more. */
export const isTooOld = (at: Date, now: Date): boolean => dayOf(now) - dayOf(at) >= LONGEST_DAYS;

/** Of some, the newest first, the one that counts as the newest. */
export const newestOf = <Archive extends { at: Date }>(
  archives: readonly Archive[],
  now: Date,
): Archive | undefined => archives.find(({ at }) => !isOfTheFuture(at, now)) ?? archives[0];

/**
 * All of the last two days, the newest of each of the last seven days, of each of the last five weeks, and of each
 * month, and what is named by whoever wants to come back to it. What a clock that was ahead made stands in nobody's way.
 */
export function archivesToKeep<Archive extends { at: Date }>(
  archives: readonly Archive[],
  now: Date,
  isNamed: (archive: Archive) => boolean = () => false,
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
    if (isTooOld(at, now)) continue;
    const isRecent = now.getTime() - at.getTime() < ALL_HOURS * HOUR;
    if (isRecent || isNamed(archive)) kept.add(archive);
    if (isOfTheFuture(at, now)) continue;
    if (dayOf(now) - dayOf(at) < DAYS) take(`day ${dayOf(at)}`, archive);
    if (weekOf(now) - weekOf(at) < WEEKS) take(`week ${weekOf(at)}`, archive);
    take(`month ${monthOf(at)}`, archive);
  }
  return kept;
}
