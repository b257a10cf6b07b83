import { WARNED_REASON } from "../../auth/sign-in/warned.ts";
import { formatAmount, formatMoment } from "../../i18n/format.ts";
import { composeMail } from "../../mail/layout.ts";
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

type Words = {
  template: string;
  /** What the subject says of the sum. */
  subject: (sum: string) => string;
  happened: string;
  advice: string;
};

/** The mail that tells of such a wait. */
export function composeMoneyWait(wait: MoneyWait, words: Words): Mail {
  const { recipient, name, amount, currency, reference, order, until } = wait;
  const sum = formatAmount("fr", amount, currency);
  const subject = `${words.subject(sum)}\u202f: une journée d’attente`;
  return composeMail({
    template: words.template,
    language: "fr",
    recipient,
    subject,
    preheader: subject,
    title: subject,
    parts: [
      { text: `Bonjour ${name},` },
      { text: words.happened },
      {
        rows: [
          ["Montant", sum],
          ["Commande", reference],
          ["À approuver à partir du", formatMoment("fr", until)],
        ],
      },
      { text: words.advice },
      { button: "Voir ce paiement", to: `/admin/payments/${order}` },
    ],
    reason: WARNED_REASON,
  });
}
