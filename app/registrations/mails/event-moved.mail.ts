import type { WhenAndWhere } from "../../events/events.ts";
import type { Language } from "../../i18n/languages.ts";
import { type LocalText, localized } from "../../i18n/localized.ts";
import type { Mail } from "../../mail/mail.ts";
import type { RegistrationStatus } from "../registrations.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
  ticketParts,
  whenWords,
} from "./registration-mail.ts";

export type EventMoved = MailedRegistration & {
  id: string;
  status: RegistrationStatus;
  amount: number;
  /** Where and when it was to be. */
  previous: WhenAndWhere;
};

type Texts = Record<
  | "preheader"
  | "title"
  | "moved"
  | "before"
  | "when"
  | "where"
  | "keep"
  | "paid"
  | "link"
  | "calendar",
  string
> & { subject: (event: string) => string };

const TEXTS = {
  fr: {
    subject: (event) => `Changement de date ou de lieu : ${event}`,
    preheader: "Votre inscription reste valable. Voici ce qui change.",
    title: "Cet événement est déplacé",
    moved: "La fédération change la date, l’heure ou le lieu de cet événement. Voici ce qui vaut :",
    before: "Avant",
    when: "Date",
    where: "Lieu",
    keep: "Votre inscription reste valable. Si cela ne vous convient plus, vous pouvez rendre votre place sur la page de votre inscription.",
    paid: "Ce que vous avez payé vous est alors rendu en entier, tant que l’événement n’a pas commencé.",
    link: "Voir mon inscription",
    calendar: "Mettre à jour mon agenda",
  },
  en: {
    subject: (event) => `Change of date or venue: ${event}`,
    preheader: "Your registration stays valid. This is what changes.",
    title: "This event has moved",
    moved:
      "The federation has changed the date, time or venue of this event. This is what applies now:",
    before: "Before",
    when: "Date",
    where: "Venue",
    keep: "Your registration stays valid. If it no longer suits you, you can give your place back on the page of your registration.",
    paid: "What you paid is then refunded in full, as long as the event has not begun.",
    link: "See my registration",
    calendar: "Update my calendar",
  },
} satisfies Record<Language, Texts>;

/** An event is not when or where it was: what changed, and the way out. */
export function eventMovedMail(data: EventMoved): Mail {
  const { language, event, previous, status } = data;
  const words = REGISTRATION_LABELS[language];
  const texts = TEXTS[language];
  const [was, is] = [previous, event].map((one) => whenWords(language, one)) as [string, string];
  const isElsewhere =
    previous.location !== event.location || previous.location_en !== event.location_en;
  const where = (one: WhenAndWhere): LocalText => localized(one, "location", language);
  return registrationMail(data, {
    template: "event-moved",
    about_id: data.id,
    preheader: texts.preheader,
    texts,
    parts: (title) => [
      { text: texts.moved },
      {
        rows: [
          [words.reference, data.reference],
          [words.event, title],
          [texts.when, is],
          ...(was === is ? [] : [[texts.before, was] as const]),
          [texts.where, where(event)],
          ...(isElsewhere ? [[texts.before, where(previous)] as const] : []),
        ],
      },
      { text: texts.keep },
      ...(status === "confirmed" && data.amount > 0 ? [{ text: texts.paid }] : []),
      ...(status === "confirmed" ? ticketParts(language, data) : []),
      { button: texts.link, to: `/tickets/${data.ticket_token}` },
      ...(status === "confirmed"
        ? [{ link: texts.calendar, to: `/tickets/${data.ticket_token}/calendar.ics` }]
        : []),
    ],
  });
}
