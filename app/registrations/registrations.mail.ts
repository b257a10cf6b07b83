import type { FederationEvent, WhenAndWhere } from "../events/events.ts";
import { refundRule as englishRule } from "../i18n/en/joining.ts";
import {
  type Currency,
  formatAmount,
  formatDate,
  formatLongDays,
  formatMoment,
  formatNumber,
  formatTime,
} from "../i18n/format.ts";
import { refundRule as frenchRule } from "../i18n/fr/joining.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import {
  ADDRESS_OBJECTION,
  type Bilingual,
  CONTACT_LINK,
  composeMail,
  type Fact,
  type Letter,
  ME_LINK,
  type Part,
  priceWords,
  subjectAbout,
} from "../mail/layout.ts";
import type { Addressee, Mail } from "../mail/mail.ts";
import type { AmountOwed } from "../payments/offline/offline-payment.ts";
import { offlinePaymentParts } from "../payments/payments.mail.ts";
import type { RegistrationStatus } from "./registrations.ts";

/** The columns of an event that mails use. */
export type MailedEvent = Pick<
  FederationEvent,
  | "id"
  | "title"
  | "title_en"
  | "date"
  | "time"
  | "end_date"
  | "end_time"
  | "location"
  | "location_en"
  | "type"
>;

/** The columns of a registration that mails use. */
type MailedRegistration = Addressee & {
  reference: string;
  ticket_token: string;
  event: MailedEvent;
  /** It was paid as a test. */
  is_test?: boolean;
  /** The code for the page that answered the form. */
  code?: string;
};

type RegistrationLetter = Pick<Letter, "template" | "preheader" | "about_id" | "parts"> & {
  /** The subject before the title of the event. */
  subject: Bilingual;
  title: Bilingual;
  /** Why the recipient gets it, where not because of their registration. */
  reason?: Bilingual;
};

const REASON: Bilingual = {
  fr: "Vous recevez ce message parce qu’une inscription à cet événement a été faite avec cette adresse.",
  en: "You are receiving this message because a registration for this event was made with this address.",
};

const CODE = "Code";

const codeParts = (code: string): Part[] => [
  { facts: [[CODE, code]] },
  {
    fr: "Ce code ouvre votre inscription sur la page qui s’est affichée quand vous avez envoyé le formulaire.",
    en: "This code opens your registration on the page that you saw after sending the form.",
  },
];

/** A mail to a registrant. */
function registrationMail(data: MailedRegistration, letter: RegistrationLetter): Mail {
  const { language, email, first_name, event, code } = data;
  return composeMail({
    reason: REASON,
    ...letter,
    language,
    recipient: email,
    firstName: first_name,
    isTest: data.is_test,
    subject: subjectAbout(letter.subject, localized(event, "title", language).text),
    parts: [...letter.parts, ...(code ? codeParts(code) : [])],
  });
}

/** The facts that several of these mails state. */
function registrationFacts({ language, reference, event }: MailedRegistration) {
  const { date, time } = event;
  return {
    reference: [{ fr: "Référence", en: "Reference" }, reference],
    event: [{ fr: "Événement", en: "Event" }, localized(event, "title", language)],
    date: [DATE, formatDate(language, date)],
    time: time !== null && [{ fr: "Heure", en: "Time" }, formatTime(language, time)],
    venue: [VENUE, localized(event, "location", language)],
  } satisfies Record<string, Fact | false>;
}

const DATE = "Date";
const VENUE: Bilingual = { fr: "Lieu", en: "Venue" };
const PARTICIPANT = "Participant";
const PRICE: Bilingual = { fr: "Prix", en: "Price" };
const TO_PAY: Bilingual = { fr: "À payer", en: "To pay" };

/** The package of a registration. */
type ChosenPackage = { price_name: string; price_name_en: string | null };

const packageFact = (data: ChosenPackage & { language: Language }): Fact => [
  { fr: "Formule", en: "Package" },
  localized(data, "price_name", data.language),
];

