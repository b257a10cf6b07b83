import type { FederationEvent, PriceOption } from "../events/events.ts";
import { type Currency, formatDate, formatTime } from "../i18n/format.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { composeMail } from "./layout.ts";
import type { Mail } from "./mail.ts";
import { greeting, priceWords } from "./words.ts";

/** What a mail says of an event. */
export type MailedEvent = Pick<
  FederationEvent,
  "title" | "title_en" | "date" | "time" | "location" | "location_en"
>;

export type RegistrationConfirmed = {
  language: Language;
  recipient: string;
  firstName: string;
  reference: string;
  event: MailedEvent;
  /** The chosen package; the amount is what was really paid. */
  price: Pick<PriceOption, "name" | "name_en" | "amount"> & { currency: Currency };
  /** Site paths (French form) or full addresses. */
  ticketPath: string;
  calendarPath: string;
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
  const { language, recipient, firstName, reference, event, price } = data;
  const texts = TEXTS[language];
  const title = localized(event, "title", language);
  return composeMail({
    template: "registration-confirmed",
    language,
    recipient,
    subject: texts.subject(title.text),
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: greeting(language, firstName) },
      { text: texts.confirmed },
      {
        rows: [
          [texts.reference, reference],
          [texts.event, title],
          [texts.date, formatDate(language, event.date)],
          ...(event.time ? [[texts.time, formatTime(language, event.time)] as const] : []),
          [texts.place, localized(event, "location", language)],
          [texts.package, localized(price, "name", language)],
          [texts.price, priceWords(language, price.amount, price.currency)],
        ],
      },
      { button: texts.ticket, to: data.ticketPath },
      { text: texts.show },
      { link: texts.calendar, to: data.calendarPath },
    ],
    reason: texts.reason,
  });
}
