import { WARNED_REASON } from "../../auth/sign-in/warned.ts";
import { formatMoment } from "../../i18n/format.ts";
import { several } from "../../kit/plural.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";

type Released = {
  recipient: string;
  name: string;
  /** Who did it. */
  by: string;
  archive: string | null;
  archiveAt: Date;
  withheld: number;
  leaving: number;
  at: Date;
};

/** Tells an administrator that a restored site works again, and what that let go. */
export function siteReleasedMail(release: Released): Mail {
  const { recipient, name, by, archive, archiveAt, withheld, leaving, at } = release;
  const rows: [string, string][] = [
    ["Par", by],
    ["Quand", formatMoment("fr", at)],
    ["Le site est celui du", formatMoment("fr", archiveAt)],
    ["Messages envoyés", several(leaving, "message", "messages")],
    ["Messages retenus", several(withheld, "message", "messages")],
  ];
  if (archive) rows.push(["Sauvegarde", archive]);
  return composeMail({
    template: "site-released",
    language: "fr",
    recipient,
    subject: "Le site remis en place a repris son travail",
    preheader: `${by} l’a remis au travail.`,
    title: "Le site a repris son travail",
    parts: [
      { text: greeting("fr", name) },
      {
        text: "Le site, remis dans un état d’avant, n’est plus au repos : messages, rappels, remboursements et paiements en ligne reprennent.",
      },
      { rows },
      { button: "Ouvrir l’administration", to: "/admin" },
      {
        text: "Si cela vous surprend, parlez-en tout de suite avec une autre personne de l’administration.",
      },
    ],
    reason: WARNED_REASON,
  });
}
