import type { Language } from "../i18n/languages.ts";
import { composeMail, siteAddress } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";
import { unsubscribeToken } from "./unsubscribe-token.server.ts";

export type NewsletterWelcome = {
  language: Language;
  /** The subscriber's address. */
  recipient: string;
  /** The id of the row, for the links that end the subscription. */
  subscriptionId: string;
};

type Texts = Record<
  "subject" | "preheader" | "title" | "thanks" | "content" | "leave" | "leaveLink" | "reason",
  string
>;

const TEXTS = {
  fr: {
    subject: "Bienvenue dans la newsletter",
    preheader: "Votre inscription est enregistrée. Vous pouvez l’arrêter à tout moment.",
    title: "Bienvenue !",
    thanks: "Votre inscription à la newsletter de la fédération est enregistrée.",
    content:
      "Vous recevrez l’essentiel de l’esport guinéen : compétitions, formations, résultats et grandes annonces.",
    leave: "Vous avez changé d’avis, ou ce n’est pas vous qui vous êtes inscrit ? Un clic suffit.",
    leaveLink: "Gérer mon inscription",
    reason:
      "Vous recevez ce message parce que cette adresse a été inscrite à notre newsletter sur notre site.",
  },
  en: {
    subject: "Welcome to the newsletter",
    preheader: "Your subscription is recorded. You can stop it at any time.",
    title: "Welcome!",
    thanks: "Your subscription to the federation’s newsletter is recorded.",
    content:
      "You will receive the essentials of Guinean esports: competitions, training, results and big announcements.",
    leave: "Changed your mind, or did somebody else subscribe you? One click is enough.",
    leaveLink: "Manage my subscription",
    reason:
      "You receive this message because this address was subscribed to our newsletter on our website.",
  },
} satisfies Record<Language, Texts>;

/** Sent once to a new subscriber; mail programs show their own unsubscribe button beside it. */
export function newsletterWelcomeMail(data: NewsletterWelcome): Mail {
  const { language, recipient, subscriptionId } = data;
  const texts = TEXTS[language];
  return composeMail({
    template: "newsletter-welcome",
    language,
    recipient,
    subject: texts.subject,
    preheader: texts.preheader,
    title: texts.title,
    parts: [
      { text: texts.thanks },
      { text: texts.content },
      { text: texts.leave },
      { link: texts.leaveLink, to: `/newsletter/unsubscribe/${unsubscribeToken(subscriptionId)}` },
    ],
    reason: texts.reason,
    headers: unsubscribeHeaders(language, subscriptionId),
  });
}

/**
 * What lets a mail program end the subscription by itself (RFC 8058), for every mail of the
 * newsletter. The standard has one-click over https only; elsewhere the address opens the page.
 */
export function unsubscribeHeaders(
  language: Language,
  subscriptionId: string,
): Record<string, string> {
  const address = siteAddress(
    language,
    `/newsletter/one-click/${unsubscribeToken(subscriptionId)}`,
  );
  return {
    "List-Unsubscribe": `<${address}>`,
    ...(address.startsWith("https:") && { "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
  };
}
