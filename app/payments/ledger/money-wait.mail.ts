import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { composeStaffMail } from "../../mail/layout.ts";
import type { Mail } from "../../mail/mail.ts";

/** Money that one person alone decides about, after a day. */
export type MoneyWait = {
  recipient: string;
  name: string;
  /** In the smallest unit of its currency. */
  amount: number;
  currency: string;
  reference: string;
  /** The id of its order. */
  order: string;
  until: Date;
};

type Words = { template: string; subject: (sum: string) => string; reason: string; advice: string };

function moneyWaitMail(wait: MoneyWait, words: Words): Mail {
  const { recipient, name, amount, currency, reference, order, until } = wait;
  const sum = formatAmount("fr", amount, currency);
  return composeStaffMail({
    template: words.template,
    recipient,
    name,
    subject: `${words.subject(sum)} : une journée d’attente`,
    parts: [
      words.reason,
      {
        facts: [
          ["Montant", sum],
          ["Commande", reference],
          ["À approuver à partir du", formatMoment("fr", until)],
        ],
      },
      words.advice,
      { button: "Voir ce paiement", to: `/admin/payments/${order}` },
    ],
  });
}

/** Tells everybody who is warned that somebody wants to take back cash that was counted, and agrees alone. */
export const correctionWaitsMail = (wait: MoneyWait): Mail =>
  moneyWaitMail(wait, {
    template: "correction-waits",
    subject: (sum) => `Encaissement de ${sum} à corriger`,
    reason:
      "Une personne veut annuler cet encaissement en espèces, alors que sa caisse a été comptée ou remise depuis. Personne d’autre ne peut l’approuver : la correction attend donc une journée.",
    advice: "Si cela vous surprend, comptez la caisse et demandez où est cet argent.",
  });

/** Tells everybody who is warned that a large refund is approved by one person alone, after a day. */
export const refundWaitsMail = (wait: MoneyWait): Mail =>
  moneyWaitMail(wait, {
    template: "refund-waits",
    subject: (sum) => `Remboursement de ${sum}`,
    reason:
      "Une personne veut approuver ce remboursement. Personne d’autre ne peut le faire à sa place : il attend donc une journée avant de pouvoir être approuvé.",
    advice:
      "Si cela vous surprend, retirez cette demande et parlez-en tout de suite avec une autre personne de l’administration.",
  });
