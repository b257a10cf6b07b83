import { DAY } from "../core/values/durations.ts";
import type { Language } from "../i18n/languages.ts";
import { composeMail, siteAddress } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";
import { RETURN_LINK_MS } from "./newsletter.record.ts";
import { unsubscribeToken } from "./unsubscribe-token.server.ts";

export type NewsletterWelcome = {
  language: Language;
  /** The subscriber's address. */
  recipient: string;
  /** The id of the row, for the links that end the subscription. */
  subscriptionId: string;
};

/** Sent once to a new subscriber; mail programs show their own unsubscribe button beside it. */
export function newsletterWelcomeMail({ subscriptionId, ...to }: NewsletterWelcome): Mail {
  return composeMail({
    template: "newsletter-welcome",
    ...to,
    subject: { fr: "Bienvenue dans la newsletter", en: "Welcome to the newsletter" },
    preheader: {
      fr: "Votre inscription est enregistrée. Vous pouvez vous désinscrire à tout moment.",
      en: "Your subscription is recorded. You can unsubscribe at any time.",
    },
    title: { fr: "Bienvenue !", en: "Welcome!" },
    parts: [
      {
        fr: "Votre inscription à la newsletter de la fédération est enregistrée.",
        en: "Your subscription to the federation’s newsletter is recorded.",
      },
      {
        fr: "Vous recevrez l’essentiel de l’esport guinéen : compétitions, formations, résultats et grandes annonces.",
        en: "You will receive the latest from Guinean esports: competitions, training, results and major announcements.",
      },
      {
        fr: "Vous avez changé d’avis, ou ce n’est pas vous qui vous êtes inscrit ? Un clic suffit pour vous désinscrire.",
        en: "Changed your mind, or did someone else subscribe you? One click is enough to unsubscribe.",
      },
      {
        link: { fr: "Gérer mon inscription", en: "Manage my subscription" },
        to: `/newsletter/unsubscribe/${unsubscribeToken(subscriptionId)}`,
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce que cette adresse a été inscrite à notre newsletter sur notre site.",
      en: "You are receiving this message because this address was subscribed to our newsletter on our website.",
    },
    headers: unsubscribeHeaders(to.language, subscriptionId),
  });
}

/**
 * The headers for one-click unsubscription (RFC 8058), for every mail of the newsletter. The standard requires https;
 * without it the address opens the page.
 */
function unsubscribeHeaders(language: Language, subscriptionId: string): Record<string, string> {
  const address = siteAddress(
    language,
    `/newsletter/one-click/${unsubscribeToken(subscriptionId)}`,
  );
  return {
    "List-Unsubscribe": `<${address}>`,
    ...(address.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}

export type NewsletterReturn = { language: Language; recipient: string; token: string };

const RETURN_DAYS = RETURN_LINK_MS / DAY;

/** To an address that unsubscribed: only its owner can confirm a new subscription. */
export function newsletterReturnMail({ token, ...to }: NewsletterReturn): Mail {
  return composeMail({
    template: "newsletter-return",
    ...to,
    subject: {
      fr: "Vous réinscrire à la newsletter ?",
      en: "Subscribe to the newsletter again?",
    },
    preheader: {
      fr: "Un clic suffit pour confirmer.",
      en: "One click confirms it.",
    },
    title: { fr: "Revenir à la newsletter ?", en: "Back to the newsletter?" },
    parts: [
      {
        fr: "Cette adresse s’était désinscrite de la newsletter de la fédération. Quelqu’un vient de l’inscrire à nouveau sur notre site : vous, sans doute.",
        en: "This address had unsubscribed from the federation’s newsletter. Someone, probably you, has just subscribed it again on our website.",
      },
      {
        fr: `Pour la recevoir à nouveau, confirmez-le ici. Le lien est valable ${RETURN_DAYS} jours.`,
        en: `To receive it again, confirm here. The link is valid for ${RETURN_DAYS} days.`,
      },
      {
        button: { fr: "Me réinscrire", en: "Subscribe again" },
        to: `/newsletter/return/${token}`,
      },
      {
        fr: "Sinon, ignorez ce message : rien ne vous sera envoyé.",
        en: "If not, ignore this message: nothing will be sent to you.",
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce que cette adresse a été saisie dans le formulaire de la newsletter, sur notre site.",
      en: "You are receiving this message because this address was entered in the newsletter form on our website.",
    },
  });
}
