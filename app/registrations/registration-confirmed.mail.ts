import { type Currency, formatDate, formatTime } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import type { Mail } from "../mail/mail.ts";
import { priceWords } from "../mail/mail-labels.ts";
import {
  codePicture,
  hasEntrance,
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
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
  | "show"
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
    show: "Gardez ce message : ce code se présente à l’entrée, sur votre téléphone ou imprimé. Le billet est aussi joint, sur une page : il suffit, même sans connexion.",
    showOnline: "Gardez ce message : la référence prouve votre inscription.",
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
    show: "Keep this message: show this code at the entrance, on your phone or printed. The ticket is attached as well, on one page: it is all you need, even offline.",
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
      ...(hasEntrance(event)
        ? [codePicture(language, data.reference), { text: texts.show }]
        : [{ text: texts.showOnline }]),
      { button: texts.ticket, to: `/tickets/${data.ticket_token}` },
      { link: texts.calendar, to: `/tickets/${data.ticket_token}/calendar.ics` },
    ],
  });
}
