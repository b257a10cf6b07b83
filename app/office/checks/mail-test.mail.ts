import { formatMoment } from "../../i18n/format.ts";
import { composeStaffMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";

/** Shows whoever asked for it that mail arrives. */
export function mailTestMail({ at, ...to }: { recipient: string; name: string; at: Date }): Mail {
  return composeStaffMail({
    ...to,
    template: "mail-test",
    subject: "Message d’essai du site",
    preheader: "Les messages du site arrivent jusqu’à vous.",
    title: "Message d’essai",
    parts: [
      "Les messages du site arrivent jusqu’à vous : vous n’avez rien à faire.",
      { facts: [["Demandé le", formatMoment("fr", at)]] },
      { link: "Retour au diagnostic", to: "/admin/diagnostic" },
    ],
    reason: "Vous recevez ce message parce que vous l’avez demandé dans l’administration du site.",
  });
}
