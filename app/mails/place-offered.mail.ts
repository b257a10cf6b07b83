import { formatDate, formatMoment } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { composeMail } from "./layout.ts";
import type { Mail } from "./mail.ts";
import type { MailedRegistration } from "./registration-confirmed.mail.ts";
import { greeting } from "./words.ts";

export type PlaceOffered = MailedRegistration & {
  /** After this the place goes to the next one. */
  deadline: Date;
};

type Texts = Record<"title" | "free" | "event" | "date" | "button" | "reason", string> & {
  subject: (event: string) => string;
  until: (deadline: string) => string;
};

const TEXTS = {
  fr: {
    subject: (event) => `Une place s’est libérée : ${event}`,
    title: "Une place est pour vous",
    free: "Une place s’est libérée et vous êtes en tête de la liste d’attente.",
    event: "Événement",
    date: "Date",
    until: (deadline) =>
      `Elle vous est gardée jusqu’au ${deadline} (heure de Conakry). Ensuite, elle sera proposée à la personne suivante.`,
    button: "Prendre ma place",
    reason: "Vous recevez ce message parce que vous êtes sur la liste d’attente de cet événement.",
  },
  en: {
    subject: (event) => `A place is free: ${event}`,
    title: "A place is yours",
    free: "A place has become free and you are at the top of the waiting list.",
    event: "Event",
    date: "Date",
    until: (deadline) =>
      `It is kept for you until ${deadline} (Conakry time). After that, it is offered to the next person.`,
    button: "Take my place",
    reason: "You receive this message because you are on the waiting list of this event.",
  },
} satisfies Record<Language, Texts>;

/** A place became free for somebody who waits, and for how long it is kept. */
export function placeOfferedMail(data: PlaceOffered): Mail {
  const { language, event } = data;
  const texts = TEXTS[language];
  const title = localized(event, "title", language);
  const until = texts.until(formatMoment(language, data.deadline));
  return composeMail({
    template: "place-offered",
    language,
    recipient: data.email,
    subject: texts.subject(title.text),
    preheader: until,
    title: texts.title,
    parts: [
      { text: greeting(language, data.first_name) },
      { text: texts.free },
      {
        rows: [
          [texts.event, title],
          [texts.date, formatDate(language, event.date)],
        ],
      },
      { text: until },
      { button: texts.button, to: `/tickets/${data.ticket_token}` },
    ],
    reason: texts.reason,
  });
}
