import { isoTime } from "../clock.ts";
import { escapeHtml, formOf, pageOf } from "../page.ts";
import { ACTIONS, type Action, type DjomyPayment, isOpen, isUndecided } from "./payments.ts";

const LABELS: Record<string, string> = {
  OM: "Orange Money",
  MOMO: "MTN MoMo",
  SOUTRA_MONEY: "Soutra Money",
  PAYCARD: "PayCard",
  CARD: "Carte bancaire",
};

const buttons = (...actions: Action[]) =>
  actions.map((action): [string, string] => [action, ACTIONS[action]]);

const methodChoice = ({ allowedPaymentMethods }: DjomyPayment) => ({
  name: "choice",
  label: "Moyen de paiement",
  options: allowedPaymentMethods.map((method) => [method, LABELS[method] ?? method] as const),
});

/** Where the payer is sent: chooses the means and types a PIN, or not. */
export function payerPage(payment: DjomyPayment): string {
  const { transactionId, amount, currency, description, payerNumber, status } = payment;
  const about =
    `<p>${escapeHtml(description ?? "")}</p><p><strong>${amount} ${escapeHtml(currency)}</strong></p>` +
    `<p>Numéro : ${escapeHtml(payerNumber)}</p>`;
  const address = `/gateway/${transactionId}`;
  const actions = buttons("approve", "wait", "wrong-pin", "refuse", "cancel");
  const form = isOpen(payment)
    ? formOf(address, actions, methodChoice(payment))
    : `<p>${escapeHtml(status)}</p>`;
  return pageOf("Djomy", about + form);
}

/** What the merchant's and the operator's people see, all payments on one page. */
export function operatorPage(payments: readonly DjomyPayment[]): string {
  const rows = [...payments].reverse().map((payment) => {
    const actions = isUndecided(payment)
      ? buttons(
          "approve",
          "timeout",
          "approve-other-amount",
          "approve-other-currency",
          "unknown-status",
        )
      : buttons("approve-late", "refund");
    return (
      `<tr><td>${escapeHtml(payment.merchantPaymentReference ?? "")}<br>${isoTime(payment.createdAt)}</td>` +
      `<td>${payment.amount}</td><td>${escapeHtml(payment.status)}</td>` +
      `<td>${formOf(`/operator/${payment.transactionId}`, actions)}</td></tr>`
    );
  });
  return pageOf(
    "Djomy : opérateur",
    `<table><thead><tr><th>Référence</th><th>Montant</th><th>Statut</th><th>Actions</th></tr></thead><tbody>${rows.join("")}</tbody></table>`,
  );
}
