import { isId } from "../../core/secrets/id.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import type { Member } from "../apply/membership.system.server.ts";
import type { MembershipType } from "../types/membership-types.ts";
import { membershipEndingMail } from "./membership-ending.mail.ts";
import { daysLeft } from "./membership-ending.ts";

const LENGTH_OF_ID = 36;

/** What a renewal is sealed over. */
type RenewalKey = { id: string; email: string; end: string };

const textOf = ({ id, email, end }: RenewalKey) => [id, end, email.toLowerCase()].join(":");

/**
 * What stands in the link of a reminder: the membership, and a seal that holds until its end is moved, or its
 * address is corrected.
 */
export const renewalToken = (member: RenewalKey): string =>
  `${member.id}.${keyring().seal("renewal", textOf(member))}`;

/** The membership that a token names, not yet proven to be ours. */
export function memberOfRenewal(token: string): string | undefined {
  const id = token.slice(0, LENGTH_OF_ID);
  return isId(id) ? id : undefined;
}

/** Whether we made a token for this membership as it is. */
export const isRenewalToken = (token: string, member: RenewalKey): boolean =>
  keyring().isSeal("renewal", textOf(member), token.slice(LENGTH_OF_ID + 1));

/** Whom a reminder is for. */
type ReminderRecipient = Pick<
  Member,
  "id" | "first_name" | "last_name" | "email" | "language" | "membership_end" | "is_test"
> & { type: Pick<MembershipType, "name" | "name_en"> | null };

/** What the keys of all reminders begin with. */
export const REMINDER_KEY = "membership-ending:";

/** What the keys of all reminders of one membership begin with. */
export const reminderPrefix = (id: string, end: string) => `${REMINDER_KEY}${id}:${end}:`;

/** The reminder of a membership; `occasion` is what it may be sent once for, else the days that are left. */
export function reminderMail(member: ReminderRecipient, today: string, occasion?: string) {
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
