import { isoDay } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { type Bilingual, composeMail, type Part, subjectAbout } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { type AmountOwed, amountFacts, deskFacts } from "./offline-payment.ts";

/** What is owed, where and when it is paid, and how: in every mail to somebody who pays by hand. */
export function offlinePaymentParts(language: Language, owed: AmountOwed, now: Date): Part[] {
  return [
    { facts: amountFacts(language, owed) },
    {
      fr: "Venez au guichet avec votre référence, ou envoyez l’argent par mobile money puis donnez le numéro de la transaction sur votre page de paiement.",
      en: "Come to the desk with your reference, or send the money by mobile money and then give the transaction number on your payment page.",
    },
    { facts: deskFacts(language, cachedSettings(), isoDay(now)) },
  ];
}

export type OfflineOrder = Pick<
  Order,
  "language" | "payer_name" | "payer_email" | "label_fr" | "label_en" | "token" | "by_hand" | "mode"
> & { owed: AmountOwed; now: Date };

type Words = Record<"subject" | "preheader" | "title" | "text", Bilingual> & {
  template: string;
  quote?: string;
};

/** A mail to whoever pays an order by hand, with all that they need for it. */
function orderMail(order: OfflineOrder, words: Words): Mail {
  const { language, owed, now } = order;
  const label = language === "fr" ? order.label_fr : order.label_en;
  return composeMail({
    template: words.template,
    language,
    recipient: order.payer_email,
    firstName: order.payer_name,
    isTest: order.mode === "test",
    subject: subjectAbout(words.subject, label),
    preheader: words.preheader,
    title: words.title,
    parts: [
      words.text,
      words.quote && { quote: words.quote },
      { facts: [[{ fr: "Pour", en: "For" }, label]] },
      // Where it is paid online the page leads there.
      ...(order.by_hand
        ? offlinePaymentParts(language, owed, now)
        : [{ facts: amountFacts(language, owed) }]),
      {
        button: { fr: "Voir ma page de paiement", en: "See my payment page" },
        to: `/payments/${order.token}`,
      },
    ],
    reason: {
      fr: "Vous recevez ce message parce qu’une commande sur notre site porte cette adresse.",
      en: "You receive this message because an order on our website has this address.",
    },
  });
}

/** Somebody chose to pay at the federation: what it takes. */
export const offlinePaymentChosenMail = (order: OfflineOrder): Mail =>
  orderMail(order, {
    template: "by-hand-chosen",
    subject: { fr: "À payer à la fédération", en: "To be paid at the federation" },
    preheader: {
      fr: "Votre référence, le montant, où et quand.",
      en: "Your reference, the amount, where and when.",
    },
    title: { fr: "Vous payez à la fédération", en: "You pay at the federation" },
    text: {
      fr: "Nous attendons votre paiement. Tout est confirmé dès que nous l’avons reçu.",
      en: "We are waiting for your payment. Everything is confirmed as soon as we have received it.",
    },
  });

/** Somebody has not paid yet: said a day before a place goes, and twice for an application. */
export const paymentReminderMail = (order: OfflineOrder): Mail =>
  orderMail(order, {
    template: "payment-reminder",
    subject: { fr: "Paiement attendu", en: "Payment due" },
    preheader: { fr: "Il reste à payer.", en: "Your payment is still due." },
    title: { fr: "Il reste à payer", en: "Your payment is still due" },
    text: {
      fr: "Nous n’avons pas encore reçu tout votre paiement. Si vous venez de payer, ne tenez pas compte de ce message.",
      en: "We have not received all of your payment yet. If you have just paid, please ignore this message.",
    },
  });

/** A part of the price came: what it was, and what is left. */
export const partReceivedMail = (order: OfflineOrder): Mail =>
  orderMail(order, {
    template: "part-received",
    subject: { fr: "Paiement reçu en partie", en: "Part of your payment received" },
    preheader: {
      fr: "Une partie de votre paiement est arrivée.",
      en: "Part of your payment has arrived.",
    },
    title: {
      fr: "Nous avons reçu une partie de votre paiement",
      en: "We have received part of your payment",
    },
    text: {
      fr: "Merci. Tout est confirmé dès que le reste est payé.",
      en: "Thank you. Everything is confirmed as soon as the rest is paid.",
    },
  });

/** A booking was taken back a day ago, and nothing came in its place. */
export const paymentOwingMail = (order: OfflineOrder): Mail =>
  orderMail(
    { ...order, by_hand: true },
    {
      template: "payment-owing",
      subject: { fr: "À payer de nouveau", en: "To be paid again" },
      preheader: {
        fr: "Un encaissement noté pour vous a été annulé.",
        en: "A payment noted for you was taken back.",
      },
      title: { fr: "Un paiement est à refaire", en: "A payment has to be made again" },
      text: {
        fr: "La fédération avait noté un paiement pour vous, puis l’a annulé : il n’est pas dans ses livres. Ce que vous aviez reste à vous, mais son prix est dû. Si vous avez payé, répondez-nous avec votre reçu ou le numéro de la transaction.",
        en: "The federation had noted a payment for you and took that back: it is not in its books. What you had stays yours, but its price is due. If you did pay, answer us with your receipt or the number of the transaction.",
      },
    },
  );

/** Staff did not find the transfer that its payer announced, and say why. */
export const transferRefusedMail = (order: OfflineOrder & { reason: string }): Mail =>
  orderMail(order, {
    template: "transfer-refused",
    subject: { fr: "Transfert non trouvé", en: "Transfer not found" },
    preheader: {
      fr: "Le transfert que vous avez annoncé n’est pas accepté.",
      en: "We could not accept the transfer that you told us about.",
    },
    title: { fr: "Votre transfert n’est pas accepté", en: "Your transfer was not accepted" },
    text: {
      fr: "Nous avons cherché le transfert que vous avez annoncé. Il n’est pas accepté, pour la raison qui suit. Si votre argent est bien parti, vérifiez le numéro et annoncez-le à nouveau, ou répondez à ce message.",
      en: "We looked for the transfer that you told us about. We could not accept it, for the reason below. If the money did leave your account, check the number and send it to us again, or reply to this message.",
    },
    quote: order.reason,
  });
