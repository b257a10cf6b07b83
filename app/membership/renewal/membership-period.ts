import { DAY } from "../../core/values/durations.ts";
import type { MemberStatus } from "../members/members.ts";

/** Days before the end of a membership on which a reminder is sent; negative: after it. */
export const REMINDER_DAYS = [30, 7, 0, -30] as const;

/** Staff see that a membership ends, and may send a reminder, this many days before and after its end. */
export const NEAR_DAYS = 30;

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** A day before or after another, yyyy-mm-dd. */
export const dayAfter = (day: string, days: number): string =>
  new Date(noon(day) + days * DAY).toISOString().slice(0, 10);

/** How long a membership lasts from the day it is confirmed. */
export const MEMBERSHIP_DAYS = 365;

/**
 * The days of a membership that is confirmed today, yyyy-mm-dd. Somebody who renews before the end
 * keeps the days that are left.
 */
export function membershipPeriod(today: string, earlierEnd?: string | null) {
  const from = earlierEnd && earlierEnd > today ? earlierEnd : today;
  return { start: today, end: dayAfter(from, MEMBERSHIP_DAYS) };
}

/** When a membership ends whose last payment was refunded. */
export const endWithoutLastPayment = (end: string): string => dayAfter(end, -MEMBERSHIP_DAYS);

/** How many days a membership still has; 0 on its last one. */
export const daysLeft = (today: string, end: string): number =>
  Math.round((noon(end) - noon(today)) / DAY);

type Ending = {
  status: MemberStatus;
  membership_end: string | null;
  /** The day on which the job ended it. */
  lapsed_on: string | null;
};

/** Whether it ended by its date, not by a renewal or by staff. */
export const hasLapsed = ({ status, membership_end: end, lapsed_on: on }: Ending): boolean =>
  status === "expired" && end !== null && on !== null && on > end;

/** The days left of a membership that ends soon or ended lately (negative); undefined for others. */
export function nearEnd(member: Ending, today: string): number | undefined {
  if (member.membership_end === null) return undefined;
  if (member.status !== "active" && !hasLapsed(member)) return undefined;
  const left = daysLeft(today, member.membership_end);
  return Math.abs(left) <= NEAR_DAYS ? left : undefined;
}

/** Whether staff may send a reminder. */
export const mayRemind = (member: Ending & { reminders_off: boolean }, today: string): boolean =>
  nearEnd(member, today) !== undefined && !member.reminders_off;
