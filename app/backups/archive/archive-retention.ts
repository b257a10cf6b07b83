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
export const isFutureDated = (at: Date, now: Date): boolean =>
  at.getTime() > now.getTime() + SLACK_MS;

/** Whether it is from so long ago that nobody may want it any more. */
export const isExpired = (at: Date, now: Date): boolean => dayOf(now) - dayOf(at) >= LONGEST_DAYS;

/** Of some, the newest first, the one that counts as the newest. */
export const pickNewest = <Archive extends { at: Date }>(
  archives: readonly Archive[],
  now: Date,
): Archive | undefined => archives.find(({ at }) => !isFutureDated(at, now)) ?? archives[0];

/**
 * All of the last two days, the newest of each of the last seven days, of each of the last five weeks, and of each
 * month, and what is named by whoever wants to come back to it. What a clock that was ahead made stands in nobody's way.
 */
export function selectRetainedArchives<Archive extends { at: Date }>(
  archives: readonly Archive[],
  now: Date,
  isNamed: (archive: Archive) => boolean = () => false,
): Set<Archive> {
  const retained = new Set<Archive>();
  const filled = new Set<string>();
  const newestFirst = archives.toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const retainFirst = (bucket: string, archive: Archive) => {
    if (!filled.has(bucket)) retained.add(archive);
    filled.add(bucket);
  };
  for (const archive of newestFirst) {
    const { at } = archive;
    if (isExpired(at, now)) continue;
    const isRecent = now.getTime() - at.getTime() < ALL_HOURS * HOUR;
    if (isRecent || isNamed(archive)) retained.add(archive);
    if (isFutureDated(at, now)) continue;
    if (dayOf(now) - dayOf(at) < DAYS) retainFirst(`day ${dayOf(at)}`, archive);
    if (weekOf(now) - weekOf(at) < WEEKS) retainFirst(`week ${weekOf(at)}`, archive);
    retainFirst(`month ${monthOf(at)}`, archive);
  }
  return retained;
}
