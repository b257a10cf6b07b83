import { formatDate, formatMoment } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Mail } from "../../mail/mail.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

export type EventReopened = MailedRegistration & {
  /** Until when the place that they had is kept for them; absent for whoever waits. */
  deadline?: Date;
};

type Texts = Record<
  "preheader" | "title" | "reopened" | "offered" | "until" | "waiting" | "take" | "link",
  string
> & { subject: (event: string) => string };

const TEXTS = {
  fr: {
    subject: (event) => `Finalement maintenu : ${event}`,
    preheader: "L’annulation est levée. Voici où en est votre place.",
    title: "Cet événement aura bien lieu",
    reopened: "La fédération avait annulé cet événement : il aura bien lieu.",
    offered:
      "La place que vous aviez vous est gardée. Prenez-la sur la page de votre inscription ; si elle est payante, vous la payez à nouveau, car l’argent vous est rendu.",
    until: "Gardée jusqu’au",
    waiting:
      "Vous retrouvez votre rang sur la liste d’attente. Si une place se libère, nous vous écrivons.",
    take: "Prendre ma place",
    link: "Voir mon inscription",
  },
  en: {
    subject: (event) => `Taking place after all: ${event}`,
    preheader: "The event is back on. This is where your place stands.",
    title: "This event takes place after all",
    reopened: "The federation had cancelled this event: it takes place after all.",
    offered:
      "The place you had is kept for you. Take it on the page of your registration; if it has a price, you pay again, since your money was refunded.",
    until: "Kept until",
    waiting:
      "You are back on the waiting list, where you were. We write to you when a place becomes free.",
    take: "Take my place",
    link: "See my registration",
  },
} satisfies Record<Language, Texts>;

/** A cancelled event takes place after all: the place that somebody had is theirs to take again. */
export function eventReopenedMail(data: EventReopened): Mail {
  const { language, event, deadline } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  return registrationMail(data, {
    template: "event-reopened",
    preheader: texts.preheader,
    texts,
    parts: (title) => [
      { text: texts.reopened },
      { text: deadline ? texts.offered : texts.waiting },
      {
        rows: [
          [words.reference, data.reference],
          [words.event, title],
          [words.date, formatDate(language, event.date)],
          ...(deadline ? [[texts.until, formatMoment(language, deadline)] as const] : []),
        ],
      },
      { button: deadline ? texts.take : texts.link, to: `/tickets/${data.ticket_token}` },
    ],
  });
}
