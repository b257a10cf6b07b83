import { ADMINISTRATOR_LABEL } from "../../core/values/roles.ts";
import { formatMoment } from "../../i18n/format.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { WARNED_REASON } from "../sign-in/warned.ts";

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
export function admissionMail({ recipient, name, askedBy, candidate, until }: Admission): Mail {
  const isAll = candidate.roles === ADMINISTRATOR_LABEL;
  const subject = isAll ? "Un nouvel administrateur à approuver" : "Un nouvel accès à approuver";
  const next = until
    ? "Aucune autre personne ne peut l’approuver : l’accès attend donc une journée avant de pouvoir être ouvert."
    : "L’accès ne s’ouvre que lorsqu’une autre personne l’approuve, avec un compte de plus de 24 heures.";
  return composeMail({
    template: "staff-admission",
    language: "fr",
    recipient,
    subject,
    preheader: subject,
    title: subject,
    parts: [
      { text: `Bonjour ${name},` },
      {
        text: `${askedBy} veut donner à cette personne un accès à ${isAll ? "toute " : ""}l’administration. ${next}`,
      },
      {
        rows: [
          ["Nom", candidate.name],
          ["E-mail", candidate.email],
          ["Rôles", candidate.roles],
          ...(until ? [["À ouvrir à partir du", formatMoment("fr", until)] as const] : []),
        ],
      },
      {
        text: "Si cela vous surprend, retirez cette demande et parlez-en avec une autre personne de l’administration.",
      },
      { button: "Voir les comptes", to: "/admin/staff" },
    ],
    reason: WARNED_REASON,
  });
}
