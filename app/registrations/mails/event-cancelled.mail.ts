import { type Currency, formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import type { Mail } from "../../mail/mail.ts";
import { priceWords } from "../../mail/mail-labels.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

export type EventCancelled = Omit<MailedRegistration, "event"> & {
  event: MailedRegistration["event"] & {
    cancellation_reason: string | null;
    cancellation_reason_en: string | null;
  };
  /** What goes back, in minor units. */
  owed: readonly { amount: number; currency: Currency }[];
};

type Texts = Record<
  "preheader" | "title" | "cancelled" | "refund" | "returned" | "nothing" | "link" | "events",
  string
> & { subject: (event: string) => string };

const TEXTS = {
  fr: {
    subject: (event) => `Événement annulé : ${event}`,
    preheader: "Ce message dit pourquoi, et ce que devient votre inscription.",
    title: "Cet événement n’aura pas lieu",
    cancelled:
      "La fédération annule cet événement. Votre inscription est annulée aussi, et votre billet ne vaut plus.",
    refund: "À vous rendre",
    returned:
      "Nous vous rendons tout ce que vous avez payé, par le moyen de votre paiement. Vous n’avez rien à faire ; comptez au plus 30 jours.",
    nothing: "Vous n’avez rien payé : il n’y a rien à rendre.",
    link: "Voir mon inscription",
    events: "Les autres événements",
  },
  en: {
    subject: (event) => `Event cancelled: ${event}`,
    preheader: "This message says why, and what becomes of your registration.",
    title: "This event will not take place",
    cancelled:
      "The federation has cancelled this event. Your registration is cancelled too, and your ticket is no longer valid.",
    refund: "To be refunded",
    returned:
      "We refund everything you paid, in the way you paid it. There is nothing you need to do; it takes 30 days at most.",
    nothing: "You paid nothing, so there is nothing to refund.",
    link: "See my registration",
    events: "Other events",
  },
} satisfies Record<Language, Texts>;

/** An event is cancelled: why, and what becomes of the money. */
export function eventCancelledMail(data: EventCancelled): Mail {
  const { language, event, owed } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  const reason = localized(event, "cancellation_reason", language);
  return registrationMail(data, {
    template: "event-cancelled",
    preheader: texts.preheader,
    texts,
    parts: (title) => [
      { text: texts.cancelled },
      ...(reason.text ? [{ quote: reason.text }] : []),
      {
        rows: [
          [words.reference, data.reference],
          [words.event, title],
          [words.date, formatDate(language, event.date)],
          ...owed.map(
            ({ amount, currency }) =>
              [texts.refund, priceWords(language, amount, currency)] as const,
          ),
        ],
      },
      { text: owed.length > 0 ? texts.returned : texts.nothing },
      { button: texts.link, to: `/tickets/${data.ticket_token}` },
      { link: texts.events, to: "/events" },
    ],
  });
}
