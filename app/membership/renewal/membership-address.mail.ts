import type { Language } from "../../i18n/languages.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Addressee, Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";

type Texts = Record<
  "subject" | "title" | "changed" | "link" | "wrong" | "contact" | "reason",
  string
>;

const TEXTS = {
  fr: {
    subject: "Changement d’adresse e-mail de votre adhésion",
    title: "Nous vous écrirons à cette adresse",
    changed:
      "La fédération a corrigé l’adresse e-mail de votre adhésion. Nos prochains messages arriveront ici ; les liens des précédents ne servent plus.",
    link: "Voir mon adhésion",
    wrong: "Ce n’est pas ce que vous vouliez ? Dites-le à la fédération.",
    contact: "Écrire à la fédération",
    reason: "Vous recevez ce message parce que la fédération a corrigé votre adresse e-mail.",
  },
  en: {
    subject: "Change of e-mail address of your membership",
    title: "We will write to you at this address",
    changed:
      "The federation corrected the e-mail address of your membership. Our next messages will come here; the links in earlier ones no longer work.",
    link: "See my membership",
    wrong: "Not what you wanted? Tell the federation.",
    contact: "Write to the federation",
    reason: "You receive this message because the federation corrected your e-mail address.",
  },
} satisfies Record<Language, Texts>;

/** To the address that a membership has now, with the link of its page, if it has one. */
export function membershipAddressMail(member: Addressee & { token: string | null }): Mail {
  const { language, token } = member;
  const texts = TEXTS[language];
  return composeMail({
    template: "membership-address",
    language,
    recipient: member.email,
    subject: texts.subject,
    preheader: texts.title,
    title: texts.title,
    parts: [
      { text: greeting(language, member.first_name) },
      { text: texts.changed },
      ...(token ? [{ button: texts.link, to: `/membership/application/${token}` }] : []),
      { text: texts.wrong },
      { link: texts.contact, to: "/contact" },
    ],
    reason: texts.reason,
  });
}
