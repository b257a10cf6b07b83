import { formatMoment, several } from "../i18n/format.ts";
import { composeStaffMail } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";

/** To an administrator, about what somebody did. */
type Notice = {
  recipient: string;
  name: string;
  /** Who did it. */
  by: string;
  at: Date;
};

const SURPRISE =
  "Si cela vous surprend, parlez-en tout de suite avec une autre personne de l’administration.";

/** Tells an administrator that there is a new recovery key: whoever has it reads every archive. The key is not in it. */
export function recoveryKeyMail({ by, at, ...to }: Notice): Mail {
  return composeStaffMail({
    ...to,
    template: "recovery-key",
    subject: "Une clé de secours des sauvegardes a été créée",
    preheader: `Créée par ${by}.`,
    parts: [
      "Cette clé ouvre toutes les sauvegardes à venir. Elle n’a été montrée qu’une fois, à la personne qui l’a créée : deux personnes doivent la garder sur papier. Tant que personne ne l’a saisie à partir de la feuille imprimée, le site signale qu’elle reste à vérifier.",
      {
        facts: [
          ["Par", by],
          ["Quand", formatMoment("fr", at)],
        ],
      },
      { button: "Vérifier la clé", to: "/admin/backups" },
      SURPRISE,
    ],
  });
}

/** What somebody wants: a copy of an archive, the site of before, or nothing of it any more. */
export type RestoreNews = "copy" | "former" | "cancelled";

type Restore = Notice & {
  news: RestoreNews;
  archive: string | null;
  /** As of when the site will be. */
  siteAt: Date | undefined;
};

const RESTORES: Readonly<Record<RestoreNews, { subject: string; text: string }>> = {
  copy: {
    subject: "Une restauration du site est demandée",
    text: "Une copie du site est préparée depuis une sauvegarde. Au prochain démarrage, elle remplacera le site : ce qui a été écrit depuis la sauvegarde n’y sera plus. L’état actuel sera gardé sept jours.",
  },
  former: {
    subject: "Un retour à l’état précédent du site est demandé",
    text: "Le prochain démarrage remettra le site dans l’état d’avant sa restauration. L’état actuel sera gardé sept jours.",
  },
  cancelled: {
    subject: "La restauration du site est annulée",
    text: "Le site restera tel quel au prochain démarrage.",
  },
};

/** Tells an administrator that the site is about to become another state of itself, or is not any more. */
export function siteRestoreMail({ news, by, at, archive, siteAt, ...to }: Restore): Mail {
  const { subject, text } = RESTORES[news];
  return composeStaffMail({
    ...to,
    template: "site-restore",
    subject,
    preheader: `Demandé par ${by}.`,
    parts: [
      text,
      {
        facts: [
          ["Par", by],
          ["Quand", formatMoment("fr", at)],
          siteAt && ["Le site sera celui du", formatMoment("fr", siteAt)],
          archive !== null && ["Sauvegarde", archive],
        ],
      },
      { button: "Voir la restauration", to: "/admin/backups/restore" },
      `Jusqu’au redémarrage, un administrateur peut encore annuler. ${SURPRISE}`,
    ],
  });
}

type Release = Notice & {
  archive: string | null;
  archiveAt: Date;
  withheld: number;
  leaving: number;
};

/** Tells an administrator that a restored site works again, and what that let go. */
export function siteReleasedMail(release: Release): Mail {
  const { by, at, archive, archiveAt, withheld, leaving, ...to } = release;
  return composeStaffMail({
    ...to,
    template: "site-released",
    subject: "Le site restauré a repris son travail",
    preheader: `Remis en marche par ${by}.`,
    title: "Le site a repris son travail",
    parts: [
      "Le site, restauré depuis une sauvegarde, n’est plus en pause : messages, rappels, remboursements et paiements en ligne reprennent.",
      {
        facts: [
          ["Par", by],
          ["Quand", formatMoment("fr", at)],
          ["Le site est celui du", formatMoment("fr", archiveAt)],
          ["Messages envoyés", several(leaving, "message", "messages")],
          ["Messages retenus", several(withheld, "message", "messages")],
          archive !== null && ["Sauvegarde", archive],
        ],
      },
      { button: "Ouvrir l’administration", to: "/admin" },
      SURPRISE,
    ],
  });
}
