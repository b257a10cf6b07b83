import { type Currency, formatDate, formatTime } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import type { Mail } from "../mail/mail.ts";
import { priceWords } from "../mail/mail-labels.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

export type RegistrationConfirmed = MailedRegistration & {
  price_name: string;
  price_name_en: string | null;
  amount: number;
  currency: Currency;
};

type Texts = Record<
  | "preheader"
  | "title"
  | "confirmed"
  | "time"
  | "place"
  | "package"
  | "price"
  | "ticket"
  | "show"
  | "calendar",
  string
> & { subject: (event: string) => string };

const TEXTS = {
  fr: {
    subject: (event) => `Inscription confirmée : ${event}`,
    preheader: "Votre billet vous attend.",
    title: "Votre place est réservée",
    confirmed: "Votre inscription est confirmée.",
    time: "Heure",
    place: "Lieu",
    package: "Formule",
    price: "Prix",
    ticket: "Voir mon billet",
    show: "Gardez votre billet à portée de main : sur place, son code QR se présente à l’entrée, sur votre téléphone ou imprimé.",
    calendar: "Ajouter à mon agenda",
  },
  en: {
    subject: (event) => `Registration confirmed: ${event}`,
    preheader: "Your ticket is ready.",
    title: "Your place is booked",
    confirmed: "Your registration is confirmed.",
    time: "Time",
    place: "Place",
    package: "Package",
    price: "Price",
    ticket: "See my ticket",
    show: "Keep your ticket at hand: at the venue, show its QR code at the entrance, on your phone or printed.",
    calendar: "Add to my calendar",
  },
} satisfies Record<Language, Texts>;

/** A place is theirs: what, when, where, and the way to the ticket. */
export function registrationConfirmedMail(data: RegistrationConfirmed): Mail {
  const { language, event } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  return registrationMail(data, {
    template: "registration-confirmed",
    preheader: texts.preheader,
    texts,
    parts: (title) => [
      { text: texts.confirmed },
      {
        rows: [
          [words.reference, data.reference],
          [words.event, title],
          [words.date, formatDate(language, event.date)],
          ...(event.time ? [[texts.time, formatTime(language, event.time)] as const] : []),
          [texts.place, localized(event, "location", language)],
          [texts.package, localized(data, "price_name", language)],
          [texts.price, priceWords(language, data.amount, data.currency)],
        ],
      },
      { button: texts.ticket, to: `/tickets/${data.ticket_token}` },
      { text: texts.show },
      { link: texts.calendar, to: `/tickets/${data.ticket_token}/calendar.ics` },
    ],
  });
}
