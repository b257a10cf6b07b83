import { formatWeekday } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { Mail } from "../../mail/mail.ts";
import {
  codePicture,
  hasEntrance,
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
  whenWords,
} from "./registration-mail.ts";

export type EventReminder = MailedRegistration & {
  id: string;
  last_name: string;
  price_name: string;
  price_name_en: string | null;
};

type Texts = Record<
  | "preheader"
  | "title"
  | "expected"
  | "where"
  | "holder"
  | "package"
  | "show"
  | "bring"
  | "online"
  | "link"
  | "away",
  string
> & { subject: (event: string) => string };

const TEXTS = {
  fr: {
    subject: (event) => `Rappel : ${event}`,
    preheader: "Votre billet est dans ce message.",
    title: "C’est bientôt",
    expected: "Votre place est confirmée, et nous vous attendons.",
    where: "Lieu",
    holder: "Participant",
    package: "Formule",
    show: "Ce code se présente à l’entrée, sur votre téléphone ou imprimé. Le billet est aussi joint, sur une page : il suffit, même sans connexion.",
    bring: "À apporter : ce billet et un document d’identité, qui peut être demandé sur place.",
    online: "Cet événement a lieu en ligne : la référence prouve votre inscription.",
    link: "Voir mon billet",
    away: "Vous ne venez pas ? Rendez votre place sur la page du billet : quelqu’un l’attend peut-être.",
  },
  en: {
    subject: (event) => `Reminder: ${event}`,
    preheader: "Your ticket is inside this message.",
    title: "See you soon",
    expected: "Your place is confirmed, and we look forward to seeing you.",
    where: "Venue",
    holder: "Participant",
    package: "Package",
    show: "Show this code at the entrance, on your phone or printed. The ticket is attached as well, on one page: it is all you need, even offline.",
    bring: "To bring: this ticket and an identity document, which may be asked for at the venue.",
    online: "This event takes place online: the reference proves your registration.",
    link: "See my ticket",
    away: "Not coming? Give your place back on the page of the ticket: somebody may be waiting for it.",
  },
} satisfies Record<Language, Texts>;

/** The day before an event: when, where, and the ticket itself. It names no day by 'tomorrow', so that it stays true. */
export function eventReminderMail(data: EventReminder): Mail {
  const { language, event } = data;
  const words = REGISTRATION_LABELS[language];
  const texts: Texts = TEXTS[language];
  const weekday = event.end_date ? "" : `${formatWeekday(language, event.date)} `;
  return registrationMail(data, {
    template: "event-reminder",
    about_id: data.id,
    preheader: texts.preheader,
    texts,
    parts: (title) => [
      { text: texts.expected },
      {
        rows: [
          [words.reference, data.reference],
          [words.event, title],
          [words.date, weekday + whenWords(language, event)],
          [texts.where, localized(event, "location", language)],
          [texts.holder, `${data.first_name} ${data.last_name}`],
          [texts.package, localized(data, "price_name", language)],
        ],
      },
      ...(hasEntrance(event)
        ? [codePicture(language, data.reference), { text: texts.show }, { text: texts.bring }]
        : [{ text: texts.online }]),
      { button: texts.link, to: `/tickets/${data.ticket_token}` },
      { text: texts.away },
    ],
  });
}
