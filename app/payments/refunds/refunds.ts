import type { Refund } from "../payments.table.server.ts";

export const LEDGER_KINDS = [
  "charge",
  "refund",
  "chargeback",
  /** Reverses a charge that staff booked wrongly: no money moved. */
  "correction",
] as const;

export const REFUND_STATUSES = [
  "requested",
  /** Waits for the job that sends it, or for staff who make it by hand. */
  "approved",
  "sending",
  /** The provider accepted it, or did not answer: it may still refund. */
  "pending",
  "unknown",
  "done",
  /** Refused by the provider for good. */
  "failed",
  /** Withdrawn before its approval, or replaced by a refund at the provider. */
  "withdrawn",
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** These refund nothing: their amount may be requested again. */
export const VOID_STATUSES = ["failed", "withdrawn"] as const satisfies RefundStatus[];
/** Final states. */
export const SETTLED_STATUSES = ["done", ...VOID_STATUSES] as const;

export const isVoid = (status: RefundStatus): boolean =>
  (VOID_STATUSES as readonly RefundStatus[]).includes(status);

/** Money may be on its way back, or is: what was booked wrongly can no longer be reversed. */
export const isUnderWay = (status: RefundStatus): boolean =>
  status !== "requested" && status !== "approved" && !isVoid(status);

/** The provider may still refund: staff who do it themselves give a reason. */
export const UNCERTAIN_STATUSES = ["pending", "unknown"] as const satisfies RefundStatus[];

export const isUncertain = (status: RefundStatus): boolean =>
  (UNCERTAIN_STATUSES as readonly RefundStatus[]).includes(status);

/** The states from which staff record a refund that they made by hand. */
export const RECORDABLE_STATUSES = ["approved", "failed", ...UNCERTAIN_STATUSES] as const;

/** Whether nobody else makes it: never sent, or refused for good and its replacement not approved. */
export const isRecordable = (
  { id, status, amount }: Pick<Refund, "id" | "status" | "amount">,
  free: number,
  others: readonly Pick<Refund, "replaces" | "status">[],
): boolean =>
  status === "approved" ||
  (status === "failed" &&
    amount <= free &&
    others.every((one) => one.replaces !== id || one.status === "requested"));

/** `external`: made on the provider's screens. */
export const REFUND_SOURCES = ["system", "staff", "external"] as const;
export type RefundSource = (typeof REFUND_SOURCES)[number];

export const REFUND_REASONS = [
  /** Paid more than once. */
  "surplus",
  /** Paid when no place was left. */
  "no_place",
  /** Another amount or currency than requested. */
  "mismatch",
  /** The order was cancelled after it was paid. */
  "cancelled",
  /** Only a part was paid in time. */
  "incomplete",
  /** Decided by staff. */
  "staff",
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
