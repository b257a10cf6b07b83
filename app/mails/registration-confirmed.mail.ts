import type { FederationEvent } from "../events/events.ts";
import { type Currency, formatDate, formatTime } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { composeMail } from "./layout.ts";
import type { Addressee, Mail } from "./mail.ts";
import { greeting, priceWords } from "./words.ts";

/** What a mail says of an event. */
export type MailedEvent = Pick<
  FederationEvent,
  "id" | "title" | "title_en" | "date" | "time" | "location" | "location_en"
>;

/** Somebody's registration for an event, as its row has it. */
export type MailedRegistration = Addressee & {
  reference: string;
  ticket_token: string;
  event: MailedEvent;
};

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
  | "reference"
  | "event"
  | "date"
  | "time"
  | "place"
  | "package"
  | "price"
  | "ticket"
  | "show"
  | "calendar"
  | "reason",
  string
> & { subject: (event: string) => string };

const TEXTS = {
  fr: {
    subject: (event) => `Inscription confirmée : ${event}`,
    preheader: "Votre billet vous attend. Présentez-le à l’entrée.",
    title: "Votre place est réservée",
    confirmed: "Votre inscription est confirmée.",
    reference: "Référence",
    event: "Événement",
    date: "Date",
    time: "Heure",
    place: "Lieu",
    package: "Formule",
    price: "Prix",
    ticket: "Voir mon billet",
    show: "Le jour venu, présentez le code QR du billet, sur votre téléphone ou imprimé.",
    calendar: "Ajouter à mon agenda",
    reason:
      "Vous recevez ce message parce qu’une inscription à cet événement a été faite avec cette adresse.",
  },
  en: {
    subject: (event) => `Registration confirmed: ${event}`,
    preheader: "Your ticket is ready. Show it at the entrance.",
    title: "Your place is booked",
    confirmed: "Your registration is confirmed.",
    reference: "Reference",
    event: "Event",
    date: "Date",
    time: "Time",
    place: "Place",
    package: "Package",
    price: "Price",
    ticket: "See my ticket",
    show: "On the day, show the QR code of the ticket, on your phone or printed.",
    calendar: "Add to my calendar",
    reason:
      "You receive this message because a registration for this event was made with this address.",
  },
} satisfies Record<Language, Texts>;

/** A place is theirs: what, when, where, and the way to the ticket. */
export function registrationConfirmedMail(data: RegistrationConfirmed): Mail {
  const { language, event } = data;
  const texts = TEXTS[language];
  const title = localized(event, "title", language);
  return composeMail({
    template: "registration-confirmed",
    language,
    recipient: data.email,
    subject: texts.subject(title.text),
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: greeting(language, data.first_name) },
      { text: texts.confirmed },
      {
        rows: [
          [texts.reference, data.reference],
          [texts.event, title],
          [texts.date, formatDate(language, event.date)],
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
    reason: texts.reason,
  });
}
