import { type Currency, formatDate } from "../../i18n/format.ts";
import { localized } from "../../i18n/localized.ts";
import { ADDRESS_OBJECTION, CONTACT_LINK, priceWords } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import type { RegistrationStatus } from "../registrations.ts";
import {
  type ChosenPackage,
  CODE,
  hasEntrance,
  type MailedEvent,
  type MailedRegistration,
  PARTICIPANT,
  PRICE,
  packageFact,
  registrationFacts,
  registrationMail,
  SEE_REGISTRATION,
  SEE_TICKET,
  TO_PAY,
  ticketParts,
  ticketPath,
} from "./registration-mail.ts";

export type RegistrationConfirmed = MailedRegistration &
  ChosenPackage & { id: string; amount: number; currency: Currency };

/** A place is theirs: what, when, where, and the way to the ticket. */
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
    ],
  });
}

export type RegistrationChanged = RegistrationConfirmed & {
  last_name: string;
  phone: string;
  status: RegistrationStatus;
  /** Where its place was, when it goes on at another event. */
  from?: MailedEvent;
};

/** Staff corrected a registration, or moved it to another event: how it stands now. */
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
      fr: "Voici ce que nous avons maintenant pour vous.",
      en: "This is what is recorded now.",
    },
    title: from
      ? {
          fr: "Votre inscription a changé d’événement",
          en: "Your registration is for another event now",
        }
      : { fr: "Votre inscription a été modifiée", en: "Your registration was changed" },
    parts: [
      from
        ? {
            fr: "Votre inscription vaut maintenant pour un autre événement : votre place y est gardée, celle d’avant est rendue.",
            en: "The federation moved your registration to another event: your place is booked there, and the one at the previous event is given back.",
          }
        : {
            fr: "La fédération a modifié votre inscription. Relisez ce qui suit : tout doit être juste.",
            en: "The federation changed your registration. This is what is recorded now.",
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
        fr: "Votre place est gardée jusqu’à son paiement. La page de votre inscription dit comment payer, et jusqu’à quand.",
        en: "Your place is held until it is paid. The page of your registration says how to pay, and until when.",
      },
      ...(isConfirmed ? ticketParts(data) : []),
      { button: isConfirmed ? SEE_TICKET : SEE_REGISTRATION, to: ticketPath(data) },
      {
        fr: "Il reste une erreur ? Dites-le-nous, nous corrigeons.",
        en: "Is something wrong? Tell the federation.",
      },
      CONTACT_LINK,
    ],
  });
}

/** Leads somebody back to the registration that they have, when the form cannot know it is them. */
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

export type RegistrationProof = MailedRegistration & {
  code: string;
  /** Where it is proven by one press. */
  link: string;
  /** Without a place, it stands for the waiting list. */
  status: string;
  amount: number;
};

/** Too many came from one network: this place, or place in the line, waits for a word from its address. */
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
    title: { fr: "Il reste à confirmer", en: "One step is left" },
    parts: [
      what,
      { facts: [event, date] },
      { button: { fr: "Confirmer mon inscription", en: "Confirm my registration" }, to: link },
      {
        fr: "Vous pouvez aussi taper ce code sur la page qui s’est affichée quand vous avez envoyé le formulaire.",
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

/** To the address that a registration had, which may be anybody's: nothing of the person stands in it. */
export function registrationReaddressedMail(data: MailedRegistration): Mail {
  const { reference, event } = registrationFacts(data);
  return registrationMail(data, {
    template: "registration-readdressed",
    subject: { fr: "Changement d’adresse e-mail", en: "Change of e-mail address" },
    title: {
      fr: "Cette inscription a changé d’adresse e-mail",
      en: "This registration has another e-mail address now",
    },
    parts: [
      {
        fr: "La fédération a corrigé l’adresse e-mail de cette inscription. Les liens de nos messages précédents ne l’ouvrent plus : un nouveau message est parti à la nouvelle adresse.",
        en: "The federation corrected the e-mail address of this registration. The links in our earlier messages no longer open it: a new message went to the new address.",
      },
      { facts: [reference, event] },
      ...ADDRESS_OBJECTION,
    ],
  });
}
