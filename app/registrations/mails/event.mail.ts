import type { WhenAndWhere } from "../../events/events.ts";
import { type Currency, formatMoment, formatWeekday } from "../../i18n/format.ts";
import { localized } from "../../i18n/localized.ts";
import { type Fact, priceWords } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import type { RegistrationStatus } from "../registrations.ts";
import {
  type ChosenPackage,
  codePicture,
  DATE,
  hasEntrance,
  type MailedRegistration,
  PARTICIPANT,
  packageFact,
  registrationFacts,
  registrationMail,
  SEE_REGISTRATION,
  SEE_TICKET,
  ticketParts,
  ticketPath,
  whenWords,
} from "./registration-mail.ts";

export type EventCancelled = Omit<MailedRegistration, "event"> & {
  event: MailedRegistration["event"] & {
    cancellation_reason: string | null;
    cancellation_reason_en: string | null;
  };
  /** What goes back, in minor units. */
  owed: readonly { amount: number; currency: Currency }[];
};

/** An event is cancelled: why, and what becomes of the money. */
export function eventCancelledMail(data: EventCancelled): Mail {
  const { language, owed } = data;
  const { reference, event, date } = registrationFacts(data);
  const reason = localized(data.event, "cancellation_reason", language).text;
  return registrationMail(data, {
    template: "event-cancelled",
    subject: { fr: "Événement annulé", en: "Event cancelled" },
    preheader: {
      fr: "Ce message dit pourquoi, et ce que devient votre inscription.",
      en: "This message says why, and what becomes of your registration.",
    },
    title: { fr: "Cet événement n’aura pas lieu", en: "This event will not take place" },
    parts: [
      {
        fr: "La fédération annule cet événement. Votre inscription est annulée aussi, et votre billet ne vaut plus.",
        en: "The federation has cancelled this event. Your registration is cancelled too, and your ticket is no longer valid.",
      },
      reason && { quote: reason },
      {
        facts: [
          reference,
          event,
          date,
          ...owed.map(
            ({ amount, currency }): Fact => [
              { fr: "À vous rendre", en: "To be refunded" },
              priceWords(language, amount, currency),
            ],
          ),
        ],
      },
      owed.length > 0
        ? {
            fr: "Nous vous rendons tout ce que vous avez payé, par le moyen de votre paiement. Vous n’avez rien à faire ; comptez au plus 30 jours.",
            en: "We refund everything you paid, in the way you paid it. There is nothing you need to do; it takes 30 days at most.",
          }
        : {
            fr: "Il n’y a rien à vous rendre.",
            en: "There is nothing to refund to you.",
          },
      { button: SEE_REGISTRATION, to: ticketPath(data) },
      { link: { fr: "Les autres événements", en: "Other events" }, to: "/events" },
    ],
  });
}

export type EventMoved = MailedRegistration & {
  id: string;
  status: RegistrationStatus;
  amount: number;
  /** Where and when it was to be. */
  previous: WhenAndWhere;
};

const BEFORE = { fr: "Avant", en: "Before" };

