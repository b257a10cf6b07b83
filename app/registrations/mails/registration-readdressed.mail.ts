import type { Language } from "../../i18n/languages.ts";
import type { Mail } from "../../mail/mail.ts";
import {
  type MailedRegistration,
  REGISTRATION_LABELS,
  registrationMail,
} from "./registration-mail.ts";

type Texts = Record<"title" | "why" | "wrong" | "contact", string> & {
  subject: (event: string) => string;
};

const TEXTS = {
  fr: {
    subject: (event) => `Changement d’adresse e-mail : ${event}`,
    title: "Cette inscription a changé d’adresse e-mail",
    why: "La fédération a corrigé l’adresse e-mail de cette inscription. Les liens de nos messages précédents ne l’ouvrent plus : un nouveau message est parti à la nouvelle adresse.",
    wrong: "Ce n’est pas ce que vous vouliez ? Dites-le à la fédération.",
    contact: "Écrire à la fédération",
  },
  en: {
    subject: (event) => `Change of e-mail address: ${event}`,
    title: "This registration has another e-mail address now",
    why: "The federation corrected the e-mail address of this registration. The links in our earlier messages no longer open it: a new message went to the new address.",
    wrong: "Not what you wanted? Tell the federation.",
    contact: "Write to the federation",
  },
} satisfies Record<Language, Texts>;

/** To the address that a registration had, which may be anybody's: nothing of the person stands in it. */
export function registrationReaddressedMail(data: MailedRegistration): Mail {
  const { language } = data;
  const texts = TEXTS[language];
  return registrationMail(data, {
    template: "registration-readdressed",
    preheader: texts.title,
    texts,
    parts: (title) => [
      { text: texts.why },
      {
        rows: [
          [REGISTRATION_LABELS[language].reference, data.reference],
          [REGISTRATION_LABELS[language].event, title],
        ],
      },
      { text: texts.wrong },
      { link: texts.contact, to: "/contact" },
    ],
  });
}
