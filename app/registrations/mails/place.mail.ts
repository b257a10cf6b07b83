import { refundRule as englishRule } from "../../i18n/en/joining.ts";
import { type Currency, formatAmount, formatMoment, formatNumber } from "../../i18n/format.ts";
import { refundRule as frenchRule } from "../../i18n/fr/joining.ts";
import { priceWords } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { offlinePaymentParts } from "../../payments/offline/offline-payment.mail.ts";
import type { AmountOwed } from "../../payments/offline/offline-payment.ts";
import {
  type ChosenPackage,
  type MailedRegistration,
  packageFact,
  registrationFacts,
  registrationMail,
  SEE_REGISTRATION,
  TO_PAY,
  ticketPath,
} from "./registration-mail.ts";

export type PlaceHeld = MailedRegistration &
  ChosenPackage & {
    amount: number;
    currency: Currency;
    /** The order that it waits for: paid by hand, or on the site. */
    order: { by_hand: boolean; owed: AmountOwed; now: Date };
  };

/** A place waits for its money, on the site or at the federation. */
export function placeHeldMail(data: PlaceHeld): Mail {
  const { language, order } = data;
  const { reference, event, date } = registrationFacts(data);
  const isOnline = !order.by_hand;
  return registrationMail(data, {
    template: "place-held",
    subject: { fr: "Place gardée", en: "Place held" },
    preheader: isOnline
      ? { fr: "Elle attend votre paiement.", en: "It is waiting for your payment." }
      : { fr: "Elle se paie à la fédération.", en: "It is paid for at the federation." },
    title: { fr: "Votre place est gardée", en: "Your place is held" },
    parts: [
      isOnline
        ? {
            fr: "Une place est gardée pour vous. Payez-la pour confirmer votre inscription.",
            en: "A place is held for you. Pay for it to confirm your registration.",
          }
        : {
            fr: "Une place est gardée pour vous. Elle se paie à la fédération, qui confirme alors votre inscription.",
            en: "A place is held for you. It is paid for at the federation, which then confirms your registration.",
          },
      {
        facts: [
          isOnline && reference,
          event,
          date,
          packageFact(data),
          isOnline && [TO_PAY, priceWords(language, data.amount, data.currency)],
        ],
      },
      ...(isOnline ? [] : offlinePaymentParts(language, order.owed, order.now)),
      { button: SEE_REGISTRATION, to: ticketPath(data) },
      {
        fr: "Votre billet vous est envoyé dès que le paiement est enregistré.",
        en: "Your ticket is sent to you as soon as the payment is recorded.",
      },
    ],
  });
}

export type PlaceOffered = MailedRegistration & {
  /** After this the place goes to the next one. */
  deadline: Date;
  /** The package that they chose is gone: they choose another one. */
  mustChoose: boolean;
};

/** A place became free for somebody who waits, and for how long it is kept. */
export function placeOfferedMail(data: PlaceOffered): Mail {
  const { event, date } = registrationFacts(data);
  const deadline = formatMoment(data.language, data.deadline);
  const until = {
    fr: `Elle vous est gardée jusqu’au ${deadline} (heure de Conakry). Ensuite, elle sera proposée à la personne suivante.`,
    en: `It is kept for you until ${deadline} (Conakry time). After that, it is offered to the next person.`,
  };
  return registrationMail(data, {
    template: "place-offered",
    subject: { fr: "Une place s’est libérée", en: "A place is free" },
    preheader: until,
    title: { fr: "Une place est pour vous", en: "A place is yours" },
    parts: [
      {
        fr: "Une place s’est libérée et vous êtes en tête de la liste d’attente.",
        en: "A place has become free and you are at the top of the waiting list.",
      },
      { facts: [event, date] },
      data.mustChoose && {
        fr: "La formule que vous aviez choisie n’est plus disponible : choisissez-en une autre en prenant votre place.",
        en: "The package you chose is no longer available: choose another one when you take your place.",
      },
      until,
      { button: { fr: "Prendre ma place", en: "Take my place" }, to: ticketPath(data) },
    ],
    reason: {
      fr: "Vous recevez ce message parce que vous êtes sur la liste d’attente de cet événement.",
      en: "You receive this message because you are on the waiting list of this event.",
    },
  });
}

