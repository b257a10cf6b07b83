import { messageData } from "../contact/messages-personal.operations.server.ts";
import type { PersonalTable } from "../core/database/doors/personal-table.server.ts";
import {
  licenceCardData,
  licenceData,
  licencePhotoData,
} from "../licences/licences-personal.operations.server.ts";
import { mailData, refusalData } from "../mail/mail-personal.operations.server.ts";
import {
  clubInviteeData,
  clubOfficerData,
  clubPlaceData,
} from "../membership/clubs/clubs-personal.operations.server.ts";
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
 * Every table with personal data: those that name people, then those that refer to these, then those that know an
 * address alone.
 */
export const PERSONAL_TABLES: readonly PersonalTable[] = [
  memberData,
  registrationData,
  licenceData,
  licenceCardData,
  licencePhotoData,
  clubPlaceData,
  orderData,
  paymentData,
  ledgerData,
  refundData,
  payeeData,
  transferClaimData,
  subscriptionData,
  messageData,
  clubInviteeData,
  clubOfficerData,
  partnerContactData,
  mailData,
  refusalData,
];

/** Tables about people that are left out, each with the reason. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  audit_log: "names the members of staff who acted; the values of others stand in audit_values",
  audit_values: "read and erased with every person, by the ids of their rows",
  bin: "read and erased with every person, by the rows that lie in it",
  person_merges:
    "former values of rows, which the log has too: they go with every person, by the ids of their rows",
  people_apart: "two ids of rows, which go with every person",
  versions:
    "names the members of staff who wrote by their account alone; what they wrote is the site's content",
  profiles: "accounts of staff: they see their own, and an account is removed in its screen",
  auth_sessions: "of the accounts of staff",
};
