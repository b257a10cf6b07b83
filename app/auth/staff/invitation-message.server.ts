import { env } from "../../core/process/env.server.ts";
import { formatMoment } from "../../i18n/format.ts";
import { mailLeaves } from "../../mail/mail.server.ts";
import type { Admission, SentInvitation, Wish } from "./invitations.staff.server.ts";
import type { RoleChange } from "./role-changes.staff.server.ts";

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

/** What is said of somebody who is to be let in. */
export const wishMessage = ({ email, from }: Wish) =>
  from
    ? `${email} : personne d’autre ne peut l’approuver, vous le pourrez à partir du ${formatMoment("fr", from)}`
    : `${email} : une autre personne de l’administration l’approuve maintenant`;

/** What is said of other roles. */
export const roleChangeMessage = ({ email, wish }: RoleChange) =>
  wish ? wishMessage(wish) : `Rôles de ${email} enregistrés`;

/** What is said of somebody who was let in, or not yet. */
export function admissionMessage({ email, invitation, from, raised }: Admission) {
  if (from) return wishMessage({ email, from });
  if (raised) return `${email} est administrateur`;
  return invitation ? invitationMessage(invitation) : `Compte de ${email} activé`;
}
