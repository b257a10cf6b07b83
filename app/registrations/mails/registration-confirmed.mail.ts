import { type Currency, formatDate, formatTime } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { Mail } from "../../mail/mail.ts";
import { priceWords } from "../../mail/mail-labels.ts";
import {
  hasEntrance,
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
  ticketParts,
} from "./registration-mail.ts";

export type RegistrationConfirmed = MailedRegistration & {
  id: string;
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
  | "showOnline"
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
    showOnline: "Gardez ce message : la référence prouve votre inscription.",
    calendar: "Ajouter à mon agenda",
  },
  en: {
    subject: (event) => `Registration confirmed: ${event}`,
    preheader: "Your ticket is ready.",
    title: "Your place is booked",
    confirmed: "Your registration is confirmed.",
    time: "Time",
    place: "Venue",
    package: "Package",
    price: "Price",
    ticket: "See my ticket",
    showOnline: "Keep this message: the reference proves your registration.",
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
    about_id: data.id,
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
      ...ticketParts(language, data),
      ...(hasEntrance(event) ? [] : [{ text: texts.showOnline }]),
      { button: texts.ticket, to: `/tickets/${data.ticket_token}` },
      { link: texts.calendar, to: `/tickets/${data.ticket_token}/calendar.ics` },
    ],
  });
}
