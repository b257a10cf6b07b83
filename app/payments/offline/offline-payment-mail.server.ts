import { isoDay } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { composeMail, type Part } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { greeting } from "../../mail/mail-labels.ts";
import { knownSettings } from "../../settings/settings.visitor.server.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { type AmountOwed, amountFacts, deskFacts } from "./offline-payment.ts";

const HOW: Record<Language, string> = {
  fr: "Venez au guichet avec votre référence, ou envoyez l’argent par mobile money puis donnez le numéro de la transaction sur votre page de paiement.",
  en: "Come to the desk with your reference, or send the money by mobile money and then give the transaction number on your payment page.",
};

/** What is owed, where and when it is paid, and how: in every mail to somebody who pays by hand. */
export function offlinePaymentParts(language: Language, owed: AmountOwed, now: Date): Part[] {
  return [
    { rows: amountFacts(language, owed) },
    { text: HOW[language] },
    { rows: deskFacts(language, knownSettings(), isoDay(now)) },
  ];
}

export type OfflineOrder = Pick<
  Order,
  "language" | "payer_name" | "payer_email" | "label_fr" | "label_en" | "token" | "by_hand" | "mode"
> & { owed: AmountOwed; now: Date };

type Words = Record<"preheader" | "title" | "text", string> & {
  subject: (label: string) => string;
};

const REASON: Record<Language, string> = {
  fr: "Vous recevez ce message parce qu’une commande sur notre site porte cette adresse.",
  en: "You receive this message because an order on our website has this address.",
};
const BUTTON: Record<Language, string> = {
  fr: "Voir ma page de paiement",
  en: "See my payment page",
};
const WHAT: Record<Language, string> = { fr: "Pour", en: "For" };

/** A mail to whoever pays an order by hand, with all that they need for it. */
export function offlinePaymentMail(
  template: string,
  order: OfflineOrder,
  words: Words,
  quote?: string,
): Mail {
  const { language, owed, now } = order;
  const label = language === "fr" ? order.label_fr : order.label_en;
  return composeMail({
    template,
    language,
    recipient: order.payer_email,
    subject: words.subject(label),
    preheader: words.preheader,
    title: words.title,
    parts: [
      { text: greeting(language, order.payer_name) },
      { text: words.text },
      ...(quote ? [{ quote }] : []),
      { rows: [[WHAT[language], label]] },
      // Where it is paid online the page leads there.
      ...(order.by_hand
        ? offlinePaymentParts(language, owed, now)
        : [{ rows: amountFacts(language, owed) }]),
      { button: BUTTON[language], to: `/payments/${order.token}` },
    ],
    reason: REASON[language],
    isTest: order.mode === "test",
  });
}
