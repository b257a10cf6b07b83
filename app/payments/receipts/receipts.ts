import { type Currency, formatAmount, formatDate } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import type { Order } from "../payments.table.server.ts";
import type { PaymentMethod } from "../providers/payment-methods.ts";

// A receipt says what was received, whatever became of it since: that stands below. The same on paper, on the payer's
// page and in mails.

/** As the database writes it: R-2026-000123. */
export const isReceiptNumber = (text: string): boolean => /^R-\d{4}-\d{6,9}$/.test(text);

export type Receipt = Pick<
  Order,
  "label_fr" | "label_en" | "language" | "payer_name" | "payer_email" | "token" | "reference"
> & {
  number: string;
  order_id: string;
  amount: number;
  currency: string;
  /** What it counts for, in the currency of the price. */
  price_amount: number;
  price_currency: Currency;
  provider: string;
  means: PaymentMethod | null;
  /** yyyy-mm-dd */
  received_on: string;
  /** yyyy-mm-dd */
  booked_on: string;
  /** Who took it, where somebody did. */
  cashier: string | null;
  /** The operator's or the provider's; null for cash without a number. */
  transaction: string | null;
  /** When the booking was corrected, or the provider took the money back. */
  cancelled: { kind: "correction" | "chargeback"; at: Date } | null;
  returned: { amount: number; at: Date }[];
};

type Fact = readonly [label: string, value: string];

const LABELS = {
  fr: {
    from: "Reçu de",
    what: "Pour",
    amount: "Montant",
    counted: "Compté pour",
    means: "Moyen",
    received: "Reçu le",
    booked: "Enregistré le",
    cashier: "Encaissé par",
    reference: "Référence",
    transaction: "N° de la transaction",
    returned: "Remboursé",
    on: "le",
  },
  en: {
    from: "Received from",
    what: "For",
    amount: "Amount",
    counted: "Counted as",
    means: "Paid by",
    received: "Received on",
    booked: "Recorded on",
    cashier: "Taken by",
    reference: "Reference",
    transaction: "Transaction number",
    returned: "Refunded",
    on: "on",
  },
} satisfies Record<Language, Record<string, string>>;

const MEANS: Record<Language, Record<PaymentMethod, string>> = {
  fr: {
    cash: "Espèces",
    orange_money: "Orange Money",
    mtn_momo: "MTN MoMo",
    bank: "Virement bancaire",
    cheque: "Chèque",
  },
  en: {
    cash: "Cash",
    orange_money: "Orange Money",
    mtn_momo: "MTN MoMo",
    bank: "Bank transfer",
    cheque: "Cheque",
  },
};

const COMPANIES: Readonly<Record<string, string>> = { djomy: "Djomy", paypal: "PayPal" };

/** Mobile money that came through a provider is the provider's. */
const meansOf = (language: Language, { means, provider }: Receipt): string =>
  means ? MEANS[language][means] : (COMPANIES[provider] ?? provider);

export function receiptFacts(language: Language, receipt: Receipt): Fact[] {
  const labels = LABELS[language];
  const { amount, currency, price_amount, price_currency, received_on, booked_on } = receipt;
  const isConverted = currency !== price_currency && price_amount > 0;
  const facts: [string, string | null | false][] = [
    [labels.from, receipt.payer_name],
    [labels.what, language === "fr" ? receipt.label_fr : receipt.label_en],
    [labels.amount, formatAmount(language, amount, currency)],
    [labels.counted, isConverted && formatAmount(language, price_amount, price_currency)],
    [labels.means, meansOf(language, receipt)],
    [labels.received, formatDate(language, received_on)],
    [labels.booked, booked_on !== received_on && formatDate(language, booked_on)],
    [labels.cashier, receipt.cashier],
    [labels.reference, receipt.reference],
    [labels.transaction, receipt.transaction],
    ...receipt.returned.map(({ amount: part, at }): [string, string] => [
      labels.returned,
      `${formatAmount(language, part, currency)}, ${labels.on} ${formatDate(language, at)}`,
    ]),
  ];
  return facts.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

export const RECEIPT_TITLE: Record<Language, string> = { fr: "Reçu", en: "Receipt" };

/** Why it counts no more; undefined while it does. */
export function cancelledWords(language: Language, { cancelled }: Receipt): string | undefined {
  if (!cancelled) return undefined;
  const day = formatDate(language, cancelled.at);
  if (language === "fr") {
    return cancelled.kind === "correction"
      ? `Annulé le ${day} : cet encaissement a été corrigé. Ce reçu n’est plus valable et son numéro ne sera pas réutilisé.`
      : `Annulé le ${day} : l’opérateur a repris cette somme. Ce reçu n’est plus valable.`;
  }
  return cancelled.kind === "correction"
    ? `Cancelled on ${day}: this payment was corrected. The receipt is no longer valid, and its number will not be used again.`
    : `Cancelled on ${day}: the operator took this amount back. The receipt is no longer valid.`;
}
