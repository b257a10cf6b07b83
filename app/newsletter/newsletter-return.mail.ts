import { DAY } from "../core/values/durations.ts";
import type { Language } from "../i18n/languages.ts";
import { type AskedLink, type AskedLinkTexts, askedLinkMail } from "../mail/asked-link.ts";
import type { Mail } from "../mail/mail.ts";
import { RETURN_MS } from "./newsletter-schema.ts";

const DAYS = RETURN_MS / DAY;

const TEXTS = {
  fr: {
    subject: "Vous réinscrire à la newsletter ?",
    preheader: "Un geste suffit, et c’est à vous de le faire.",
    title: "Revenir à la newsletter ?",
    asked:
      "Cette adresse avait quitté la newsletter de la fédération. Quelqu’un vient de l’inscrire à nouveau sur notre site : vous, sans doute.",
    link: `Si vous voulez revenir, confirmez-le ici. Le lien est valable ${DAYS} jours.`,
    button: "Me réinscrire",
    ignore: "Sinon, ignorez ce message : rien ne vous sera envoyé.",
    reason:
      "Vous recevez ce message parce que cette adresse a été saisie dans le formulaire de la newsletter, sur notre site.",
  },
  en: {
    subject: "Subscribe to the newsletter again?",
    preheader: "One click is enough, and it is yours to make.",
    title: "Back to the newsletter?",
    asked:
      "This address had unsubscribed from the federation’s newsletter. Somebody, probably you, has just subscribed it again on our website.",
    link: `If you want to come back, confirm it here. The link is valid for ${DAYS} days.`,
    button: "Subscribe again",
    ignore: "If not, ignore this message: nothing will be sent to you.",
    reason:
      "You receive this message because this address was entered in the newsletter form on our website.",
  },
} satisfies Record<Language, AskedLinkTexts>;

/** Asks an address that left the newsletter whether it wants to come back: nobody else can say so. */
export const newsletterReturnMail = (to: AskedLink): Mail =>
  askedLinkMail(to, "newsletter-return", "/newsletter/return", TEXTS[to.language]);