/** An event is not when or where it was: what changed, and the way out. */
export function eventMovedMail(data: EventMoved): Mail {
  const { language, event: now, previous, status } = data;
  const { reference, event, venue } = registrationFacts(data);
  const when = whenWords(language, now);
  const whenBefore = whenWords(language, previous);
  const venueBefore = localized(previous, "location", language);
  const isElsewhere = venueBefore.text !== localized(now, "location", language).text;
  const isConfirmed = status === "confirmed";
  return registrationMail(data, {
    template: "event-moved",
    about_id: data.id,
    subject: { fr: "Changement de date ou de lieu", en: "Change of date or venue" },
    preheader: {
      fr: "Votre inscription reste valable. Voici ce qui change.",
      en: "Your registration stays valid. This is what changes.",
    },
    title: { fr: "Cet événement est déplacé", en: "This event has moved" },
    parts: [
      {
        fr: "La fédération change la date, l’heure ou le lieu de cet événement. Voici ce qui vaut :",
        en: "The federation has changed the date, time or venue of this event. This is what applies now:",
      },
      {
        facts: [
          reference,
          event,
          [DATE, when],
          when !== whenBefore && [BEFORE, whenBefore],
          venue,
          isElsewhere && [BEFORE, venueBefore],
        ],
      },
      {
        fr: "Votre inscription reste valable. Si cela ne vous convient plus, vous pouvez rendre votre place sur la page de votre inscription.",
        en: "Your registration stays valid. If it no longer suits you, you can give your place back on the page of your registration.",
      },
      isConfirmed &&
        data.amount > 0 && {
          fr: "Ce que vous avez payé vous est alors rendu en entier, tant que l’événement n’a pas commencé.",
          en: "What you paid is then refunded in full, as long as the event has not begun.",
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

export type EventReminder = MailedRegistration & ChosenPackage & { id: string; last_name: string };

/** The day before an event: when, where, and the ticket itself. It names no day by 'tomorrow', so that it stays true. */
export function eventReminderMail(data: EventReminder): Mail {
  const { language, event: when } = data;
  const { reference, event, venue } = registrationFacts(data);
  const weekday = when.end_date ? "" : `${formatWeekday(language, when.date)} `;
  return registrationMail(data, {
    template: "event-reminder",
    about_id: data.id,
    subject: { fr: "Rappel", en: "Reminder" },
    preheader: hasEntrance(when)
      ? { fr: "Votre billet est dans ce message.", en: "Your ticket is inside this message." }
      : { fr: "Voici quand, et votre référence.", en: "This is when, and your reference." },
    title: { fr: "C’est bientôt", en: "See you soon" },
    parts: [
      {
        fr: "Votre place est confirmée, et nous vous attendons.",
        en: "Your place is confirmed, and we look forward to seeing you.",
      },
      {
        facts: [
          reference,
          event,
          [DATE, weekday + whenWords(language, when)],
          venue,
          [PARTICIPANT, `${data.first_name} ${data.last_name}`],
          packageFact(data),
        ],
      },
      ...(hasEntrance(when)
        ? [
            codePicture(data),
            {
              fr: "Ce code se présente à l’entrée, sur votre téléphone ou imprimé. Le billet est aussi joint, sur une page : il suffit, même sans connexion.",
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
        fr: "Vous ne venez pas ? Rendez votre place sur la page du billet : quelqu’un l’attend peut-être.",
        en: "Not coming? Give your place back on the page of the ticket: somebody may be waiting for it.",
      },
    ],
  });
}

export type EventReopened = MailedRegistration & {
  /** Until when the place that they had is kept for them; absent for whoever waits. */
  deadline?: Date;
};

/** A cancelled event takes place after all: the place that somebody had is theirs to take again. */
export function eventReopenedMail(data: EventReopened): Mail {
  const { language, deadline } = data;
  const { reference, event, date } = registrationFacts(data);
  return registrationMail(data, {
    template: "event-reopened",
    subject: { fr: "Finalement maintenu", en: "Taking place after all" },
    preheader: {
      fr: "L’annulation est levée. Voici où en est votre place.",
      en: "The event is back on. This is where your place stands.",
    },
    title: { fr: "Cet événement aura bien lieu", en: "This event takes place after all" },
    parts: [
      {
        fr: "La fédération avait annulé cet événement : il aura bien lieu.",
        en: "The federation had cancelled this event: it takes place after all.",
      },
      deadline
        ? {
            fr: "La place que vous aviez vous est gardée. Prenez-la sur la page de votre inscription ; si elle est payante, vous la payez à nouveau, car l’argent vous est rendu.",
            en: "The place you had is kept for you. Take it on the page of your registration; if it has a price, you pay again, since your money was refunded.",
          }
        : {
            fr: "Vous retrouvez votre rang sur la liste d’attente. Si une place se libère, nous vous écrivons.",
            en: "You are back on the waiting list, where you were. We write to you when a place becomes free.",
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
