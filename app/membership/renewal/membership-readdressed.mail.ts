import type { Language } from "../../i18n/languages.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";

type Texts = Record<"subject" | "title" | "why" | "wrong" | "contact" | "reason", string>;

const TEXTS = {
  fr: {
    subject: "Changement d’adresse e-mail d’une adhésion",
    title: "Cette adhésion a changé d’adresse e-mail",
    why: "La fédération a corrigé l’adresse e-mail d’une adhésion qui était à cette adresse. Les liens de nos messages précédents ne l’ouvrent plus : un nouveau message est parti à la nouvelle adresse.",
    wrong: "Ce n’est pas ce que vous vouliez ? Dites-le à la fédération.",
    contact: "Écrire à la fédération",
    reason:
      "Vous recevez ce message parce qu’une adhésion à la fédération était à cette adresse e-mail.",
  },
  en: {
    subject: "Change of e-mail address of a membership",
    title: "This membership has another e-mail address now",
    why: "The federation corrected the e-mail address of a membership that was at this address. The links in our earlier messages no longer open it: a new message went to the new address.",
    wrong: "Not what you wanted? Tell the federation.",
    contact: "Write to the federation",
    reason:
      "You receive this message because a membership of the federation was at this e-mail address.",
  },
} satisfies Record<Language, Texts>;

/** To the address that a membership had, which may be anybody's: nothing of the person stands in it. */
export function membershipReaddressedMail({
  language,
  email,
}: Pick<Addressee, "language" | "email">): Mail {
  const texts = TEXTS[language];
  return composeMail({
    template: "membership-readdressed",
    language,
    recipient: email,
    subject: texts.subject,
    preheader: texts.title,
    title: texts.title,
    parts: [
      { text: greeting(language, "") },
      { text: texts.why },
      { text: texts.wrong },
      { link: texts.contact, to: "/contact" },
    ],
    reason: texts.reason,
  });
}
