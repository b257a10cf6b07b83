import { DAY } from "../../core/values/durations.ts";
import type { MemberStatus } from "../members/members.ts";

/** How many days before its end somebody is reminded of a membership; below zero, after it. */
export const REMINDER_DAYS = [30, 7, 0, -30] as const;

/** So near to its end, on either side, a membership is worth a look and a word by hand. */
export const NEAR_DAYS = 30;

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** A day before or after another, yyyy-mm-dd. */
export const dayAfter = (day: string, days: number): string =>
  new Date(noon(day) + days * DAY).toISOString().slice(0, 10);

/** How many days a membership still has; 0 on its last one. */
export const daysLeft = (today: string, end: string): number =>
  Math.round((noon(end) - noon(today)) / DAY);

type Ending = {
  status: MemberStatus;
  membership_end: string | null;
  /** The day on which it was found to be over. */
  lapsed_on: string | null;
};

/** Whether time ended it, and nobody else: a renewal, or staff. */
export const hasLapsed = ({ status, membership_end: end, lapsed_on: on }: Ending): boolean =>
  status === "expired" && end !== null && on !== null && on > end;

/** The days that are left of a membership that ends soon, or did lately; undefined for any other. */
export function nearEnd(member: Ending, today: string): number | undefined {
  if (member.membership_end === null) return undefined;
  if (member.status !== "active" && !hasLapsed(member)) return undefined;
  const left = daysLeft(today, member.membership_end);
  return Math.abs(left) <= NEAR_DAYS ? left : undefined;
}

/** Whether staff may remind somebody who says of themselves what `member` says. */
export const mayRemind = (member: Ending & { reminders_off: boolean }, today: string): boolean =>
  nearEnd(member, today) !== undefined && !member.reminders_off;
