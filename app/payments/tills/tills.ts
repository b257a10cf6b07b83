import type { PriceCurrency } from "../../i18n/format.ts";

// A till is the cash that a member of staff is responsible for.

export const TILL_KINDS = [
  /** Counted at the opening. */
  "float",
  "payment",
  "refund",
  /** The correction of a wrong booking, in the till of whoever corrected it. */
  "correction",
  /** A count; its amount is the difference from the balance. */
  "count",
  /** Given to somebody or to the bank: in transit until they confirm. */
  "handover",
  "receipt",
  /** A handover that did not arrive comes back. */
  "return",
] as const;
type TillKind = (typeof TILL_KINDS)[number];

/** The kinds of ledger entries that are booked in tills. */
export const LEDGER_OF_TILL = {
  charge: "payment",
  refund: "refund",
  correction: "correction",
} as const satisfies Record<string, TillKind>;

export const HANDOVER_STATUSES = ["in_transit", "received", "returned"] as const;
type HandoverStatus = (typeof HANDOVER_STATUSES)[number];

/** An amount for each currency in which cash is taken. */
export type Cash = Record<PriceCurrency, number>;

export const NO_CASH: Cash = { GNF: 0, XOF: 0 };

export const TILL_KIND_LABELS: Readonly<Record<TillKind, string>> = {
  float: "Fond de caisse",
  payment: "Encaissement",
  refund: "Remboursement",
  correction: "Encaissement corrigé",
  count: "Comptage",
  handover: "Versement envoyé",
  receipt: "Versement reçu",
  return: "Versement annulé",
};

export const HANDOVER_LABELS: Readonly<Record<HandoverStatus, string>> = {
  in_transit: "En cours de versement",
  received: "Reçu",
  returned: "Annulé",
};
