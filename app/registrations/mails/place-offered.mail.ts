import { formatDate, formatMoment } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Mail } from "../../mail/mail.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

export type PlaceOffered = MailedRegistration & {
  /** After this the place goes to the next one. */
  deadline: Date;
  /** The package that they chose is gone: they choose another one. */
  mustChoose: boolean;
};

type Texts = Record<"title" | "free" | "choose" | "button" | "reason", string> & {
  subject: (event: string) => string;
  until: (deadline: string) => string;
};

const TEXTS = {
  fr: {
    subject: (event) => `Une place s’est libérée : ${event}`,
    title: "Une place est pour vous",
    free: "Une place s’est libérée et vous êtes en tête de la liste d’attente.",
    choose:
      "La formule que vous aviez choisie n’est plus disponible : choisissez-en une autre en prenant votre place.",
    until: (deadline) =>
      `Elle vous est gardée jusqu’au ${deadline} (heure de Conakry). Ensuite, elle sera proposée à la personne suivante.`,
    button: "Prendre ma place",
    reason: "Vous recevez ce message parce que vous êtes sur la liste d’attente de cet événement.",
  },
  en: {
    subject: (event) => `A place is free: ${event}`,
    title: "A place is yours",
    free: "A place has become free and you are at the top of the waiting list.",
    choose:
      "The package you chose is no longer available: choose another one when you take your place.",
    until: (deadline) =>
      `It is kept for you until ${deadline} (Conakry time). After that, it is offered to the next person.`,
    button: "Take my place",
    reason: "You receive this message because you are on the waiting list of this event.",
  },
} satisfies Record<Language, Texts>;

/** A place became free for somebody who waits, and for how long it is kept. */
export function placeOfferedMail(data: PlaceOffered): Mail {
  const { language, event } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  const until = texts.until(formatMoment(language, data.deadline));
  return registrationMail(data, {
    template: "place-offered",
    preheader: until,
    texts,
    parts: (title) => [
      { text: texts.free },
      {
        rows: [
          [words.event, title],
          [words.date, formatDate(language, event.date)],
        ],
      },
      ...(data.mustChoose ? [{ text: texts.choose }] : []),
      { text: until },
      { button: texts.button, to: `/tickets/${data.ticket_token}` },
    ],
    reason: texts.reason,
  });
}
