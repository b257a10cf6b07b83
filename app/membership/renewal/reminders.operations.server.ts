import type { Member } from "../apply/membership.system.server.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { membershipEndingMail } from "./membership.mail.ts";
import { daysLeft } from "./membership-ending.ts";
import { renewalToken } from "./renewal-token.server.ts";

/** Whom a reminder is for. */
export type Reminded = Pick<
  Member,
  "id" | "first_name" | "last_name" | "email" | "language" | "membership_end" | "is_test"
> & { type: Pick<MembershipType, "name" | "name_en"> | null };

/** What the keys of all reminders begin with. */
export const REMINDER_KEY = "membership-ending:";

/** What the keys of all reminders of one membership begin with. */
export const reminderPrefix = (id: string, end: string) => `${REMINDER_KEY}${id}:${end}:`;

/** The reminder of a membership; `occasion` is what it may be sent once for, else the days that are left. */
export function reminderMail(member: Reminded, today: string, occasion?: string) {
  const { id, membership_end: end } = member;
  if (end === null) throw new TypeError("a membership without an end");
  const left = daysLeft(today, end);
  const mail = membershipEndingMail({
    ...member,
    end,
    daysLeft: left,
    renewal: renewalToken({ ...member, end }),
  });
  return { ...mail, key: `${reminderPrefix(id, end)}${occasion ?? left}` };
}
