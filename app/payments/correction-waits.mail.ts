import { formatAmount, formatMoment } from "../i18n/format.ts";
import { composeMail } from "../mail/layout.ts";
import type { Mail } from "../mail/mail.ts";

type Wait = {
  recipient: string;
  name: string;
  amount: number;
  currency: string;
  reference: string;
  order: string;
  until: Date;
};

/** Tells every administrator that somebody wants to take back cash that was counted, and agrees alone. */
export function correctionWaitsMail(wait: Wait): Mail {
  const { recipient, name, amount, currency, reference, order, until } = wait;
  const sum = formatAmount("fr", amount, currency);
  const subject = `Encaissement de ${sum} à corriger\u202f: une journée d’attente`;
  return composeMail({
    template: "correction-waits",
    language: "fr",
    recipient,
    subject,
    preheader: subject,
    title: subject,
    parts: [
      { text: `Bonjour ${name},` },
      {
        text: "Une personne veut annuler cet encaissement en espèces, alors que sa caisse a été comptée ou remise depuis. Personne d’autre ne peut l’approuver\u202f: la correction attend donc une journée.",
      },
      {
        rows: [
          ["Montant", sum],
          ["Commande", reference],
          ["À approuver à partir du", formatMoment("fr", until)],
        ],
      },
      { text: "Si cela vous surprend, comptez la caisse et demandez où est cet argent." },
      { button: "Voir ce paiement", to: `/admin/payments/${order}` },
    ],
    reason: "Vous recevez ce message parce que vous administrez le site.",
  });
}