const ticketPath = ({ ticket_token }: Pick<MailedRegistration, "ticket_token">): string =>
  `/tickets/${ticket_token}`;

const SEE_REGISTRATION: Bilingual = {
  fr: "Voir mon inscription",
  en: "See my registration",
};
const SEE_TICKET: Bilingual = { fr: "Voir mon billet", en: "See my ticket" };

/** The days of an event, and its hours where they are set. */
export function formatEventDates(
  language: Language,
  { date, time, end_date, end_time }: Omit<WhenAndWhere, "location" | "location_en">,
): string {
  const hours = [time, end_time].filter((hour) => hour !== null);
  return [
    formatLongDays(language, date, end_date),
    hours.map((hour) => formatTime(language, hour)).join(" – "),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Online events have no entrance, so their tickets show no QR code. */
export const hasEntrance = ({ type }: Pick<FederationEvent, "type">): boolean => type !== "online";

/** The content id of the QR code, which is attached when the mail is sent. */
export const CODE_CID = "ticket-code";

/** The ticket in a mail, for an event with an entrance. */
const ticketParts = (data: Pick<MailedRegistration, "reference" | "event">): Part[] =>
  hasEntrance(data.event)
    ? [
        codePicture(data),
        {
          fr: "Gardez ce message : présentez ce code à l’entrée, sur votre téléphone ou imprimé. Le billet est aussi joint, sur une page : il suffit, même sans connexion.",
          en: "Keep this message: show this code at the entrance, on your phone or printed. The ticket is attached as well, on one page: it is all you need, even offline.",
        },
      ]
    : [];

/** Whether a mail shows a QR code, which is attached when it is sent. */
export const showsTicket = ({ html_body }: Pick<Mail, "html_body">): boolean =>
  html_body.includes(`cid:${CODE_CID}`);

/** The code in a mail, for composing it again with the same code. */
export function readCode({ text_body }: Pick<Mail, "text_body">) {
  const line = text_body.split("\n").find((text) => text.startsWith(CODE));
  return /\b\d{6}$/.exec(line ?? "")?.[0];
}

/** The QR code for the entrance. */
const codePicture = ({ reference }: Pick<MailedRegistration, "reference">): Part => ({
  picture: CODE_CID,
  alt: { fr: `Code QR du billet ${reference}`, en: `QR code of ticket ${reference}` },
  size: 220,
});

type RegistrationConfirmed = MailedRegistration &
  ChosenPackage & { id: string; amount: number; currency: Currency };

/** A place is confirmed: the facts, and the ticket. */
export function registrationConfirmedMail(data: RegistrationConfirmed): Mail {
  const { reference, event, date, time, venue } = registrationFacts(data);
  return registrationMail(data, {
    template: "registration-confirmed",
    about_id: data.id,
    subject: { fr: "Inscription confirmée", en: "Registration confirmed" },
    preheader: { fr: "Votre billet vous attend.", en: "Your ticket is ready." },
    title: { fr: "Votre place est réservée", en: "Your place is booked" },
    parts: [
      { fr: "Votre inscription est confirmée.", en: "Your registration is confirmed." },
      {
        facts: [
          reference,
          event,
          date,
          time,
          venue,
          packageFact(data),
          [PRICE, priceWords(data.language, data.amount, data.currency)],
        ],
      },
      ...ticketParts(data),
      !hasEntrance(data.event) && {
        fr: "Gardez ce message : la référence prouve votre inscription.",
        en: "Keep this message: the reference proves your registration.",
      },
      { button: SEE_TICKET, to: ticketPath(data) },
      {
        link: { fr: "Ajouter à mon agenda", en: "Add to my calendar" },
        to: `${ticketPath(data)}/calendar.ics`,
      },
      ME_LINK,
    ],
  });
}

type RegistrationChanged = RegistrationConfirmed & {
  last_name: string;
  phone: string;
  status: RegistrationStatus;
  /** The former event, when it was moved. */
  from?: MailedEvent;
};

/** Staff corrected a registration, or moved it to another event. */
export function registrationChangedMail(data: RegistrationChanged): Mail {
  const { language, from, status } = data;
  const { reference, event, date, time, venue } = registrationFacts(data);
  const isDue = status === "held";
  const isConfirmed = status === "confirmed";
  return registrationMail(data, {
    template: "registration-changed",
    about_id: data.id,
    subject: from
      ? { fr: "Inscription déplacée", en: "Registration moved" }
      : { fr: "Inscription modifiée", en: "Registration changed" },
    preheader: {
      fr: "Voici ce qui est maintenant enregistré.",
      en: "This is what is recorded now.",
    },
    title: from
      ? {
          fr: "Votre inscription a changé d’événement",
          en: "Your registration is now for another event",
        }
      : { fr: "Votre inscription a été modifiée", en: "Your registration has been changed" },
    parts: [
      from
        ? {
            fr: "Votre inscription porte maintenant sur un autre événement. Une place vous y est gardée ; l’ancienne est libérée.",
            en: "The federation has moved your registration to another event: a place is held for you there, and the previous one is released.",
          }
        : {
            fr: "La fédération a modifié votre inscription. Voici ce qui est maintenant enregistré : vérifiez que tout est exact.",
            en: "The federation has changed your registration. This is what is recorded now: please check that it is right.",
          },
      {
        facts: [
          reference,
          [PARTICIPANT, `${data.first_name} ${data.last_name}`],
          [{ fr: "Téléphone", en: "Phone" }, data.phone],
          from && [
            { fr: "Événement précédent", en: "Previous event" },
            `${localized(from, "title", language).text}, ${formatDate(language, from.date)}`,
          ],
          event,
          date,
          time,
          venue,
          packageFact(data),
          [isDue ? TO_PAY : PRICE, priceWords(language, data.amount, data.currency)],
        ],
      },
      isDue && {
        fr: "Votre place est gardée en attendant votre paiement. La page de votre inscription dit comment payer, et jusqu’à quand.",
        en: "Your place is held until you pay. Your registration page says how to pay, and until when.",
      },
      ...(isConfirmed ? ticketParts(data) : []),
      { button: isConfirmed ? SEE_TICKET : SEE_REGISTRATION, to: ticketPath(data) },
      {
        fr: "Il reste une erreur ? Dites-le-nous, nous la corrigerons.",
        en: "Is something wrong? Tell us and we will correct it.",
      },
      CONTACT_LINK,
    ],
  });
}

/** The link to an existing registration, when its form was sent again from another browser. */
export function registrationLinkMail(data: MailedRegistration): Mail {
  const { reference, event } = registrationFacts(data);
  return registrationMail(data, {
    template: "registration-link",
    subject: { fr: "Votre inscription", en: "Your registration" },
    preheader: {
      fr: "Voici le lien de votre inscription.",
      en: "Here is the link to your registration.",
    },
    title: { fr: "Vous avez déjà une inscription", en: "You already have a registration" },
    parts: [
      {
        fr: "Le formulaire de cet événement vient d’être envoyé avec votre adresse, votre prénom et votre date de naissance. Vous avez déjà une inscription : en voici le lien.",
        en: "The form for this event has just been sent with your address, your first name and your date of birth. You already have a registration: here is its link.",
      },
      { facts: [reference, event] },
      { button: SEE_REGISTRATION, to: ticketPath(data) },
      {
        fr: "Ce n’était pas vous ? Rien n’a changé, vous pouvez ignorer ce message.",
        en: "Not you? Nothing has changed, and you can ignore this message.",
      },
    ],
  });
}

type RegistrationProof = MailedRegistration & {
  code: string;
  /** To the page whose button proves it. */
  link: string;
  /** `waiting`: it is about the waiting list. */
  status: string;
  amount: number;
};

/** Beyond the limit of a network: the address must be proven. */
export function registrationProofMail({ code, link, ...data }: RegistrationProof): Mail {
  const { event, date } = registrationFacts(data);
  const isWaiting = data.status === "waiting";
  const what = isWaiting
    ? {
        fr: "L’événement est complet. Confirmez dans les deux heures que cette adresse est bien la vôtre pour entrer sur la liste d’attente.",
        en: "The event is full. To join the waiting list, confirm within two hours that this address is yours.",
      }
    : {
        fr: "Une place est gardée pour vous pendant deux heures, le temps de confirmer que cette adresse est bien la vôtre. Ensuite, elle sera libérée.",
        en: "A place is kept for you for two hours, until you confirm that this address is yours. After that, it is released.",
      };
  return registrationMail(data, {
    template: "registration-proof",
    subject: { fr: "Confirmez votre inscription", en: "Confirm your registration" },
    preheader: what,
    title: { fr: "Il reste une étape", en: "One step is left" },
    parts: [
      what,
      { facts: [event, date] },
      { button: { fr: "Confirmer mon inscription", en: "Confirm my registration" }, to: link },
      {
        fr: "Vous pouvez aussi saisir ce code sur la page qui s’est affichée quand vous avez envoyé le formulaire.",
        en: "You can also type this code on the page that you saw after sending the form.",
      },
      { facts: [[CODE, code]] },
      data.amount > 0 &&
        !isWaiting && {
          fr: "Le paiement vient ensuite.",
          en: "The payment comes next.",
        },
      {
        fr: "Pourquoi cette étape ? Beaucoup d’inscriptions viennent d’arriver du même réseau que la vôtre.",
        en: "Why this step? Many registrations have just come from the same network as yours.",
      },
      {
        fr: "Ce n’était pas vous ? Ignorez ce message : rien ne sera gardé à votre nom.",
        en: "Not you? Ignore this message: nothing will be kept in your name.",
      },
    ],
  });
}

/** To the former address of a registration, which may be anybody's: it holds nothing of the person. */
export function registrationReaddressedMail(data: MailedRegistration): Mail {
  const { reference, event } = registrationFacts(data);
  return registrationMail(data, {
    template: "registration-readdressed",
    subject: { fr: "Changement d’adresse e-mail", en: "Change of e-mail address" },
    title: {
      fr: "Cette inscription a changé d’adresse e-mail",
      en: "This registration now has another e-mail address",
    },
    parts: [
      {
        fr: "La fédération a corrigé l’adresse e-mail de cette inscription. Les liens de nos messages précédents ne l’ouvrent plus : nous avons écrit à la nouvelle adresse.",
        en: "The federation has corrected the e-mail address of this registration. The links in our earlier messages no longer open it: we have written to the new address.",
      },
      { facts: [reference, event] },
      ...ADDRESS_OBJECTION,
    ],
  });
}

export type PlaceHeld = MailedRegistration &
  ChosenPackage & {
    amount: number;
    currency: Currency;
    /** Its order. */
    order: { by_hand: boolean; owed: AmountOwed; now: Date };
  };

/** A place is held for its payment, on the site or at the federation. */
export function placeHeldMail(data: PlaceHeld): Mail {
  const { language, order } = data;
  const { reference, event, date } = registrationFacts(data);
  const isOnline = !order.by_hand;
  return registrationMail(data, {
    template: "place-held",
    subject: { fr: "Place gardée", en: "Place held" },
    preheader: isOnline
      ? { fr: "Il reste à la payer.", en: "Payment is still due." }
      : { fr: "Elle est à payer à la fédération.", en: "It is to be paid for at the federation." },
    title: { fr: "Votre place est gardée", en: "Your place is held" },
    parts: [
      isOnline
        ? {
            fr: "Une place est gardée pour vous. Payez-la pour confirmer votre inscription. Si vous venez de le faire, ne tenez pas compte de ce message.",
            en: "A place is held for you. Pay for it to confirm your registration. If you have just done so, please ignore this message.",
          }
        : {
            fr: "Une place est gardée pour vous. Elle est à payer à la fédération, qui confirmera alors votre inscription.",
            en: "A place is held for you. Pay for it at the federation, which will then confirm your registration.",
          },
      {
        facts: [
          isOnline && reference,
          event,
          date,
          packageFact(data),
          isOnline && [TO_PAY, priceWords(language, data.amount, data.currency)],
          isOnline &&
            order.owed.until && [
              { fr: "Gardée jusqu’au", en: "Held until" },
              formatMoment(language, order.owed.until),
            ],
        ],
      },
      ...(isOnline ? [] : offlinePaymentParts(language, order.owed, order.now)),
      { button: SEE_REGISTRATION, to: ticketPath(data) },
      {
        fr: "Votre billet vous sera envoyé dès que le paiement sera enregistré.",
        en: "Your ticket will be sent to you as soon as the payment is recorded.",
      },
    ],
  });
}

type PlaceOffered = MailedRegistration & {
  id: string;
  /** After this, the next person is offered the place. */
  deadline: Date;
  /** The chosen package is gone: another one must be chosen. */
  mustChoose: boolean;
};

/** A free place is offered to somebody on the waiting list. */
export function placeOfferedMail(data: PlaceOffered): Mail {
  const { event, date } = registrationFacts(data);
  const deadline = formatMoment(data.language, data.deadline);
  const until = {
    fr: `Elle vous est gardée jusqu’au ${deadline} (heure de Conakry). Ensuite, elle sera proposée à la personne suivante.`,
    en: `It is kept for you until ${deadline} (Conakry time). After that, it will be offered to the next person.`,
  };
  return registrationMail(data, {
    template: "place-offered",
    about_id: data.id,
    subject: { fr: "Une place s’est libérée", en: "A place is available" },
    preheader: until,
    title: { fr: "Une place vous attend", en: "A place is waiting for you" },
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
      en: "You are receiving this message because you are on the waiting list of this event.",
    },
  });
}

type PlaceReleased = MailedRegistration & {
  /** `payment`: not paid in time; `offer`: not accepted in time. */
  reason: "payment" | "offer" | "cancelled";
  /** It was paid. */
  refunded?: boolean;
  /** A part of the price that was received, and is refunded. */
  received?: { amount: number; currency: Currency };
};

/** Whoever cancelled did not lose the place. */
const RELEASE_TITLES = {
  lost: {
    subject: { fr: "Place libérée", en: "Place released" },
    title: { fr: "Votre place n’est plus gardée", en: "Your place is no longer held" },
  },
  cancelled: {
    subject: { fr: "Inscription annulée", en: "Registration cancelled" },
    title: { fr: "Votre inscription est annulée", en: "Your registration is cancelled" },
  },
};

const RELEASE_REASONS = {
  payment: {
    fr: "Le paiement n’est pas arrivé à temps et la place a été libérée.",
    en: "The payment did not arrive in time and the place was released.",
  },
  offer: {
    fr: "Le délai pour prendre la place proposée est passé : elle est maintenant proposée à la personne suivante.",
    en: "The time to take the place has passed: it is now offered to the next person.",
  },
  cancelled: {
    fr: "L’inscription ci-dessous n’est plus valable.",
    en: "The registration below is no longer valid.",
  },
};

/** A place was released: the reason, and how to register again. */
export function placeReleasedMail(data: PlaceReleased): Mail {
  const { language, reason, refunded, received } = data;
  const { reference, event, date } = registrationFacts(data);
  const sum = received && formatAmount(language, received.amount, received.currency);
  return registrationMail(data, {
    template: "place-released",
    ...RELEASE_TITLES[reason === "cancelled" ? "cancelled" : "lost"],
    preheader: RELEASE_REASONS[reason],
    parts: [
      RELEASE_REASONS[reason],
      { facts: [reference, event, date] },
      sum && {
        fr: `Nous avions reçu ${sum} : cette somme vous sera remboursée.`,
        en: `We had received ${sum}, which will be refunded.`,
      },
      reason === "payment" && {
        fr: "Vous venez de payer ? Dès que l’argent nous parviendra, nous vous donnerons une place s’il en reste ; sinon, nous vous écrirons.",
        en: "Have you just paid? As soon as the money reaches us, we will give you a place if one is left; otherwise we will write to you.",
      },
      ...(refunded
        ? [
            {
              fr: "Si c’est nous qui annulons, tout ce que vous avez payé vous est remboursé. Sinon :",
              en: "If we cancel, everything you paid is refunded. Otherwise:",
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

type WaitingListJoined = MailedRegistration & {
  /** 1 for the first in line. */
  position: number;
};

/** The position on the waiting list of a full event. */
export function waitingListJoinedMail(data: WaitingListJoined): Mail {
  const { reference, event, date } = registrationFacts(data);
  return registrationMail(data, {
    template: "waiting-list-joined",
    subject: { fr: "Liste d’attente", en: "Waiting list" },
    preheader: {
      fr: "Nous vous écrirons dès qu’une place se libérera.",
      en: "We will write to you as soon as a place becomes free.",
    },
    title: { fr: "Vous êtes sur la liste d’attente", en: "You are on the waiting list" },
    parts: [
      {
        fr: "Toutes les places de cet événement sont prises. Vous êtes sur la liste d’attente.",
        en: "All the places at this event are taken. You are on the waiting list.",
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
        fr: "Dès qu’une place se libérera pour vous, nous vous écrirons. Vous n’avez rien à payer d’ici là.",
        en: "As soon as a place becomes free for you, we will write to you. There is nothing to pay until then.",
      },
      { link: SEE_REGISTRATION, to: ticketPath(data) },
    ],
  });
}

type EventCancelled = Omit<MailedRegistration, "event"> & {
  event: MailedRegistration["event"] & {
    cancellation_reason: string | null;
    cancellation_reason_en: string | null;
  };
  /** What is refunded, in minor units. */
  owed: readonly { amount: number; currency: Currency }[];
};

/** An event is cancelled: the reason, and the refund. */
export function eventCancelledMail(data: EventCancelled): Mail {
  const { language, owed } = data;
  const { reference, event, date } = registrationFacts(data);
  const reason = localized(data.event, "cancellation_reason", language).text;
  return registrationMail(data, {
    template: "event-cancelled",
    subject: { fr: "Événement annulé", en: "Event cancelled" },
    preheader: {
      fr: "Voici pourquoi, et ce que devient votre inscription.",
      en: "Here is why, and what happens to your registration.",
    },
    title: { fr: "Cet événement n’aura pas lieu", en: "This event will not take place" },
    parts: [
      {
        fr: "La fédération a annulé cet événement. Votre inscription est annulée aussi ; si vous aviez un billet, il n’est plus valable.",
        en: "The federation has cancelled this event. Your registration is cancelled too; if you had a ticket, it is no longer valid.",
      },
      reason && { quote: reason },
      {
        facts: [
          reference,
          event,
          date,
          ...owed.map(
            ({ amount, currency }): Fact => [
              { fr: "À vous rembourser", en: "To be refunded" },
              priceWords(language, amount, currency),
            ],
          ),
        ],
      },
      owed.length > 0
        ? {
            fr: "Nous vous rembourserons tout ce que vous avez payé, par le même moyen de paiement. Vous n’avez rien à faire ; comptez 30 jours au plus.",
            en: "We will refund everything you paid, to your original payment method. There is nothing you need to do; it takes 30 days at most.",
          }
        : {
            fr: "Il n’y a rien à vous rembourser.",
            en: "There is nothing to refund.",
          },
      { button: SEE_REGISTRATION, to: ticketPath(data) },
      { link: { fr: "Les autres événements", en: "Other events" }, to: "/events" },
    ],
  });
}

type EventMoved = MailedRegistration & {
  id: string;
  status: RegistrationStatus;
  amount: number;
  /** The former date and venue. */
  previous: WhenAndWhere;
};

const PREVIOUSLY = { fr: "Avant", en: "Before" };

const CONFIRMED_STANDING: Bilingual = {
  fr: "Votre inscription reste valable. Si cela ne vous convient plus, vous pouvez renoncer à votre place sur la page de votre inscription.",
  en: "Your registration stays valid. If it no longer suits you, you can give up your place on your registration page.",
};

/** Where somebody's place stands after the move. */
const MOVED_STANDING: Partial<Record<RegistrationStatus, Bilingual>> & { confirmed: Bilingual } = {
  confirmed: CONFIRMED_STANDING,
  held: {
    fr: "Votre place reste gardée jusqu’à la fin du délai pour la payer. Si cela ne vous convient plus, vous pouvez y renoncer sur la page de votre inscription.",
    en: "Your place is still held until the payment deadline. If it no longer suits you, you can give it up on your registration page.",
  },
  offered: {
    fr: "Une place vous est proposée à cet événement : prenez-la, ou renoncez-y, sur la page de votre inscription.",
    en: "A place at this event is offered to you: take it, or give it up, on your registration page.",
  },
  waiting: {
    fr: "Vous gardez votre position sur la liste d’attente. Si cela ne vous convient plus, vous pouvez la quitter sur la page de votre inscription.",
    en: "You keep your position on the waiting list. If it no longer suits you, you can leave it on your registration page.",
  },
};

/** An event was moved: what changed, and how to give the place up. */
export function eventMovedMail(data: EventMoved): Mail {
  const { language, event: now, previous, status } = data;
  const { reference, event, venue } = registrationFacts(data);
  const when = formatEventDates(language, now);
  const whenBefore = formatEventDates(language, previous);
  const venueBefore = localized(previous, "location", language);
  const isElsewhere = venueBefore.text !== localized(now, "location", language).text;
  const isConfirmed = status === "confirmed";
  return registrationMail(data, {
    template: "event-moved",
    about_id: data.id,
    subject: { fr: "Changement de date ou de lieu", en: "Change of date or venue" },
    preheader: isConfirmed
      ? {
          fr: "Votre inscription reste valable. Voici ce qui change.",
          en: "Your registration stays valid. This is what changes.",
        }
      : { fr: "Voici ce qui change.", en: "This is what changes." },
    title: {
      fr: "Cet événement change de date ou de lieu",
      en: "This event has a new date or venue",
    },
    parts: [
      {
        fr: "La fédération a changé la date, l’heure ou le lieu de cet événement. Voici les nouvelles informations :",
        en: "The federation has changed the date, time or venue of this event. Here are the new details:",
      },
      {
        facts: [
          reference,
          event,
          [DATE, when],
          when !== whenBefore && [PREVIOUSLY, whenBefore],
          venue,
          isElsewhere && [PREVIOUSLY, venueBefore],
        ],
      },
      MOVED_STANDING[status] ?? MOVED_STANDING.confirmed,
      isConfirmed &&
        data.amount > 0 && {
          fr: "Ce que vous avez payé vous est alors remboursé intégralement, tant que l’événement n’a pas commencé.",
          en: "What you paid is then refunded in full, as long as the event has not started.",
        },
      ...(isConfirmed ? ticketParts(data) : []),
      { button: SEE_REGISTRATION, to: ticketPath(data) },
      isConfirmed && {
        link: { fr: "Mettre à jour mon agenda", en: "Update my calendar" },
        to: `${ticketPath(data)}/calendar.ics`,
      },
    ],
  });
}

type EventReminder = MailedRegistration & ChosenPackage & { id: string; last_name: string };

/** The day before an event: date, venue and ticket. It does not say 'tomorrow', so that it stays true when it is late. */
export function eventReminderMail(data: EventReminder): Mail {
  const { language, event: when } = data;
  const { reference, event, venue } = registrationFacts(data);
  return registrationMail(data, {
    template: "event-reminder",
    about_id: data.id,
    subject: { fr: "Rappel", en: "Reminder" },
    preheader: hasEntrance(when)
      ? { fr: "Votre billet est dans ce message.", en: "Your ticket is inside this message." }
      : { fr: "La date et votre référence.", en: "The date and your reference." },
    title: { fr: "À bientôt\u202f!", en: "See you soon!" },
    parts: [
      {
        fr: "Votre place est confirmée, et nous vous attendons.",
        en: "Your place is confirmed, and we look forward to seeing you.",
      },
      {
        facts: [
          reference,
          event,
          [DATE, formatEventDates(language, when)],
          venue,
          [PARTICIPANT, `${data.first_name} ${data.last_name}`],
          packageFact(data),
        ],
      },
      ...(hasEntrance(when)
        ? [
            codePicture(data),
            {
              fr: "Présentez ce code à l’entrée, sur votre téléphone ou imprimé. Le billet est aussi joint, sur une page : il suffit, même sans connexion.",
              en: "Show this code at the entrance, on your phone or printed. The ticket is attached as well, on one page: it is all you need, even offline.",
            },
            {
              fr: "À apporter : ce billet et un document d’identité, qui peut être demandé sur place.",
              en: "To bring: this ticket and an identity document, which may be asked for at the venue.",
            },
          ]
        : [
            {
              fr: "Cet événement a lieu en ligne : la référence prouve votre inscription.",
              en: "This event takes place online: the reference proves your registration.",
            },
          ]),
      { button: SEE_TICKET, to: ticketPath(data) },
      {
        fr: "Vous ne pouvez pas venir ? Renoncez à votre place sur la page de votre billet : une autre personne l’attend peut-être.",
        en: "Can’t make it? Give up your place on your ticket page: someone may be waiting for it.",
      },
    ],
  });
}

type EventReopened = MailedRegistration & {
  id: string;
  /** Until when the former place is reserved; absent on the waiting list. */
  deadline?: Date;
  /** The price of the place. */
  amount: number;
  /** Money had come for it, which is refunded. */
  hasPaid: boolean;
};

const PLACE_KEPT = {
  refunded: {
    fr: "Une place vous est gardée. Prenez-la sur la page de votre inscription ; si elle est payante, vous la payez à nouveau, car votre premier paiement vous est remboursé.",
    en: "A place is kept for you. Take it on your registration page; if it has a price, you pay again, since your first payment is refunded.",
  },
  unpaid: {
    fr: "Une place vous est gardée. Prenez-la sur la page de votre inscription, puis payez-la pour la confirmer.",
    en: "A place is kept for you. Take it on your registration page, then pay for it to confirm it.",
  },
  free: {
    fr: "Une place vous est gardée. Prenez-la sur la page de votre inscription.",
    en: "A place is kept for you. Take it on your registration page.",
  },
} as const;

/** A cancelled event takes place after all: the former place can be taken again. */
export function eventReopenedMail(data: EventReopened): Mail {
  const { language, deadline } = data;
  const { reference, event, date } = registrationFacts(data);
  return registrationMail(data, {
    template: "event-reopened",
    about_id: data.id,
    subject: { fr: "Événement finalement maintenu", en: "Event taking place after all" },
    preheader: {
      fr: "L’annulation est levée. Voici où en est votre place.",
      en: "The event is back on. This is where your place stands.",
    },
    title: { fr: "Cet événement aura bien lieu", en: "This event will take place after all" },
    parts: [
      {
        fr: "La fédération avait annulé cet événement : il aura bien lieu.",
        en: "The federation had cancelled this event: it will take place after all.",
      },
      deadline
        ? PLACE_KEPT[data.hasPaid ? "refunded" : data.amount > 0 ? "unpaid" : "free"]
        : {
            fr: "Vous retrouvez votre position sur la liste d’attente. Si une place se libère, nous vous écrirons.",
            en: "You are back on the waiting list, where you were. We will write to you when a place becomes free.",
          },
      {
        facts: [
          reference,
          event,
          date,
          deadline && [
            { fr: "Gardée jusqu’au", en: "Kept until" },
            formatMoment(language, deadline),
          ],
        ],
      },
      {
        button: deadline ? { fr: "Prendre ma place", en: "Take my place" } : SEE_REGISTRATION,
        to: ticketPath(data),
      },
    ],
  });
}
