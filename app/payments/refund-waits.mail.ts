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

/** Tells whoever administers the site alone that a large refund waits for a day. */
export function refundWaitsMail(wait: Wait): Mail {
  const { recipient, name, amount, currency, reference, order, until } = wait;
  const sum = formatAmount("fr", amount, currency);
  const subject = `Remboursement de ${sum} : une journée d’attente`;
  return composeMail({
    template: "refund-waits",
    language: "fr",
    recipient,
    subject,
    preheader: subject,
    title: subject,
    parts: [
      { text: `Bonjour ${name},` },
      {
        text: "Votre compte a demandé ce remboursement et veut l’approuver. Personne d’autre n’administre le site : il attend donc une journée avant de pouvoir être approuvé.",
      },
      {
        rows: [
          ["Montant", sum],
          ["Commande", reference],
          ["À approuver à partir du", formatMoment("fr", until)],
        ],
      },
      {
        text: "Si cela vous surprend, retirez cette demande et parlez-en tout de suite avec une autre personne de l’administration.",
      },
      { button: "Voir ce paiement", to: `/admin/payments/${order}` },
    ],
    reason: "Vous recevez ce message parce que vous administrez le site.",
  });
}
