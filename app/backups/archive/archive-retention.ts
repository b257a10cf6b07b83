import { DAY, HOUR } from "../../core/values/durations.ts";

// Selects the archives to retain: fewer the older they are, and none for longer than the privacy page promises, since an
// archive still contains erased people.

/** All archives of this time are retained. */
const ALL_HOURS = 48;
const DAYS = 7;
const WEEKS = 5;
/** One day less than promised, since the next run is a day later. */
const LONGEST_DAYS = 89;
/** Tolerance for the clock of another machine. */
const SLACK_MS = HOUR;

const dayNumber = (at: Date) => Math.floor(at.getTime() / DAY);
/** Weeks begin on Monday; day 0 was a Thursday. */
const weekNumber = (at: Date) => Math.floor((dayNumber(at) + 3) / 7);
const monthKey = (at: Date) => at.toISOString().slice(0, 7);

/** Whether a date lies in the future, because it was set by a clock that was ahead. */
export const isFutureDated = (at: Date, now: Date): boolean =>
  at.getTime() > now.getTime() + SLACK_MS;

/** Whether the maximum age is reached. */
export const isExpired = (at: Date, now: Date): boolean =>
  dayNumber(now) - dayNumber(at) >= LONGEST_DAYS;

/** The newest of archives in descending order; future-dated ones count only if there are no others. */
export const pickNewest = <Archive extends { at: Date }>(
  archives: readonly Archive[],
  now: Date,
): Archive | undefined => archives.find(({ at }) => !isFutureDated(at, now)) ?? archives[0];

/**
 * Selects all of the last two days, the newest of each of the last seven days, five weeks and all months, and the
 * protected ones. Future-dated archives do not displace others.
 */
export function selectRetainedArchives<Archive extends { at: Date }>(
  archives: readonly Archive[],
  now: Date,
  isProtected: (archive: Archive) => boolean = () => false,
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
    if (isRecent || isProtected(archive)) retained.add(archive);
    if (isFutureDated(at, now)) continue;
    if (dayNumber(now) - dayNumber(at) < DAYS) retainFirst(`day ${dayNumber(at)}`, archive);
    if (weekNumber(now) - weekNumber(at) < WEEKS) retainFirst(`week ${weekNumber(at)}`, archive);
    retainFirst(`month ${monthKey(at)}`, archive);
  }
  return retained;
}
