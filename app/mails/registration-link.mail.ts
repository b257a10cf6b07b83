import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { composeMail } from "./layout.ts";
import type { Mail } from "./mail.ts";
import type { MailedRegistration } from "./registration-confirmed.mail.ts";
import { greeting } from "./words.ts";

type Texts = Record<
  "preheader" | "title" | "again" | "reference" | "event" | "button" | "ignore" | "reason",
  string
> & { subject: (event: string) => string };

const TEXTS = {
  fr: {
    subject: (event) => `Votre inscription : ${event}`,
    preheader: "Voici le lien de votre inscription.",
    title: "Vous êtes déjà inscrit",
    again:
      "Une nouvelle inscription vient d’être demandée avec cette adresse, qui en a déjà une pour cet événement. En voici le lien.",
    reference: "Référence",
    event: "Événement",
    button: "Voir mon inscription",
    ignore: "Ce n’était pas vous ? Rien n’a changé, vous pouvez ignorer ce message.",
    reason:
      "Vous recevez ce message parce qu’une inscription à cet événement a été faite avec cette adresse.",
  },
  en: {
    subject: (event) => `Your registration: ${event}`,
    preheader: "Here is the link to your registration.",
    title: "You are registered already",
    again:
      "A new registration was just asked for with this address, which already has one for this event. Here is its link.",
    reference: "Reference",
    event: "Event",
    button: "See my registration",
    ignore: "It was not you? Nothing has changed, and you can ignore this message.",
    reason:
      "You receive this message because a registration for this event was made with this address.",
  },
} satisfies Record<Language, Texts>;

/** Leads somebody back to the registration that their address has, when the form cannot know it is them. */
export function registrationLinkMail(data: MailedRegistration): Mail {
  const { language, event } = data;
  const texts = TEXTS[language];
  const title = localized(event, "title", language);
  return composeMail({
    template: "registration-link",
    language,
    recipient: data.email,
    subject: texts.subject(title.text),
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: greeting(language, data.first_name) },
      { text: texts.again },
      {
        rows: [
          [texts.reference, data.reference],
          [texts.event, title],
        ],
      },
      { button: texts.button, to: `/tickets/${data.ticket_token}` },
      { text: texts.ignore },
    ],
    reason: texts.reason,
  });
}
