import type { FederationEvent, WhenAndWhere } from "../../events/events.ts";
import { formatDays, formatTime } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { type LocalText, localized } from "../../i18n/localized.ts";
import { composeMail, type Letter, type Part } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";

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

/** What all mails about registrations call the same things. */
export const REGISTRATION_LABELS: Record<
  Language,
  Record<"reference" | "event" | "date" | "code" | "codeUse" | "reason", string>
> = {
  fr: {
    reference: "Référence",
    event: "Événement",
    date: "Date",
    code: "Code",
    codeUse:
      "Ce code ouvre votre inscription sur la page qui s’est affichée quand vous avez envoyé le formulaire.",
    reason:
      "Vous recevez ce message parce qu’une inscription à cet événement a été faite avec cette adresse.",
  },
  en: {
    reference: "Reference",
    event: "Event",
    date: "Date",
    code: "Code",
    codeUse: "This code opens your registration on the page that you saw after sending the form.",
    reason:
      "You receive this message because a registration for this event was made with this address.",
  },
};

type About = Pick<Letter, "template" | "preheader" | "about_id"> & {
  texts: { subject: (event: string) => string; title: string };
  /** What it says after its greeting; the title of the event in the words that the mail has for it. */
  parts: (event: LocalText) => readonly Part[];
  /** Why the recipient gets it, where that is not their registration. */
  reason?: string;
};

/** A mail to whoever registered, about their registration. */
export function registrationMail(data: MailedRegistration, about: About): Mail {
  const { language, event } = data;
  const { texts, parts, reason = REGISTRATION_LABELS[language].reason, ...letter } = about;
  const title = localized(event, "title", language);
  return composeMail({
    ...letter,
    language,
    recipient: data.email,
    isTest: data.is_test,
    subject: texts.subject(title.text),
    title: texts.title,
    parts: [
      { text: greeting(language, data.first_name) },
      ...parts(title),
      ...(data.code ? codeParts(language, data.code) : []),
    ],
    reason,
  });
}

function codeParts(language: Language, code: string): Part[] {
  const words = REGISTRATION_LABELS[language];
  return [{ rows: [[words.code, code]] }, { text: words.codeUse }];
}

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

const CODE_ALT: Record<Language, (reference: string) => string> = {
  fr: (reference) => `Code QR du billet ${reference}`,
  en: (reference) => `QR code of ticket ${reference}`,
};

const SHOW: Record<Language, string> = {
  fr: "Gardez ce message : ce code se présente à l’entrée, sur votre téléphone ou imprimé. Le billet est aussi joint, sur une page : il suffit, même sans connexion.",
  en: "Keep this message: show this code at the entrance, on your phone or printed. The ticket is attached as well, on one page: it is all you need, even offline.",
};

/** The ticket inside the mail, for an event with an entrance. */
export const ticketParts = (
  language: Language,
  { reference, event }: Pick<MailedRegistration, "reference" | "event">,
): Part[] =>
  hasEntrance(event) ? [codePicture(language, reference), { text: SHOW[language] }] : [];

/** Whether a mail shows the code of a ticket, which is put into it when it leaves. */
export const showsTicket = ({ html_body }: Pick<Mail, "html_body">): boolean =>
  html_body.includes(`cid:${CODE_CID}`);

/** The code that a mail holds, to write it anew with the same. */
export function codeIn({ language, text_body }: Pick<Mail, "language" | "text_body">) {
  const line = text_body
    .split("\n")
    .find((text) => text.startsWith(REGISTRATION_LABELS[language].code));
  return /\b\d{6}$/.exec(line ?? "")?.[0];
}

/** The code for the entrance, inside the mail. */
export const codePicture = (language: Language, reference: string): Part => ({
  picture: CODE_CID,
  alt: CODE_ALT[language](reference),
  size: 220,
});
