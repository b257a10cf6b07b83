import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { passwordPath } from "../passwords/passwords.ts";

type StaffInvitation = { recipient: string; name: string; token: string; invitedBy: string };

/** Brings a new member of staff to the screen where they choose their password. */
export function staffInvitationMail(data: StaffInvitation): Mail {
  const { recipient, name, token, invitedBy } = data;
  return composeMail({
    template: "staff-invitation",
    language: "fr",
    recipient,
    subject: "Votre accès à l’administration du site",
    preheader: "Choisissez votre mot de passe pour commencer.",
    title: "Bienvenue dans l’équipe",
    parts: [
      { text: `Bonjour ${name},` },
      {
        text: `${invitedBy} vous a ouvert un accès à l’administration du site. Choisissez votre mot de passe pour commencer ; ce lien est valable sept jours.`,
      },
      { button: "Choisir mon mot de passe", to: passwordPath(token) },
    ],
    reason: "Vous recevez ce message parce qu’un administrateur a donné cette adresse.",
  });
}
