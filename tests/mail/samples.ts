import { type AccountEvent, accountNoticeMail } from "../../app/auth/account-notice.mail.ts";
import { addressChangeMail } from "../../app/auth/address-change.mail.ts";
import { passwordResetMail } from "../../app/auth/password-reset.mail.ts";
import { signInCodeMail } from "../../app/auth/sign-in-code.mail.ts";
import { staffInvitationMail } from "../../app/auth/staff-invitation.mail.ts";
import { contactAcknowledgementMail } from "../../app/contact/contact-acknowledgement.mail.ts";
import { contactNoticeMail } from "../../app/contact/contact-notice.mail.ts";
import { newId } from "../../app/core/id.server.ts";
import type { Language } from "../../app/i18n/languages.ts";
import type { Mail } from "../../app/mail/mail.ts";
import { applicationReceivedMail } from "../../app/membership/application-received.mail.ts";
import { membershipActiveMail } from "../../app/membership/membership-active.mail.ts";
import { newsletterReturnMail } from "../../app/newsletter/newsletter-return.mail.ts";
import { newsletterWelcomeMail } from "../../app/newsletter/newsletter-welcome.mail.ts";
import { placeHeldMail } from "../../app/registrations/place-held.mail.ts";
import { placeOfferedMail } from "../../app/registrations/place-offered.mail.ts";
import { placeReleasedMail } from "../../app/registrations/place-released.mail.ts";
import { registrationConfirmedMail } from "../../app/registrations/registration-confirmed.mail.ts";
import { registrationLinkMail } from "../../app/registrations/registration-link.mail.ts";
import { registrationProofMail } from "../../app/registrations/registration-proof.mail.ts";
import { waitingListJoinedMail } from "../../app/registrations/waiting-list-joined.mail.ts";

export const SUBSCRIPTION = newId();

/** What people type who mean no good: markup, and lines that would be headers. */
export const NASTY = `<b>"O'Hara" & co</b>\r\nBcc: victim@example.org\u2028X: 1`;

const EVENT = {
  id: newId(),
  title: "Tournoi national",
  title_en: null,
  date: "2027-03-12",
  time: "14:30",
  location: "Palais du Peuple, Conakry",
  location_en: "Palais du Peuple, Conakry",
};
const TYPE = { name: "Club", name_en: null, currency: "GNF" } as const;
const DEADLINE = new Date("2027-03-01T09:05:00Z");

const PROOF = { code: "042137", link: "/tickets/proof/rece1pt?key=k3y" };

/** Every message, with `typed` wherever somebody's own words go. */
export function everyMail(language: Language, typed: string): Record<string, Mail> {
  const to = { language, recipient: "aissatou@example.org" };
  const notice = { name: typed, email: "m@example.org", subject: typed, message: `${typed}\nFin` };
  const person = { language, email: "aissatou@example.org", first_name: typed, last_name: typed };
  const registration = {
    ...person,
    reference: "FGE-7K3M-2Q",
    ticket_token: "t1cket",
    event: EVENT,
  };
  const bought = { price_name: "Standard", price_name_en: null, amount: 25_000 };
  const receipt = { reference: "R-1", amount: 150_000, currency: "GNF", paidAt: DEADLINE } as const;
  return {
    application: applicationReceivedMail({
      ...person,
      token: "appl1cation",
      type: { ...TYPE, price: 150_000 },
    }),
    freeApplication: applicationReceivedMail({
      ...person,
      token: "appl1cation",
      type: { ...TYPE, price: 0 },
    }),
    secondApplication: applicationReceivedMail({
      ...person,
      token: "appl1cation",
      earlier: "earl1er",
      type: { ...TYPE, price: 150_000 },
    }),
    member: membershipActiveMail({
      ...person,
      type: TYPE,
      period: { start: "2027-03-01", end: "2028-02-29" },
      receipt,
    }),
    confirmed: registrationConfirmedMail({ ...registration, ...bought, currency: "XOF" }),
    confirmedForm: registrationConfirmedMail({
      ...registration,
      ...bought,
      currency: "XOF",
      code: "042137",
    }),
    held: placeHeldMail({ ...registration, ...bought, currency: "XOF", code: "042137" }),
    link: registrationLinkMail({ ...registration, code: "042137" }),
    proof: registrationProofMail({ ...registration, ...PROOF, status: "unproven", amount: 0 }),
    proofToPay: registrationProofMail({ ...registration, ...PROOF, status: "unproven", amount: 1 }),
    proofInLine: registrationProofMail({ ...registration, ...PROOF, status: "waiting", amount: 1 }),
    waiting: waitingListJoinedMail({ ...registration, position: 12 }),
    offered: placeOfferedMail({ ...registration, deadline: DEADLINE }),
    unpaid: placeReleasedMail({ ...registration, reason: "payment" }),
    untaken: placeReleasedMail({ ...registration, reason: "offer" }),
    cancelled: placeReleasedMail({ ...registration, reason: "cancelled" }),
    refunded: placeReleasedMail({ ...registration, reason: "cancelled", refunded: true }),
    comeBack: newsletterReturnMail({ ...to, token: "r3turn" }),
    welcome: newsletterWelcomeMail({ ...to, subscriptionId: SUBSCRIPTION }),
    acknowledgement: contactAcknowledgementMail({ ...to, name: typed }),
    notice: contactNoticeMail({ ...notice, language }),
  };
}

const PLACE = { device: "Chrome · Android", network: "41.82.x.x" };

/** Every message to staff, in French, with `typed` wherever somebody's own words go. */
export function everyStaffMail(typed: string): Record<string, Mail> {
  const to = { recipient: "aissatou@example.org", name: typed };
  const notice = (event: AccountEvent) => accountNoticeMail({ ...to, event, at: DEADLINE });
  return {
    reset: passwordResetMail({ ...to, token: "l1nk" }),
    code: signInCodeMail({ ...to, code: "123456" }),
    invitation: staffInvitationMail({ ...to, token: "l1nk", invitedBy: typed }),
    address: addressChangeMail({ ...to, token: "l1nk" }),
    newDevice: notice({ kind: "new-device", place: PLACE }),
    password: notice({ kind: "password-changed" }),
    authenticator: notice({ kind: "factor-on", by: "authenticator" }),
    mailCodes: notice({ kind: "factor-on", by: "mail" }),
    factorOff: notice({ kind: "factor-off" }),
    recoveryCodes: notice({ kind: "recovery-codes-made" }),
    recoveryCode: notice({ kind: "recovery-code-used", left: 1, place: PLACE }),
    lastRecoveryCode: notice({ kind: "recovery-code-used", left: 0, place: PLACE }),
    device: notice({ kind: "devices-signed-out", count: 1 }),
    devices: notice({ kind: "devices-signed-out", count: 3 }),
    newAddress: notice({ kind: "address-changed", from: "a@example.org", to: "b@example.org" }),
    deactivated: notice({ kind: "deactivated", by: typed }),
    machine: notice({ kind: "reset-by-machine" }),
  };
}
