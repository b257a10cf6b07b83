import { escapeHtml, formOf, pageOf } from "../page.ts";
import { showMoney } from "./money.ts";
import { OUTCOMES, type PayPalOrder } from "./orders.ts";

const LABELS: Record<string, string> = {
  COMPLETED: "L’argent passe",
  PENDING: "L’argent est retenu",
  DECLINED: "La capture est refusée",
  INSTRUMENT_DECLINED: "La carte est refusée",
  TRANSACTION_REFUSED: "La transaction est refusée",
  OTHER_AMOUNT: "Un autre montant est pris",
  OTHER_CURRENCY: "Une autre monnaie est prise",
};

const amountOf = ({ money }: PayPalOrder) => {
  const { value, currency_code } = showMoney(money);
  return `${value} ${currency_code}`;
};

/** Where the payer is sent: approves, and chooses how it will end. */
export function payerPage(order: PayPalOrder): string {
  const about = `<p>${escapeHtml(order.description ?? "")}</p><p><strong>${amountOf(order)}</strong></p>`;
  const waits = order.status === "CREATED" || order.status === "PAYER_ACTION_REQUIRED";
  const form = waits
    ? formOf(
        `/checkoutnow/${order.id}`,
        [
          ["approve", "Approuver le paiement"],
          ["cancel", "Annuler et revenir"],
        ],
        {
          name: "choice",
          label: "Ensuite",
          options: OUTCOMES.map((outcome) => [outcome, LABELS[outcome] ?? outcome] as const),
        },
      )
    : `<p>${escapeHtml(order.status)}</p>`;
  return pageOf("PayPal", about + form);
}

/** What PayPal's people do, all orders on one page. */
export function operatorPage(orders: readonly PayPalOrder[]): string {
  const rows = [...orders].reverse().map((order) => {
    const states = order.captures.map(({ status, refunds }) =>
      [status, ...refunds.map((refund) => `← ${refund.status}`)].join(" "),
    );
    const form = formOf(`/operator/${order.id}`, [
      ["accept", "Accepter l’argent retenu"],
      ["decline", "Refuser l’argent retenu"],
      ["refund", "Rembourser"],
      ["finish-refund", "Achever le remboursement"],
      ["fail-refund", "Faire échouer le remboursement"],
      ["reverse", "Reprendre après un litige"],
    ]);
    return (
      `<tr><td>${escapeHtml(order.invoiceId ?? order.id)}</td><td>${amountOf(order)}</td>` +
      `<td>${escapeHtml([order.status, ...states].join(" / "))}</td><td>${form}</td></tr>`
    );
  });
  return pageOf(
    "PayPal : opérateur",
    `<table><thead><tr><th>Facture</th><th>Montant</th><th>État</th><th>Actions</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
  );
}
