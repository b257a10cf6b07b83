import type { Language } from "../i18n/languages.ts";
import { composeMail, subjectAbout } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";
import { cachedSettings } from "../settings/settings.visitor.server.ts";

export type ContactAcknowledgement = {
  language: Language;
  /** The address of the sender. */
  recipient: string;
  name: string;
};

/**
 * Confirms that a message arrived. It does not quote the message: with somebody else's address in the form, the site
 * would send them any text in our name.
 */
export function contactAcknowledgementMail({ name, ...to }: ContactAcknowledgement): Mail {
  return composeMail({
    template: "contact-acknowledgement",
    ...to,
    firstName: name,
    subject: { fr: "Nous avons bien reçu votre message", en: "We have received your message" },
    preheader: {
      fr: "Notre équipe vous répondra par e-mail.",
      en: "Our team will reply by e-mail.",
    },
    title: { fr: "Message bien reçu", en: "Message received" },
    parts: [
      {
        fr: "Votre message est bien arrivé à la fédération. Merci de nous avoir écrit.",
        en: "Your message has arrived at the federation. Thank you for writing to us.",
      },
      {
        fr: "Notre équipe le lira et vous répondra à cette adresse.",
        en: "Our team will read it and reply to this address.",
      },
      {
        link: {
          fr: "Nos coordonnées et nos horaires",
          en: "Our contact details and opening hours",
        },
        to: "/contact",
      },
    ],
    reason: {
      fr: "Vous recevez cette réponse automatique parce qu’un message nous a été envoyé avec cette adresse. Si ce n’était pas vous, ignorez-la.",
      en: "You are receiving this automatic reply because a message was sent to us with this address. If this was not you, ignore it.",
    },
    headers: { "Auto-Submitted": "auto-replied" },
  });
}

export type ContactNotice = {
  /** The language of the staff: French by default. */
  language?: Language;
  /** What the visitor sent. */
  name: string;
  email: string;
  subject: string;
  message: string;
};

/** Forwards a visitor's message to the federation's mailbox; a reply goes to the visitor. */
export function contactNoticeMail(data: ContactNotice): Mail {
  return composeMail({
    template: "contact-notice",
    language: data.language ?? "fr",
    recipient: cachedSettings().contact_info.email,
    reply_to: data.email,
    subject: subjectAbout({ fr: "Message du site", en: "Message from the website" }, data.subject),
    preheader: {
      fr: "Un nouveau message attend une réponse.",
      en: "A new message is waiting for an answer.",
    },
    title: { fr: "Nouveau message", en: "New message" },
    parts: [
      {
        facts: [
          [{ fr: "De", en: "From" }, data.name],
          ["E-mail", data.email],
          [{ fr: "Sujet", en: "Subject" }, data.subject],
        ],
      },
      { quote: data.message },
      {
        fr: "Répondez simplement à cet e-mail : votre réponse ira à la personne qui a écrit.",
        en: "Simply reply to this e-mail: your reply will go to the person who wrote.",
      },
    ],
    reason: {
      fr: "Ce message vient du formulaire de contact du site.",
      en: "This message comes from the website’s contact form.",
    },
  });
}
