import type { PriceCurrency } from "../../i18n/format.ts";

/** The cash that somebody of the staff answers for: what is in the drawer, and what changes it. */

export const TILL_KINDS = [
  /** What was counted as the till was opened. */
  "float",
  "payment",
  "refund",
  /** A booking that was wrong, taken back by whoever found it. */
  "correction",
  /** What was counted beside what the books say; its amount is the difference. */
  "count",
  /** Given to somebody or to the bank: in transit until they confirm. */
  "handover",
  "receipt",
  /** A handover that did not arrive comes back. */
  "return",
] as const;
type TillKind = (typeof TILL_KINDS)[number];

/** Movements that stand in the ledger too. */
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

/** What the back office says of cash. */

export const TILL_KIND_LABELS: Readonly<Record<TillKind, string>> = {
  float: "Fond de caisse",
  payment: "Encaissement",
  refund: "Remboursement",
  correction: "Encaissement corrigé",
  count: "Comptage",
  handover: "Remise envoyée",
  receipt: "Remise reçue",
  return: "Remise revenue",
};

export const HANDOVER_LABELS: Readonly<Record<HandoverStatus, string>> = {
  in_transit: "En chemin",
  received: "Reçue",
  returned: "Revenue",
};
