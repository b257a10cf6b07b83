import { ADMINISTRATOR_LABEL } from "../../core/values/roles.ts";
import { formatMoment } from "../../i18n/format.ts";
import { composeStaffMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { passwordPath } from "../passwords/passwords.ts";

type StaffInvitation = { recipient: string; name: string; token: string; invitedBy: string };

/** Brings a new member of staff to the screen where they choose their password. */
export function staffInvitationMail({ token, invitedBy, ...to }: StaffInvitation): Mail {
  return composeStaffMail({
    ...to,
    template: "staff-invitation",
    subject: "Votre accès à l’administration du site",
    preheader: "Choisissez votre mot de passe pour commencer.",
    title: "Bienvenue dans l’équipe",
    parts: [
      `${invitedBy} vous a ouvert un accès à l’administration du site. Choisissez votre mot de passe pour commencer ; ce lien est valable sept jours.`,
      { button: "Choisir mon mot de passe", to: passwordPath(token) },
    ],
    reason: "Vous recevez ce message parce qu’un administrateur a donné cette adresse.",
  });
}

type Admission = {
  recipient: string;
  name: string;
  /** Who wants whom to come in, and as what. */
  askedBy: string;
  candidate: { name: string; email: string; roles: string };
  /** From when whoever asked may agree alone, where nobody else is there. */
  until: Date | null;
};

/** Tells everybody who administers the site that somebody is to come in, and what is left to do. */
export function admissionMail({ askedBy, candidate, until, ...to }: Admission): Mail {
  const isAdministrator = candidate.roles === ADMINISTRATOR_LABEL;
  const access = isAdministrator ? "toute l’administration" : "l’administration";
  const next = until
    ? "Aucune autre personne ne peut l’approuver : l’accès attend donc une journée avant de pouvoir être ouvert."
    : "L’accès ne s’ouvre que lorsqu’une autre personne l’approuve, avec un compte de plus de 24 heures.";
  return composeStaffMail({
    ...to,
    template: "staff-admission",
    subject: isAdministrator
      ? "Un nouvel administrateur à approuver"
      : "Un nouvel accès à approuver",
    parts: [
      `${askedBy} veut donner à cette personne un accès à ${access}. ${next}`,
      {
        facts: [
          ["Nom", candidate.name],
          ["E-mail", candidate.email],
          ["Rôles", candidate.roles],
          until && ["À ouvrir à partir du", formatMoment("fr", until)],
        ],
      },
      "Si cela vous surprend, retirez cette demande et parlez-en avec une autre personne de l’administration.",
      { button: "Voir les comptes", to: "/admin/staff" },
    ],
  });
}
