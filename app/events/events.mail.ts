import { formatAmount, formatDate, formatMoment, formatTime } from "../i18n/format.ts";
import { composeStaffMail } from "../mail/layout.ts";
import { type Mail, oneLine } from "../mail/mail.ts";
import type { Concerned } from "./door/ticket-office.ts";

/** The reasons for a mail to door staff. */
export type DoorNews = "added" | "removed" | "moved" | "cancelled" | "reopened";

type Door = {
  recipient: string;
  name: string;
  event: { title: string; date: string; time: string | null; location: string };
  by: string;
  news: DoorNews;
};

const OPENS =
  "L’écran de l’entrée s’ouvre la veille de l’événement et se ferme à la fin du lendemain. Connectez-vous sur votre téléphone : vous le trouverez sur votre tableau de bord.";

/** The subject and paragraphs of each mail. */
const WORDS: Readonly<
  Record<DoorNews, (event: string, by: string) => { subject: string; texts: string[] }>
> = {
  added: (event, by) => ({
    subject: `Vous tenez l’entrée de « ${event} »`,
    texts: [`${by} vous confie l’entrée de cet événement. Merci de votre aide !`, OPENS],
  }),
  removed: (event, by) => ({
    subject: `Vous ne tenez plus l’entrée de « ${event} »`,
    texts: [
      `${by} vous a retiré l’entrée de cet événement : vous n’avez plus à la tenir et n’avez plus accès à son écran.`,
    ],
  }),
  moved: (event) => ({
    subject: `« ${event} », dont vous tenez l’entrée, a changé`,
    texts: ["La date, l’heure ou le lieu a changé. Voici les nouvelles informations.", OPENS],
  }),
  cancelled: (event) => ({
    subject: `« ${event} », dont vous teniez l’entrée, est annulé`,
    texts: ["L’événement n’aura pas lieu : vous n’avez pas à en tenir l’entrée."],
  }),
  reopened: (event) => ({
    subject: `« ${event} » aura bien lieu, et vous en tenez l’entrée`,
    texts: [
      "L’événement avait été annulé : il aura bien lieu, et nous comptons toujours sur vous.",
      OPENS,
    ],
  }),
};

/** To a member of the door staff: they were added or removed, or the event changed. */
export function eventDoorMail({ event, by, news, ...to }: Door): Mail {
  const { title, date, time, location } = event;
  const { subject, texts } = WORDS[news](oneLine(title), by);
  return composeStaffMail({
    ...to,
    template: "event-door",
    subject,
    parts: [
      ...texts,
      {
        facts: [
          ["Événement", title],
          ["Date", formatDate("fr", date) + (time ? `, ${formatTime("fr", time)}` : "")],
          ["Lieu", location],
        ],
      },
      news !== "removed" &&
        news !== "cancelled" && { button: "Ouvrir le tableau de bord", to: "/admin" },
    ],
    reason: "Vous recevez ce message parce que votre compte a le rôle Accueil sur ce site.",
  });
}

type Returns = {
  recipient: string;
  name: string;
  event: { id: string; title: string };
  owed: Concerned["owed"];
  by: string;
  /** Where nobody else administers the site. */
  until?: Date;
};

/** To every administrator: the refunds of a cancelled event wait for a second approval, or for a day. */
export function eventReturnsMail({ event, owed, by, until, ...to }: Returns): Mail {
  const sums = owed
    .map(({ amount, currency }) => formatAmount("fr", amount, currency))
    .join(" et ");
  return composeStaffMail({
    ...to,
    template: "event-returns",
    subject: `« ${oneLine(event.title)} » annulé : ${sums} à rembourser`,
    parts: [
      until
        ? `${by} a annulé cet événement. Les remboursements partiront après une journée d’attente, car aucune autre personne ne peut les approuver.`
        : `${by} a annulé cet événement. Les remboursements partiront tous ensemble, dès qu’une autre personne les aura approuvés.`,
      {
        facts: [["À rembourser", sums], until && ["Partent le", formatMoment("fr", until)]],
      },
      until
        ? "Si cela vous surprend, changez tout de suite votre mot de passe et retenez les remboursements sur l’écran de l’événement."
        : "Les inscrits sont déjà prévenus de l’annulation.",
      { button: "Voir les remboursements", to: `/admin/events/${event.id}/cancel` },
    ],
  });
}
