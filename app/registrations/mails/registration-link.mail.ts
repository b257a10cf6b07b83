import type { Language } from "../../i18n/languages.ts";
import type { Mail } from "../../mail/mail.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

type Texts = Record<"preheader" | "title" | "again" | "button" | "ignore", string> & {
  subject: (event: string) => string;
};

const TEXTS = {
  fr: {
    subject: (event) => `Votre inscription : ${event}`,
    preheader: "Voici le lien de votre inscription.",
    title: "Vous avez déjà une inscription",
    again:
      "Le formulaire de cet événement vient d’être envoyé avec votre adresse, votre prénom et votre date de naissance. Vous avez déjà une inscription : en voici le lien.",
    button: "Voir mon inscription",
    ignore: "Ce n’était pas vous ? Rien n’a changé, vous pouvez ignorer ce message.",
  },
  en: {
    subject: (event) => `Your registration: ${event}`,
    preheader: "Here is the link to your registration.",
    title: "You already have a registration",
    again:
      "The form for this event has just been sent with your address, your first name and your date of birth. You already have a registration: here is its link.",
    button: "See my registration",
    ignore: "Not you? Nothing has changed, and you can ignore this message.",
  },
} satisfies Record<Language, Texts>;

/** Leads somebody back to the registration that they have, when the form cannot know it is them. */
export function registrationLinkMail(data: MailedRegistration): Mail {
  const words = REGISTRATION_LABELS[data.language];
  const texts = TEXTS[data.language];
  return registrationMail(data, {
    template: "registration-link",
    preheader: texts.preheader,
    texts,
    parts: (title) => [
      { text: texts.again },
      {
        rows: [
          [words.reference, data.reference],
          [words.event, title],
        ],
      },
      { button: texts.button, to: `/tickets/${data.ticket_token}` },
      { text: texts.ignore },
    ],
  });
}
