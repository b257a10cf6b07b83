import { formatAmount } from "../../i18n/format.ts";
import { type Bilingual, composeMail, type Part, subjectAbout } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";
import type { Greeted } from "../orders/fulfilment.ts";
import type { Order } from "../payments.table.server.ts";
import type { RefundReason } from "./refunds.ts";

type RefundedOrder = Pick<
  Order,
  "language" | "payer_email" | "label_fr" | "label_en" | "reference" | "token" | "mode"
> & { greeted: Greeted };

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
    ...order.greeted,
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
      fr: "Vous recevez ce message parce que cette adresse a été donnée pour une inscription ou une adhésion sur notre site.",
      en: "You are receiving this message because this address was given for a registration or a membership on our website.",
    },
  });
}

/** Why money goes back, where no other mail says it: the payer did nothing that they know of. */
const UNEXPECTED = {
  surplus: {
    fr: "Nous avons reçu plus que le prix : tout est payé, et la somme en trop vous sera remboursée.",
    en: "We received more than the price: everything is paid, and what you overpaid will be refunded to you.",
  },
  no_place: {
    fr: "Votre paiement est arrivé, mais ce que vous aviez choisi n’est plus disponible, ou vous l’avez déjà. Votre argent vous sera remboursé.",
    en: "Your payment arrived, but what you had chosen is no longer available, or you already have it. Your money will be refunded to you.",
  },
  mismatch: {
    fr: "Le montant que nous avons reçu n’est pas celui qui était demandé : il vous sera remboursé. Votre page de paiement indique s’il reste à payer.",
    en: "The amount we received is not the amount requested: it will be refunded to you. Your payment page says whether payment is still due.",
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
    subject: { fr: "Un remboursement vous est dû", en: "A refund is due to you" },
    title: { fr: "Nous devons vous rembourser", en: "We owe you a refund" },
    parts: [
      UNEXPECTED[reason],
      {
        fr: "La fédération doit approuver ce remboursement, puis vous l’enverra par le même moyen de paiement. Vous n’avez rien à faire : nous vous écrirons quand ce sera fait.",
        en: "The federation has to approve this refund, and will then send it to your original payment method. There is nothing you need to do: we will write to you when it is done.",
      },
    ],
  });

/** A refund was made. */
export const refundDoneMail = (order: RefundedOrder, sum: Sum & { inCash: boolean }): Mail =>
  refundMail(order, [sum], {
    template: "refund-done",
    subject: { fr: "Remboursement effectué", en: "Refund made" },
    title: { fr: "Votre argent vous est remboursé", en: "Your money has been refunded" },
    parts: [
      sum.inCash
        ? {
            fr: "Ce remboursement vous a été remis en espèces par la fédération.",
            en: "The federation has handed you this refund in cash.",
          }
        : {
            fr: "Ce remboursement a été fait par le même moyen de paiement. Selon l’opérateur ou la banque, il peut mettre quelques jours à apparaître sur votre compte.",
            en: "This refund has been made to your original payment method. Depending on the operator or the bank, it may take a few days to show on your account.",
          },
      {
        fr: "Vous n’avez rien reçu ? Répondez à ce message avec votre référence.",
        en: "Has nothing arrived? Reply to this message with your reference.",
      },
    ],
  });
