import type { FederationEvent } from "../events/events.ts";
import type { Language } from "../i18n/languages.ts";
import { type LocalText, localized } from "../i18n/localized.ts";
import { composeMail, type Letter, type Part } from "../mail/layout.ts";
import type { Addressee, Mail } from "../mail/mail.ts";
import { greeting } from "../mail/mail-labels.ts";

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

type About = Pick<Letter, "template" | "preheader"> & {
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
