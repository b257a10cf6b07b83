import { formatMoment } from "../../i18n/format.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";

/** Shows whoever asked for it that mail arrives. */
export function mailTestMail(data: { recipient: string; name: string; at: Date }): Mail {
  return composeMail({
    template: "mail-test",
    language: "fr",
    recipient: data.recipient,
    subject: "Message d’essai du site",
    preheader: "Les messages du site arrivent jusqu’à vous.",
    title: "Message d’essai",
    parts: [
      { text: greeting("fr", data.name) },
      { text: "Les messages du site arrivent jusqu’à vous\u202f: vous n’avez rien à faire." },
      { rows: [["Demandé le", formatMoment("fr", data.at)]] },
      { link: "Retour au diagnostic", to: "/admin/diagnostic" },
    ],
    reason: "Vous recevez ce message parce que vous l’avez demandé dans l’administration du site.",
  });
}
