import { formatMoment, several } from "../../i18n/format.ts";
import { composeStaffMail, type Part } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { CAUSES, type Trouble } from "./causes.ts";

/** A problem, with the moment when it began. */
type ReportedCause = Trouble & { since: Date };

/** An alert: an error at once, the daily mail, or the end of a problem. */
export type HealthNews = {
  kind: "grave" | "day" | "well";
  causes: readonly ReportedCause[];
  at: Date;
};

type Notice = { recipient: string; name: string; news: HealthNews };

/** The mail to an administrator. It holds no text that somebody typed. */
export function healthMail({ news, ...to }: Notice): Mail {
  const { subject, lead } = wordsOf(news);
  return composeStaffMail({
    ...to,
    template: "health",
    subject,
    preheader: lead,
    parts: [
      lead,
      ...news.causes.map((cause) => partOf(cause, news)),
      { button: "Voir la santé du site", to: "/admin/health" },
    ],
    reason: "Vous recevez ce message parce que vous administrez le site.",
  });
}

const partOf = ({ cause, summary, since }: ReportedCause, { kind, at }: HealthNews): Part => ({
  facts: [
    ["Quoi", CAUSES[cause]],
    [kind === "well" ? "C’était" : "Constat", summary],
    ["Depuis", formatMoment("fr", since)],
    kind === "well" && ["Rétabli", formatMoment("fr", at)],
  ],
});

function wordsOf({ kind, causes }: HealthNews): { subject: string; lead: string } {
  const [first] = causes;
  const what = causes.length === 1 && first ? CAUSES[first.cause] : undefined;
  if (kind === "well") {
    return {
      subject: what ? `Rétabli : ${what}` : `Rétabli : ${causes.length} problèmes`,
      lead: "Ce qui n’allait pas sur le site est réglé. Il n’y a plus rien à faire.",
    };
  }
  if (kind === "grave") {
    return {
      subject: what ? `Urgent : ${what}` : `Urgent : ${causes.length} problèmes graves`,
      lead: "Le site a un problème grave. Prévenez dès maintenant la personne qui s’occupe du serveur.",
    };
  }
  return {
    subject: several(
      causes.length,
      "point à vérifier sur le site",
      "points à vérifier sur le site",
    ),
    lead: "Voici ce qui ne va pas sur le site ce matin. Vous recevrez ce message une fois par jour, tant que cela dure.",
  };
}
