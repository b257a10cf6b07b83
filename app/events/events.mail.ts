import { formatDate, formatTime } from "../i18n/format.ts";
import { composeStaffMail } from "../mail/layout.ts";
import { type Mail, oneLine } from "../mail/mail.ts";

/** What whoever stands at the door of an event hears of it. */
export type DoorNews = "added" | "removed" | "moved" | "cancelled" | "reopened";

type Door = {
  recipient: string;
  name: string;
  event: { title: string; date: string; time: string | null; location: string };
  by: string;
  news: DoorNews;
};

const OPENS =
  "L’écran de l’entrée s’ouvre la veille de l’événement et se ferme à la fin du lendemain. Sur votre téléphone, connectez-vous : il est sur votre tableau de bord.";

/** Of each news: the subject, after the event in quotes or before it; and what is said. */
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
      `Vous n’avez plus à tenir l’entrée de cet événement, dit ${by}. Son écran vous est fermé.`,
    ],
  }),
  moved: (event) => ({
    subject: `« ${event} », dont vous tenez l’entrée, a changé`,
    texts: ["La date, l’heure ou le lieu a changé. Voici ce qui compte maintenant.", OPENS],
  }),
  cancelled: (event) => ({
    subject: `« ${event} », dont vous teniez l’entrée, est annulé`,
    texts: ["L’événement n’a pas lieu : personne ne vous attend à l’entrée."],
  }),
  reopened: (event) => ({
    subject: `« ${event} » a lieu, et vous en tenez l’entrée`,
    texts: ["L’événement était annulé ; il a lieu, et l’on compte toujours sur vous.", OPENS],
  }),
};

/** Tells an account of the door what became of its place there. */
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