export type PlaceReleased = MailedRegistration & {
  /** Not paid in time, an offer not taken in time, or given up. */
  reason: "payment" | "offer" | "cancelled";
  /** It was paid. */
  refunded?: boolean;
  /** A part of the price came in time: it goes back. */
  received?: { amount: number; currency: Currency };
};

const RELEASE_REASONS = {
  payment: {
    fr: "Le paiement n’est pas arrivé à temps et la place a été libérée.",
    en: "The payment did not arrive in time and the place was released.",
  },
  offer: {
    fr: "Le délai pour prendre la place proposée est passé : elle va à la personne suivante.",
    en: "The time to take the offered place is over: it goes to the next person.",
  },
  cancelled: {
    fr: "Votre inscription est annulée.",
    en: "Your registration is cancelled.",
  },
};

/** A place went back: why, and how to come again. */
export function placeReleasedMail(data: PlaceReleased): Mail {
  const { language, reason, refunded, received } = data;
  const { reference, event, date } = registrationFacts(data);
  const sum = received && formatAmount(language, received.amount, received.currency);
  return registrationMail(data, {
    template: "place-released",
    subject: { fr: "Place rendue", en: "Place released" },
    preheader: RELEASE_REASONS[reason],
    title: { fr: "Votre place n’est plus gardée", en: "Your place is no longer held" },
    parts: [
      RELEASE_REASONS[reason],
      { facts: [reference, event, date] },
      sum && {
        fr: `Nous avions reçu ${sum} : cette somme vous sera remboursée.`,
        en: `We had received ${sum}: it will be refunded.`,
      },
      reason === "payment" && {
        fr: "Vous venez de payer ? Si l’argent nous parvient, nous vous donnons une place encore libre, ou nous vous écrivons.",
        en: "Have you just paid? If the money reaches us, we give you a place that is still free, or write to you.",
      },
      ...(refunded
        ? [
            {
              fr: "Si c’est nous qui annulons, tout ce que vous avez payé vous est remboursé. Sinon :",
              en: "If it is we who cancel, everything you paid is refunded. Otherwise:",
            },
            { fr: frenchRule.early, en: englishRule.early },
            { fr: frenchRule.late, en: englishRule.late },
            { link: { fr: "Conditions d’utilisation", en: "Terms of use" }, to: "/terms#refunds" },
          ]
        : []),
      {
        fr: "Vous pouvez vous inscrire à nouveau tant que l’événement est ouvert.",
        en: "You can register again as long as the event is open.",
      },
      { link: { fr: "Voir l’événement", en: "See the event" }, to: `/events/${data.event.id}` },
    ],
  });
}

export type WaitingListJoined = MailedRegistration & {
  /** 1 for the first in line. */
  position: number;
};

/** The event is full: where one stands in the line. */
export function waitingListJoinedMail(data: WaitingListJoined): Mail {
  const { reference, event, date } = registrationFacts(data);
  return registrationMail(data, {
    template: "waiting-list-joined",
    subject: { fr: "Liste d’attente", en: "Waiting list" },
    preheader: {
      fr: "Nous vous écrirons dès qu’une place se libère.",
      en: "We will write to you as soon as a place is free.",
    },
    title: { fr: "Vous êtes sur la liste d’attente", en: "You are on the waiting list" },
    parts: [
      {
        fr: "Toutes les places de cet événement sont prises. Vous êtes sur la liste d’attente.",
        en: "All the places of this event are taken. You are on the waiting list.",
      },
      {
        facts: [
          reference,
          event,
          date,
          [
            { fr: "Votre position", en: "Your position" },
            formatNumber(data.language, data.position),
          ],
        ],
      },
      {
        fr: "Dès qu’une place se libère pour vous, nous vous écrivons. Vous n’avez rien à payer d’ici là.",
        en: "As soon as a place is free for you, we write to you. There is nothing to pay until then.",
      },
      { link: SEE_REGISTRATION, to: ticketPath(data) },
    ],
  });
}
