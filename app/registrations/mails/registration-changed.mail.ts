import { type Currency, formatDate, formatTime } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { Mail } from "../../mail/mail.ts";
import { priceWords } from "../../mail/mail-labels.ts";
import type { RegistrationStatus } from "../registrations.ts";
import {
  type MailedEvent,
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
  ticketParts,
} from "./registration-mail.ts";

export type RegistrationChanged = MailedRegistration & {
  id: string;
  last_name: string;
  phone: string;
  price_name: string;
  price_name_en: string | null;
  amount: number;
  currency: Currency;
  status: RegistrationStatus;
  /** Where its place was, when it goes on at another event. */
  from?: MailedEvent;
};

type Texts = Record<
  | "moved"
  | "corrected"
  | "preheader"
  | "why"
  | "whyMoved"
  | "before"
  | "name"
  | "phone"
  | "time"
  | "place"
  | "package"
  | "price"
  | "due"
  | "held"
  | "ticket"
  | "link"
  | "wrong"
  | "contact",
  string
> & { movedTo: (event: string) => string; correctedFor: (event: string) => string };

const TEXTS = {
  fr: {
    movedTo: (event) => `Inscription déplacée : ${event}`,
    correctedFor: (event) => `Inscription modifiée : ${event}`,
    moved: "Votre inscription a changé d’événement",
    corrected: "Votre inscription a été modifiée",
    preheader: "Voici ce que nous avons maintenant pour vous.",
    why: "La fédération a modifié votre inscription. Relisez ce qui suit : tout doit être juste.",
    whyMoved:
      "Votre inscription vaut maintenant pour un autre événement : votre place y est gardée, celle d’avant est rendue.",
    before: "Événement précédent",
    name: "Participant",
    phone: "Téléphone",
    time: "Heure",
    place: "Lieu",
    package: "Formule",
    price: "Prix",
    due: "À payer",
    held: "Votre place est gardée jusqu’à son paiement. La page de votre inscription dit comment payer, et jusqu’à quand.",
    ticket: "Voir mon billet",
    link: "Voir mon inscription",
    wrong: "Il reste une erreur ? Dites-le-nous, nous corrigeons.",
    contact: "Écrire à la fédération",
  },
  en: {
    movedTo: (event) => `Registration moved: ${event}`,
    correctedFor: (event) => `Registration changed: ${event}`,
    moved: "Your registration is for another event now",
    corrected: "Your registration was changed",
    preheader: "This is what is recorded now.",
    why: "The federation changed your registration. This is what is recorded now.",
    whyMoved:
      "The federation moved your registration to another event: your place is booked there, and the one at the previous event is given back.",
    before: "Previous event",
    name: "Participant",
    phone: "Phone",
    time: "Time",
    place: "Venue",
    package: "Package",
    price: "Price",
    due: "To pay",
    held: "Your place is held until it is paid. The page of your registration says how to pay, and until when.",
    ticket: "See my ticket",
    link: "See my registration",
    wrong: "Is something wrong? Tell the federation.",
    contact: "Write to the federation",
  },
} satisfies Record<Language, Texts>;

/** Staff corrected a registration, or moved it to another event: how it stands now. */
export function registrationChangedMail(data: RegistrationChanged): Mail {
  const { language, event, from, status } = data;
  const words = REGISTRATION_LABELS[language];
  const texts: Texts = TEXTS[language];
  const isDue = status === "held";
  const previous = from && localized(from, "title", language).text;
  return registrationMail(data, {
    template: "registration-changed",
    about_id: data.id,
    preheader: texts.preheader,
    texts: {
      subject: from ? texts.movedTo : texts.correctedFor,
      title: from ? texts.moved : texts.corrected,
    },
    parts: (title) => [
      { text: from ? texts.whyMoved : texts.why },
      {
        rows: [
          [words.reference, data.reference],
          [texts.name, `${data.first_name} ${data.last_name}`],
          [texts.phone, data.phone],
          ...(from
            ? [[texts.before, `${previous}, ${formatDate(language, from.date)}`] as const]
            : []),
          [words.event, title],
          [words.date, formatDate(language, event.date)],
          ...(event.time ? [[texts.time, formatTime(language, event.time)] as const] : []),
          [texts.place, localized(event, "location", language)],
          [texts.package, localized(data, "price_name", language)],
          [isDue ? texts.due : texts.price, priceWords(language, data.amount, data.currency)],
        ],
      },
      ...(isDue ? [{ text: texts.held }] : []),
      ...(status === "confirmed" ? ticketParts(language, data) : []),
      {
        button: status === "confirmed" ? texts.ticket : texts.link,
        to: `/tickets/${data.ticket_token}`,
      },
      { text: texts.wrong },
      { link: texts.contact, to: "/contact" },
    ],
  });
}
