import { WARNED_REASON } from "../../auth/sign-in/warned.ts";
import { formatMoment } from "../../i18n/format.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";

type Made = { recipient: string; name: string; by: string; at: Date };

/** Tells an administrator that there is a new recovery key: whoever has it reads every archive. The key is not in it. */
export function recoveryKeyMail({ recipient, name, by, at }: Made): Mail {
  const subject = "Une clé de secours des sauvegardes a été créée";
  return composeMail({
    template: "recovery-key",
    language: "fr",
    recipient,
    subject,
    preheader: `Créée par ${by}.`,
    title: subject,
    parts: [
      { text: greeting("fr", name) },
      {
        text: "Cette clé ouvre toutes les sauvegardes à venir. Elle n’a été montrée qu’une fois, à la personne qui l’a créée\u202f: deux personnes doivent la garder sur papier. Tant que personne ne l’a saisie depuis sa feuille, le site ne se dit pas en ordre.",
      },
      {
        rows: [
          ["Par", by],
          ["Quand", formatMoment("fr", at)],
        ],
      },
      { button: "Présenter la clé", to: "/admin/backups" },
      {
        text: "Si cela vous surprend, parlez-en tout de suite avec une autre personne de l’administration.",
      },
    ],
    reason: WARNED_REASON,
  });
}
