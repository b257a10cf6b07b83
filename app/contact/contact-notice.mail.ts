import type { Language } from "../i18n/languages.ts";
import { composeMail } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";
import { knownSettings } from "../settings/settings.visitor.server.ts";

export type ContactNotice = {
  /** Of the staff who read it: French, unless said otherwise. */
  language?: Language;
  /** What the visitor sent. */
  name: string;
  email: string;
  subject: string;
  message: string;
};

type Texts = Record<
  "preheader" | "title" | "from" | "address" | "subjectLabel" | "answer" | "reason",
  string
> & { subject: (subject: string) => string };

const TEXTS = {
  fr: {
    subject: (subject) => `Message du site : ${subject}`,
    preheader: "Un nouveau message attend une réponse.",
    title: "Nouveau message",
    from: "De",
    address: "E-mail",
    subjectLabel: "Sujet",
    answer: "Répondez simplement à cet e-mail : votre réponse ira à la personne qui a écrit.",
    reason: "Ce message vient du formulaire de contact du site.",
  },
  en: {
    subject: (subject) => `Message from the website: ${subject}`,
    preheader: "A new message is waiting for an answer.",
    title: "New message",
    from: "From",
    address: "E-mail",
    subjectLabel: "Subject",
    answer: "Simply reply to this e-mail: your reply goes to the person who wrote.",
    reason: "This message comes from the website’s contact form.",
  },
} satisfies Record<Language, Texts>;

/** Brings a visitor's message to the federation's own mailbox; an answer goes to the visitor. */
export function contactNoticeMail(data: ContactNotice): Mail {
  const { language = "fr" } = data;
  const texts = TEXTS[language];
  return composeMail({
    template: "contact-notice",
    language,
    recipient: knownSettings().contact_info.email,
    reply_to: data.email,
    subject: texts.subject(data.subject),
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      {
        rows: [
          [texts.from, data.name],
          [texts.address, data.email],
          [texts.subjectLabel, data.subject],
        ],
      },
      { quote: data.message },
      { text: texts.answer },
    ],
    reason: texts.reason,
  });
}
