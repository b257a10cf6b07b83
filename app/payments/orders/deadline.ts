import { HOUR } from "../../core/values/durations.ts";
import { endOfNextOpening, endOfOpening, type Opening } from "../../settings/opening-hours.ts";

/** So long before its end a place that is paid by hand is spoken of once more. */
export const REMINDED_MS = 24 * HOUR;

type Desk = Opening & { hold_hours: number };

/** When registration closes, and when what is bought begins: absent where there is none, or it is over. */
type Ends = { closes?: Date; begins?: Date };

/**
 * Until when a place is kept for whoever pays by hand: so many hours, or the close of registration if that
 * comes first, and then to the end of the opening of the desk that runs or comes next. Never beyond the
 * beginning of what is bought.
 */
export function byHandDeadline(from: Date, { closes, begins }: Ends, desk: Desk): Date {
  const usual = new Date(from.getTime() + desk.hold_hours * HOUR);
  const due = earliest(usual, closes, begins);
  return earliest(endOfOpening(due, desk) ?? due, begins);
}

const earliest = (one: Date, ...others: (Date | undefined)[]): Date =>
  others.reduce<Date>((first, other) => (other && other < first ? other : first), one);

/** So long a place is kept for a transfer where nobody knows when the desk opens. */
const LOOKED_MS = 24 * HOUR;

/**
 * Until when a place is kept for whoever announces a transfer: the desk looks for it in its next opening. Never
 * beyond the beginning of what is bought, and never shorter than it was.
 */
export function transferDeadline(
  from: Date,
  { before, begins, desk }: { before: Date; begins: Date | undefined; desk: Opening },
): Date {
  const looked = endOfNextOpening(from, desk)?.getTime() ?? from.getTime() + LOOKED_MS;
  const end = Math.min(looked, begins?.getTime() ?? looked);
  return new Date(Math.max(end, before.getTime()));
}
