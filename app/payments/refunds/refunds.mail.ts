import { formatAmount } from "../../i18n/format.ts";
import { type Bilingual, composeMail, type Part, subjectAbout } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Order } from "../payments.table.server.ts";
import type { RefundReason } from "./refunds.ts";

type RefundedOrder = Pick<
  Order,
  | "language"
  | "payer_name"
  | "payer_email"
  | "label_fr"
  | "label_en"
  | "reference"
  | "token"
  | "mode"
>;

type Sum = { amount: number; currency: string };

type RefundTexts = { template: string; subject: Bilingual; title: Bilingual; parts: Part[] };

/** A mail to the payer about money that goes back. */
function refundMail(order: RefundedOrder, sums: readonly Sum[], texts: RefundTexts): Mail {
  const { language } = order;
  const label = language === "fr" ? order.label_fr : order.label_en;
  return composeMail({
    template: texts.template,
    language,
    recipient: order.payer_email,
    firstName: order.payer_name,
    isTest: order.mode === "test",
    subject: subjectAbout(texts.subject, label),
    preheader: texts.title,
    title: texts.title,
    parts: [
      ...texts.parts,
      {
        facts: [
          [{ fr: "Pour", en: "For" }, label],
          [{ fr: "Votre référence", en: "Your reference" }, order.reference],
          ...sums.map(
            ({ amount, currency }) =>
              [
                { fr: "Remboursement", en: "Refund" },
                formatAmount(language, amount, currency),
              ] as const,
          ),
        ],
      },
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

/** Why money goes back, where no other mail says it: the payer did nothing that they know of. */
const UNEXPECTED = {
  surplus: {
    fr: "Nous avons reçu plus que le prix : votre commande est payée, et ce qui est en trop vous est dû.",
    en: "We received more than the price: your order is paid, and what is too much is owed to you.",
  },
  no_place: {
    fr: "Votre paiement est arrivé, mais il ne peut rien vous donner de plus : ce que vous aviez choisi n’est plus libre, ou vous l’avez déjà. Votre argent vous est dû.",
    en: "Your payment arrived, but it cannot give you anything more: what you had chosen is no longer free, or you have it already. Your money is owed to you.",
  },
  mismatch: {
    fr: "Le montant que nous avons reçu n’est pas celui qui était demandé : il vous est dû. Votre page de paiement dit s’il reste quelque chose à payer.",
    en: "The amount that we received is not the one that was asked for: it is owed to you. Your payment page says whether something is left to pay.",
  },
} satisfies Partial<Record<RefundReason, Bilingual>>;
export type UnexpectedReason = keyof typeof UNEXPECTED;

export const isUnexpected = (reason: RefundReason): reason is UnexpectedReason =>
  Object.hasOwn(UNEXPECTED, reason);

/** Money came that cannot be kept: paid twice, too late, or another amount. */
export const refundDueMail = (
  order: RefundedOrder,
  reason: UnexpectedReason,
  sums: readonly Sum[],
): Mail =>
  refundMail(order, sums, {
    template: "refund-due",
    subject: { fr: "De l’argent vous est dû", en: "Money is owed to you" },
    title: { fr: "Nous devons vous rendre de l’argent", en: "We owe you a refund" },
    parts: [
      UNEXPECTED[reason],
      {
        fr: "La fédération approuve ce remboursement, puis vous l’envoie par le moyen de votre paiement. Vous n’avez rien à faire : nous vous écrivons quand c’est fait.",
        en: "The federation approves this refund, then sends it in the way you paid. There is nothing you need to do: we write to you when it is done.",
      },
    ],
  });

/** A refund was made. */
export const refundDoneMail = (order: RefundedOrder, sum: Sum): Mail =>
  refundMail(order, [sum], {
    template: "refund-done",
    subject: { fr: "Remboursement effectué", en: "Refund made" },
    title: { fr: "Votre argent vous est rendu", en: "Your money has been returned" },
    parts: [
      {
        fr: "Ce remboursement est fait, par le moyen de votre paiement. Selon l’opérateur ou la banque, il peut mettre quelques jours à apparaître sur votre compte.",
        en: "This refund has been made, in the way you paid. Depending on the operator or the bank, it may take a few days to show on your account.",
      },
      {
        fr: "Vous ne voyez rien arriver ? Répondez à ce message avec votre référence.",
        en: "Nothing arrives? Reply to this message with your reference.",
      },
    ],
  });
