import { messageData } from "../contact/messages-personal.operations.server.ts";
import type { PersonalTable } from "../core/database/doors/personal-table.server.ts";
import { mailData, refusalData } from "../mail/mail-personal.operations.server.ts";
import { memberData } from "../membership/members/members-personal.operations.server.ts";
import { subscriptionData } from "../newsletter/newsletter-personal.operations.server.ts";
import { partnerContactData } from "../partners/partners-personal.operations.server.ts";
import {
  ledgerData,
  orderData,
  payeeData,
  paymentData,
  refundData,
  transferClaimData,
} from "../payments/orders/orders-personal.operations.server.ts";
import { registrationData } from "../registrations/registrations-personal.operations.server.ts";

/**
 * WHERE PEOPLE STAND. Every table that holds something of somebody: those that name people, then those that
 * follow them, then those that know an address alone.
 */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  memberData,
  registrationData,
  orderData,
  paymentData,
  ledgerData,
  refundData,
  payeeData,
  transferClaimData,
  subscriptionData,
  messageData,
  partnerContactData,
  mailData,
  refusalData,
];

/** Tables that know people and are not asked here, each with the reason. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  audit_log: "names the members of staff who acted; the values of others stand in audit_values",
  audit_values: "read and erased with every person, by the ids of their rows",
  bin: "read and erased with every person, by the rows that lie in it",
  versions:
    "names the members of staff who wrote by their account alone; what they wrote is the site's content",
  profiles: "accounts of staff: they see their own, and an account is removed in its screen",
  auth_sessions: "of the accounts of staff",
};
