import { formatDate, formatNumber } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Mail } from "../../mail/mail.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

export type WaitingListJoined = MailedRegistration & {
  /** 1 for the first in line. */
  position: number;
};

type Texts = Record<"preheader" | "title" | "full" | "position" | "next" | "link", string> & {
  subject: (event: string) => string;
};

const TEXTS = {
  fr: {
    subject: (event) => `Liste d’attente : ${event}`,
    preheader: "Nous vous écrirons dès qu’une place se libère.",
    title: "Vous êtes sur la liste d’attente",
    full: "Toutes les places de cet événement sont prises. Vous êtes sur la liste d’attente.",
    position: "Votre position",
    next: "Dès qu’une place se libère pour vous, nous vous écrivons. Vous n’avez rien à payer d’ici là.",
    link: "Voir mon inscription",
  },
  en: {
    subject: (event) => `Waiting list: ${event}`,
    preheader: "We will write to you as soon as a place is free.",
    title: "You are on the waiting list",
    full: "All the places of this event are taken. You are on the waiting list.",
    position: "Your position",
    next: "As soon as a place is free for you, we write to you. There is nothing to pay until then.",
    link: "See my registration",
  },
} satisfies Record<Language, Texts>;

/** The event is full: where one stands in the line. */
export function waitingListJoinedMail(data: WaitingListJoined): Mail {
  const { language, event } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  return registrationMail(data, {
    template: "waiting-list-joined",
    preheader: texts.preheader,
    texts,
    parts: (title) => [
      { text: texts.full },
      {
        rows: [
          [words.reference, data.reference],
          [words.event, title],
          [words.date, formatDate(language, event.date)],
          [texts.position, formatNumber(language, data.position)],
        ],
      },
      { text: texts.next },
      { link: texts.link, to: `/tickets/${data.ticket_token}` },
    ],
  });
}
