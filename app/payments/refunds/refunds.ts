export const LEDGER_KINDS = [
  "charge",
  "refund",
  "chargeback",
  /** Takes back a charge that staff booked wrongly: no money moved. */
  "correction",
] as const;

export const REFUND_STATUSES = [
  "requested",
  /** Waits for the job that sends it, or for staff who make it by hand. */
  "approved",
  "sending",
  /** The provider accepted it, or gave no answer: it may still return the money. */
  "pending",
  "unknown",
  "done",
  /** The provider said no, for good. */
  "failed",
  /** Taken back before it was approved, or the provider had returned the money by itself. */
  "withdrawn",
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** No money goes back by these: what they promised may be asked for again. */
export const VOID_STATUSES = ["failed", "withdrawn"] as const satisfies RefundStatus[];
/** Final states. */
export const SETTLED_STATUSES = ["done", ...VOID_STATUSES] as const;

export const isVoid = (status: RefundStatus): boolean =>
  (VOID_STATUSES as readonly RefundStatus[]).includes(status);

/** The provider may still return it: staff who return it themselves say why they did not wait. */
export const UNCERTAIN_STATUSES = ["pending", "unknown"] as const satisfies RefundStatus[];

export const isUncertain = (status: RefundStatus): boolean =>
  (UNCERTAIN_STATUSES as readonly RefundStatus[]).includes(status);

/** What staff return by hand, and record, leaves one of these. */
export const RECORDABLE_STATUSES = ["approved", "failed", ...UNCERTAIN_STATUSES] as const;

type Standing = { id: string; status: RefundStatus; amount: number };

type Replacing = { replaces: string | null; status: RefundStatus };

/**
 * Whether nobody else returns it: it was never sent; or refused for good, and what was asked for in its place was
 * neither let go nor withdrawn.
 */
export const isRecordable = (
  { id, status, amount }: Standing,
  free: number,
  others: readonly Replacing[],
): boolean =>
  status === "approved" ||
  (status === "failed" &&
    amount <= free &&
    others.every((one) => one.replaces !== id || one.status === "requested"));

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
  /** Only a part was paid in time. */
  "incomplete",
  /** Decided by staff. */
  "staff",
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
