import { formatMoment } from "../i18n/format.ts";
import { composeMail } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";
import { greeting } from "../mail/mail-labels.ts";

type Alarm = { recipient: string; name: string; words: string; at: Date };

/** Tells an administrator that the site could not be brought back as it is today. */
export function backupAlarmMail({ recipient, name, words, at }: Alarm): Mail {
  return composeMail({
    template: "backup-alarm",
    language: "fr",
    recipient,
    subject: "Sauvegarde du site : à regarder aujourd’hui",
    preheader: `${words}.`,
    title: "La sauvegarde du site est en panne",
    parts: [
      { text: greeting("fr", name) },
      { text: `${words}. Tant que cela dure, ce qui est écrit aujourd’hui pourrait être perdu.` },
      { rows: [["Constaté le", formatMoment("fr", at)]] },
      { button: "Voir les sauvegardes", to: "/admin/backups" },
      { text: "Ce message revient une fois par jour, jusqu’à ce que tout soit en ordre." },
    ],
    reason: "Vous recevez ce message parce que vous administrez le site.",
  });
}
