import { env } from "../core/env.server.ts";
import { mailLeaves } from "../mail/mail.server.ts";
import type { SentInvitation } from "./accounts.staff.server.ts";

/**
 * What is said of an invitation. Where no mail leaves, whoever invites hands the link over themselves; where
 * it does, the link is for the mailbox alone.
 */
export function invitationMessage({ email, path }: SentInvitation) {
  if (mailLeaves()) return { text: `Invitation envoyée à ${email}` };
  return {
    text: `Invitation pour ${email} gardée sur le serveur, d’où aucun e-mail ne part : remettez-lui ce lien, valable sept jours.`,
    copy: env().PUBLIC_URL + path,
  };
}
