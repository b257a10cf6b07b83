import type { FederationEvent, WhenAndWhere } from "../../events/events.ts";
import { formatDate, formatDays, formatTime } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import {
  type Bilingual,
  composeMail,
  type Fact,
  type Letter,
  type Part,
  subjectAbout,
} from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";

/** What a mail says of an event. */
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

/** Somebody's registration for an event, as its row has it. */
export type MailedRegistration = Addressee & {
  reference: string;
  ticket_token: string;
  event: MailedEvent;
  /** Its money is none. */
  is_test?: boolean;
  /** What opens the registration on the page that asked for it, where somebody sent a form. */
  code?: string;
};

type RegistrationLetter = Pick<Letter, "template" | "preheader" | "about_id" | "parts"> & {
  /** The subject before the title of the event. */
  subject: Bilingual;
  title: Bilingual;
  /** Why the recipient gets it, where that is not their registration. */
  reason?: Bilingual;
};

const REASON: Bilingual = {
  fr: "Vous recevez ce message parce qu’une inscription à cet événement a été faite avec cette adresse.",
  en: "You receive this message because a registration for this event was made with this address.",
};

export const CODE = "Code";

const codeParts = (code: string): Part[] => [
  { facts: [[CODE, code]] },
  {
    fr: "Ce code ouvre votre inscription sur la page qui s’est affichée quand vous avez envoyé le formulaire.",
    en: "This code opens your registration on the page that you saw after sending the form.",
  },
];

/** A mail to whoever registered, about their registration. */
export function registrationMail(data: MailedRegistration, letter: RegistrationLetter): Mail {
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
export function registrationFacts({ language, reference, event }: MailedRegistration) {
  const { date, time } = event;
  return {
    reference: [{ fr: "Référence", en: "Reference" }, reference],
    event: [{ fr: "Événement", en: "Event" }, localized(event, "title", language)],
    date: [DATE, formatDate(language, date)],
    time: time !== null && [{ fr: "Heure", en: "Time" }, formatTime(language, time)],
    venue: [VENUE, localized(event, "location", language)],
  } satisfies Record<string, Fact | false>;
}

export const DATE = "Date";
export const VENUE: Bilingual = { fr: "Lieu", en: "Venue" };
export const PARTICIPANT = "Participant";
export const PRICE: Bilingual = { fr: "Prix", en: "Price" };
export const TO_PAY: Bilingual = { fr: "À payer", en: "To pay" };

/** What somebody registered for, as their registration has it. */
export type ChosenPackage = { price_name: string; price_name_en: string | null };

export const packageFact = (data: ChosenPackage & { language: Language }): Fact => [
  { fr: "Formule", en: "Package" },
  localized(data, "price_name", data.language),
];

export const ticketPath = ({ ticket_token }: Pick<MailedRegistration, "ticket_token">): string =>
  `/tickets/${ticket_token}`;

export const SEE_REGISTRATION: Bilingual = {
  fr: "Voir mon inscription",
  en: "See my registration",
};
export const SEE_TICKET: Bilingual = { fr: "Voir mon billet", en: "See my ticket" };

/** When an event is: its days, and its hours where they are set. */
export function whenWords(
  language: Language,
  { date, time, end_date, end_time }: Omit<WhenAndWhere, "location" | "location_en">,
): string {
  const hours = [time, end_time].filter((hour) => hour !== null);
  return [
    formatDays(language, date, end_date),
    hours.map((hour) => formatTime(language, hour)).join(" – "),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Where nobody stands at an entrance, no code is shown there. */
export const hasEntrance = ({ type }: Pick<FederationEvent, "type">): boolean => type !== "online";

/** By which the mail names the code that is put into it when it leaves. */
export const CODE_CID = "ticket-code";

/** The ticket inside the mail, for an event with an entrance. */
export const ticketParts = (data: Pick<MailedRegistration, "reference" | "event">): Part[] =>
  hasEntrance(data.event)
    ? [
        codePicture(data),
        {
          fr: "Gardez ce message : ce code se présente à l’entrée, sur votre téléphone ou imprimé. Le billet est aussi joint, sur une page : il suffit, même sans connexion.",
          en: "Keep this message: show this code at the entrance, on your phone or printed. The ticket is attached as well, on one page: it is all you need, even offline.",
        },
      ]
    : [];

/** Whether a mail shows the code of a ticket, which is put into it when it leaves. */
export const showsTicket = ({ html_body }: Pick<Mail, "html_body">): boolean =>
  html_body.includes(`cid:${CODE_CID}`);

/** The code that a mail holds, to write it anew with the same. */
export function codeIn({ text_body }: Pick<Mail, "text_body">) {
  const line = text_body.split("\n").find((text) => text.startsWith(CODE));
  return /\b\d{6}$/.exec(line ?? "")?.[0];
}

/** The code for the entrance, inside the mail. */
export const codePicture = ({ reference }: Pick<MailedRegistration, "reference">): Part => ({
  picture: CODE_CID,
  alt: { fr: `Code QR du billet ${reference}`, en: `QR code of ticket ${reference}` },
  size: 220,
});
