export const LEDGER_KINDS = ["charge", "refund", "chargeback"] as const;

export const REFUND_STATUSES = [
  "requested",
  "approved",
  "sending",
  "pending",
  "done",
  "failed",
  "unknown",
] as const;

/** Who asked for it; `external`: the provider returned the money by itself. */
export const REFUND_SOURCES = ["system", "staff", "external"] as const;

/** Why money goes back. */
export const REFUND_REASONS = [
  /** Paid more than once. */
  "surplus",
  /** Paid when there was no place left. */
  "no_place",
  /** Taken, but not the amount or the currency that was asked for. */
  "mismatch",
  /** The order was cancelled after it was paid. */
  "cancelled",
  /** Decided by staff. */
  "staff",
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
