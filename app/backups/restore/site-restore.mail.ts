import { WARNED_REASON } from "../../auth/sign-in/warned.ts";
import { formatMoment } from "../../i18n/format.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";

/** What was asked for: a copy of an archive, the site of before, or nothing of it any more. */
export type RestoreNews = "copy" | "former" | "cancelled";

type Asked = {
  news: RestoreNews;
  recipient: string;
  name: string;
  /** Who did it. */
  by: string;
  archive: string | null;
  /** As of when the site will be. */
  siteAt: Date | undefined;
  at: Date;
};

const WORDS: Readonly<Record<RestoreNews, { subject: string; text: string }>> = {
  copy: {
    subject: "Une restauration du site est demandée",
    text: "Une copie du site est préparée depuis une sauvegarde. Au prochain démarrage, elle remplace le site : ce qui a été écrit depuis la sauvegarde n’y sera plus. L’état actuel est gardé sept jours.",
  },
  former: {
    subject: "Un retour à l’état précédent du site est demandé",
    text: "Le prochain démarrage remet le site dans l’état d’avant sa restauration. L’état actuel est gardé sept jours.",
  },
  cancelled: {
    subject: "La restauration du site est annulée",
    text: "Le prochain démarrage ne change rien : le site reste comme il est.",
  },
};

/** Tells an administrator that the site is about to become another state of itself, or is not any more. */
export function siteRestoreMail(asked: Asked): Mail {
  const { news, recipient, name, by, archive, siteAt, at } = asked;
  const { subject, text } = WORDS[news];
  const rows: [string, string][] = [
    ["Par", by],
    ["Quand", formatMoment("fr", at)],
  ];
  if (siteAt) rows.push(["Le site sera celui du", formatMoment("fr", siteAt)]);
  if (archive) rows.push(["Sauvegarde", archive]);
  return composeMail({
    template: "site-restore",
    language: "fr",
    recipient,
    subject,
    preheader: `Demandé par ${by}.`,
    title: subject,
    parts: [
      { text: greeting("fr", name) },
      { text },
      { rows },
      { button: "Voir la restauration", to: "/admin/backups/restore" },
      {
        text: "Jusqu’au redémarrage, un administrateur peut encore annuler. Si cela vous surprend, parlez-en tout de suite avec une autre personne de l’administration.",
      },
    ],
    reason: WARNED_REASON,
  });
}
