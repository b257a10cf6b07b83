import { isId } from "../../core/secrets/id.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import type { Member } from "../apply/membership.system.server.ts";
import type { MembershipType } from "../types/membership-types.record.ts";
import { membershipEndingMail } from "./membership.mail.ts";
import { daysLeft } from "./membership-period.ts";

const LENGTH_OF_ID = 36;

/** The data that a renewal link signs. */
type RenewalKey = { id: string; email: string; end: string };

const sealedText = ({ id, email, end }: RenewalKey) => [id, end, email.toLowerCase()].join(":");

/** The token in a reminder's link: the id of the membership and a signature that is valid until its end date or e-mail address changes. */
export const renewalToken = (member: RenewalKey): string =>
  `${member.id}.${keyring().seal("renewal", sealedText(member))}`;

/** The id of the membership in a token; the signature is not checked. */
export function memberIdFromToken(token: string): string | undefined {
  const id = token.slice(0, LENGTH_OF_ID);
  return isId(id) ? id : undefined;
}

/** Whether a token is valid for this membership. */
export const isRenewalToken = (token: string, member: RenewalKey): boolean =>
  keyring().isSeal("renewal", sealedText(member), token.slice(LENGTH_OF_ID + 1));

type ReminderRecipient = Pick<
  Member,
  "id" | "first_name" | "last_name" | "email" | "language" | "membership_end" | "is_test"
> & { organisation?: string | null; type: Pick<MembershipType, "name" | "name_en"> | null };

/** The prefix of the mail keys of all reminders. */
export const REMINDER_KEY = "membership-ending:";

/** The prefix of the mail keys of the reminders of one membership. */
export const reminderPrefix = (id: string, end: string) => `${REMINDER_KEY}${id}:${end}:`;

/** The reminder of a membership, sent once per `occasion`: by default, the number of days left. */
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
