import { refundRule as englishRule } from "../../i18n/en/joining.ts";
import { type Currency, formatAmount, formatDate } from "../../i18n/format.ts";
import { refundRule as frenchRule } from "../../i18n/fr/joining.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Mail } from "../../mail/mail.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

export type PlaceReleased = MailedRegistration & {
  /** Not paid in time, an offer not taken in time, or given up. */
  reason: "payment" | "offer" | "cancelled";
  /** It was paid. */
  refunded?: boolean;
  /** A part of the price came in time: it goes back. */
  received?: { amount: number; currency: Currency };
};

type Texts = Record<"title" | "again" | "late" | "refunds" | "terms" | "link", string> & {
  received: (amount: string) => string;
  rule: typeof frenchRule;
  subject: (event: string) => string;
  why: Record<PlaceReleased["reason"], string>;
};

const TEXTS = {
  fr: {
    subject: (event) => `Place rendue : ${event}`,
    title: "Votre place n’est plus gardée",
    why: {
      payment: "Le paiement n’est pas arrivé à temps et la place a été libérée.",
      offer: "Le délai pour prendre la place proposée est passé : elle va à la personne suivante.",
      cancelled: "Votre inscription est annulée.",
    },
    again: "Vous pouvez vous inscrire à nouveau tant que l’événement est ouvert.",
    refunds: "Si c’est nous qui annulons, tout ce que vous avez payé vous est remboursé. Sinon :",
    rule: frenchRule,
    terms: "Conditions d’utilisation",
    received: (amount) => `Nous avions reçu ${amount} : cette somme vous sera remboursée.`,
    late: "Vous venez de payer ? Si l’argent nous parvient, nous vous donnons une place encore libre, ou nous vous écrivons.",
    link: "Voir l’événement",
  },
  en: {
    subject: (event) => `Place released: ${event}`,
    title: "Your place is no longer held",
    why: {
      payment: "The payment did not arrive in time and the place was released.",
      offer: "The time to take the offered place is over: it goes to the next person.",
      cancelled: "Your registration is cancelled.",
    },
    again: "You can register again as long as the event is open.",
    refunds: "If it is we who cancel, everything you paid is refunded. Otherwise:",
    rule: englishRule,
    terms: "Terms of use",
    received: (amount) => `We had received ${amount}: it will be refunded.`,
    late: "Have you just paid? If the money reaches us, we give you a place that is still free, or write to you.",
    link: "See the event",
  },
} satisfies Record<Language, Texts>;

/** A place went back: why, and how to come again. */
export function placeReleasedMail(data: PlaceReleased): Mail {
  const { language, event, reason, refunded, received } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  return registrationMail(data, {
    template: "place-released",
    preheader: texts.why[reason],
    texts,
    parts: (title) => [
      { text: texts.why[reason] },
      {
        rows: [
          [words.reference, data.reference],
          [words.event, title],
          [words.date, formatDate(language, event.date)],
        ],
      },
      ...(received
        ? [{ text: texts.received(formatAmount(language, received.amount, received.currency)) }]
        : []),
      ...(reason === "payment" ? [{ text: texts.late }] : []),
      ...(refunded
        ? [
            { text: texts.refunds },
            { text: texts.rule.early },
            { text: texts.rule.late },
            { link: texts.terms, to: "/terms#refunds" },
          ]
        : []),
      { text: texts.again },
      { link: texts.link, to: `/events/${event.id}` },
    ],
  });
}
