import type { Language } from "../../i18n/languages.ts";
import { composeMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";

type Address = { language: Language; email: string };

const REASON = {
  fr: "Vous recevez ce message parce que cette adresse e-mail figure, ou figurait, sur une adhésion ou une inscription de la fédération.",
  en: "You are receiving this message because this e-mail address is, or was, on a membership or a registration of the federation.",
};

const OBJECTION = {
  fr: "Si c’est une erreur, répondez à ce message\u202f: nous pouvons les séparer de nouveau pendant 30 jours.",
  en: "If this is a mistake, reply to this message: for 30 days, we can separate them again.",
};

type Merged = Address & {
  /** Of whoever stays; the former address is told no name, since it may be somebody else's. */
  kept?: { first_name: string; number: string | null };
};

/** Two people were one: to the address that stays, and to the one that opens nothing of it any more. */
export function peopleMergedMail({ language, email, kept }: Merged): Mail {
  const number = kept?.number;
  return composeMail({
    template: "people-merged",
    language,
    recipient: email,
    reason: REASON,
    firstName: kept?.first_name ?? "",
    subject: { fr: "Vos fiches sont réunies", en: "Your records are now one" },
    title: kept
      ? { fr: "Tout est sous cette adresse", en: "Everything is under this address" }
      : {
          fr: "Cette adresse n’ouvre plus ces fiches",
          en: "This address no longer opens these records",
        },
    parts: [
      kept
        ? {
            fr: "La fédération avait deux fiches pour vous. Vos adhésions et vos inscriptions sont désormais toutes sous cette adresse, avec de nouveaux liens\u202f: vous les trouverez dans Mon espace.",
            en: "The federation had two records for you. Your memberships and registrations are now all under this address, with new links: you will find them in My space.",
          }
        : {
            fr: "La fédération avait deux fiches pour la même personne, sous deux adresses e-mail. Ce qui était sous celle-ci est désormais sous l’autre\u202f: les liens de nos messages précédents et Mon espace ne l’ouvrent plus depuis cette adresse.",
            en: "The federation had two records for the same person, under two e-mail addresses. What was under this one is now under the other: the links in our earlier messages and My space no longer open it from this address.",
          },
      ...(number ? [{ facts: [[{ fr: "Licence", en: "Licence" }, number] as const] }] : []),
      OBJECTION,
      ...(kept ? [{ button: { fr: "Mon espace", en: "My space" }, to: "/me" }] : []),
    ],
  });
}

/** They are two people after all: each address has its own records again. */
export function peopleUnmergedMail({ language, email }: Address): Mail {
  return composeMail({
    template: "people-unmerged",
    language,
    recipient: email,
    firstName: "",
    reason: REASON,
    subject: { fr: "Vos fiches sont de nouveau séparées", en: "Your records are separate again" },
    title: {
      fr: "Chaque adresse a de nouveau ses fiches",
      en: "Each address has its own records again",
    },
    parts: [
      {
        fr: "La fédération avait réuni les fiches de deux adresses e-mail. Elle les a de nouveau séparées\u202f: ce qui était sous cette adresse y est de nouveau, avec de nouveaux liens, dans Mon espace.",
        en: "The federation had joined the records of two e-mail addresses. It has now separated them: what was under this address is there again, with new links, in My space.",
      },
      { button: { fr: "Mon espace", en: "My space" }, to: "/me" },
    ],
  });
}
