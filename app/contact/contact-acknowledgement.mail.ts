import type { Language } from "../i18n/languages.ts";
import { composeMail } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";
import { greeting } from "../mail/mail-labels.ts";

export type ContactAcknowledgement = {
  language: Language;
  /** Whoever wrote to us. */
  recipient: string;
  name: string;
};

type Texts = Record<
  "subject" | "preheader" | "title" | "received" | "answer" | "link" | "reason",
  string
>;

const TEXTS = {
  fr: {
    subject: "Nous avons bien reçu votre message",
    preheader: "Notre équipe vous répondra par e-mail.",
    title: "Message bien reçu",
    received: "Votre message est bien arrivé à la fédération. Merci de nous avoir écrit.",
    answer: "Notre équipe le lit et vous répondra à cette adresse.",
    link: "Nos coordonnées et nos horaires",
    reason:
      "Vous recevez cette réponse automatique parce qu’un message nous a été envoyé avec cette adresse. Si ce n’est pas vous, ignorez-la.",
  },
  en: {
    subject: "We have received your message",
    preheader: "Our team will reply by e-mail.",
    title: "Message received",
    received: "Your message has arrived at the federation. Thank you for writing to us.",
    answer: "Our team will read it and reply to this address.",
    link: "Our contact details and opening hours",
    reason:
      "You receive this automatic answer because a message was sent to us with this address. If this was not you, ignore it.",
  },
} satisfies Record<Language, Texts>;

/**
 * Tells somebody that their message arrived. It holds nothing of the message: with somebody else's
 * address in the form, it would carry anybody's words to them in our name.
 */
export function contactAcknowledgementMail(data: ContactAcknowledgement): Mail {
  const { language, recipient, name } = data;
  const texts = TEXTS[language];
  return composeMail({
    template: "contact-acknowledgement",
    language,
    recipient,
    subject: texts.subject,
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: greeting(language, name) },
      { text: texts.received },
      { text: texts.answer },
      { link: texts.link, to: "/contact" },
    ],
    reason: texts.reason,
    headers: { "Auto-Submitted": "auto-replied" },
  });
}
