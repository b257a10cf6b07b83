import { type Currency, formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { Mail } from "../../mail/mail.ts";
import { priceWords } from "../../mail/mail-labels.ts";
import type { AmountOwed } from "../../payments/offline/offline-payment.ts";
import { offlinePaymentParts } from "../../payments/offline/offline-payment-mail.server.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

export type PlaceHeld = MailedRegistration & {
  price_name: string;
  price_name_en: string | null;
  amount: number;
  currency: Currency;
  /** The order that it waits for: paid by hand, or on the site. */
  order: { by_hand: boolean; owed: AmountOwed; now: Date };
};

type Texts = Record<
  | "preheader"
  | "online"
  | "title"
  | "held"
  | "heldOnline"
  | "package"
  | "price"
  | "link"
  | "ticket",
  string
> & {
  subject: (event: string) => string;
};

const TEXTS = {
  fr: {
    subject: (event) => `Place gardée : ${event}`,
    preheader: "Elle se paie à la fédération.",
    online: "Elle attend votre paiement.",
    title: "Votre place est gardée",
    held: "Une place est gardée pour vous. Elle se paie à la fédération, qui confirme alors votre inscription.",
    heldOnline: "Une place est gardée pour vous. Payez-la pour confirmer votre inscription.",
    package: "Formule",
    price: "À payer",
    link: "Voir mon inscription",
    ticket: "Votre billet vous est envoyé dès que le paiement est enregistré.",
  },
  en: {
    subject: (event) => `Place held: ${event}`,
    preheader: "It is paid for at the federation.",
    online: "It is waiting for your payment.",
    title: "Your place is held",
    held: "A place is held for you. It is paid for at the federation, which then confirms your registration.",
    heldOnline: "A place is held for you. Pay for it to confirm your registration.",
    package: "Package",
    price: "To pay",
    link: "See my registration",
    ticket: "Your ticket is sent to you as soon as the payment is recorded.",
  },
} satisfies Record<Language, Texts>;

/** A place that cannot be paid for on the site waits for its money at the federation. */
export function placeHeldMail(data: PlaceHeld): Mail {
  const { language, event, order } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  return registrationMail(data, {
    template: "place-held",
    preheader: order.by_hand ? texts.preheader : texts.online,
    texts,
    parts: (title) => [
      { text: order.by_hand ? texts.held : texts.heldOnline },
      {
        rows: [
          ...(order.by_hand ? [] : ([[words.reference, data.reference]] as const)),
          [words.event, title],
          [words.date, formatDate(language, event.date)],
          [texts.package, localized(data, "price_name", language)],
          ...(order.by_hand
            ? []
            : ([[texts.price, priceWords(language, data.amount, data.currency)]] as const)),
        ],
      },
      ...(order.by_hand ? offlinePaymentParts(language, order.owed, order.now) : []),
      { button: texts.link, to: `/tickets/${data.ticket_token}` },
      { text: texts.ticket },
    ],
  });
}
