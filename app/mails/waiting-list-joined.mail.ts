import { formatDate, formatNumber } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { composeMail } from "./layout.ts";
import type { Mail } from "./mail.ts";
import type { MailedRegistration } from "./registration-confirmed.mail.ts";
import { greeting } from "./words.ts";

export type WaitingListJoined = MailedRegistration & {
  /** 1 for the first in line. */
  position: number;
};

type Texts = Record<
  | "preheader"
  | "title"
  | "full"
  | "reference"
  | "event"
  | "date"
  | "position"
  | "next"
  | "link"
  | "reason",
  string
> & { subject: (event: string) => string };

const TEXTS = {
  fr: {
    subject: (event) => `Liste d’attente : ${event}`,
    preheader: "Nous vous écrirons dès qu’une place se libère.",
    title: "Vous êtes sur la liste d’attente",
    full: "Toutes les places de cet événement sont prises. Vous êtes sur la liste d’attente.",
    reference: "Référence",
    event: "Événement",
    date: "Date",
    position: "Votre position",
    next: "Dès qu’une place se libère pour vous, nous vous écrivons. Vous n’avez rien à payer d’ici là.",
    link: "Voir mon inscription",
    reason:
      "Vous recevez ce message parce qu’une inscription à cet événement a été faite avec cette adresse.",
  },
  en: {
    subject: (event) => `Waiting list: ${event}`,
    preheader: "We will write to you as soon as a place is free.",
    title: "You are on the waiting list",
    full: "All the places of this event are taken. You are on the waiting list.",
    reference: "Reference",
    event: "Event",
    date: "Date",
    position: "Your position",
    next: "As soon as a place is free for you, we write to you. There is nothing to pay until then.",
    link: "See my registration",
    reason:
      "You receive this message because a registration for this event was made with this address.",
  },
} satisfies Record<Language, Texts>;

/** The event is full: where one stands in the line. */
export function waitingListJoinedMail(data: WaitingListJoined): Mail {
  const { language, event } = data;
  const texts = TEXTS[language];
  const title = localized(event, "title", language);
  return composeMail({
    template: "waiting-list-joined",
    language,
    recipient: data.email,
    subject: texts.subject(title.text),
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: greeting(language, data.first_name) },
      { text: texts.full },
      {
        rows: [
          [texts.reference, data.reference],
          [texts.event, title],
          [texts.date, formatDate(language, event.date)],
          [texts.position, formatNumber(language, data.position)],
        ],
      },
      { text: texts.next },
      { link: texts.link, to: `/tickets/${data.ticket_token}` },
    ],
    reason: texts.reason,
  });
}
