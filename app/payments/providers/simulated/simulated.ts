import { MINUTE } from "../../../core/values/durations.ts";
import type { simulatedPayments } from "../../payments.table.server.ts";
import type { Charge, ProviderRequest, QueryAnswer } from "../provider.ts";

export const SIMULATED_STATUSES = [
  "pending",
  /** The payer agreed: a capture succeeds, or is declined. */
  "agreed",
  "declined",
  "approved",
  "refused",
  "cancelled",
] as const;

export const SIMULATED_ACTIONS = [
  "approve",
  "approve_late",
  "approve_twice",
  "agree",
  "agree_declined",
  "refuse",
  "cancel",
  "silence",
] as const;
export type SimulatedAction = (typeof SIMULATED_ACTIONS)[number];

/** Not reported before `at`. `key`: of the capture. */
export type SimulatedCharge = { txnId: string; amount: number; at: string; key?: string };
export type SimulatedRefund = { key: string; txnId: string; amount: number };

export type SimulatedPayment = Omit<
  typeof simulatedPayments.$inferSelect,
  "created_at" | "updated_at"
>;

/** A late approval is reported so long after the deadline. */
const LATE_MS = 6 * MINUTE;

export function simulatedPayment(
  attempt: ProviderRequest,
  id: string,
  reference: string,
): SimulatedPayment {
  return {
    id,
    reference,
    merchant_ref: attempt.merchantRef,
    label: attempt.label,
    amount: attempt.amount,
    currency: attempt.currency,
    return_url: attempt.returnUrl,
    notice_url: attempt.noticeUrl,
    status: "pending",
    charges: [],
    refunds: [],
    silent: false,
    expires_at: attempt.expiresAt,
  };
}

export const isPlayable = (payment: SimulatedPayment, now: Date): boolean =>
  payment.status === "pending" && payment.charges.length === 0 && now <= payment.expires_at;

const chargeOf = (payment: SimulatedPayment, number: number, at: Date): SimulatedCharge => ({
  txnId: `T-${payment.merchant_ref}-${number}`,
  amount: payment.amount,
  at: at.toISOString(),
});

/** Once per key. */
export function captured(payment: SimulatedPayment, key: string, now: Date): SimulatedPayment {
  if (payment.status === "declined") return { ...payment, status: "pending" };
  const isAgreed = payment.status === "agreed" || payment.status === "approved";
  if (!isAgreed || payment.charges.some((charge) => charge.key === key)) return payment;
  // Another key charges again, as at a real provider.
  const charge = { ...chargeOf(payment, payment.charges.length + 1, now), key };
  return { ...payment, status: "approved", charges: [...payment.charges, charge] };
}

/** Nothing changes when it is too late. */
export function played(
  payment: SimulatedPayment,
  action: SimulatedAction,
  now: Date,
): SimulatedPayment {
  if (!isPlayable(payment, now)) return payment;
  const charge = (number: number, at: Date) => chargeOf(payment, number, at);
  switch (action) {
    case "approve":
      return { ...payment, status: "approved", charges: [charge(1, now)] };
    case "approve_twice":
      return { ...payment, status: "approved", charges: [charge(1, now), charge(2, now)] };
    case "approve_late": {
      const lateAt = new Date(payment.expires_at.getTime() + LATE_MS);
      return { ...payment, charges: [charge(1, lateAt)] };
    }
    case "agree":
      return { ...payment, status: "agreed" };
    case "agree_declined":
      return { ...payment, status: "declined" };
    case "refuse":
      return { ...payment, status: "refused" };
    case "cancel":
      return { ...payment, status: "cancelled" };
    case "silence":
      return { ...payment, silent: true };
  }
}

export const chargesOf = (payment: SimulatedPayment, now: Date): Charge[] =>
  payment.charges
    .filter(({ at }) => new Date(at) <= now)
    .map(({ txnId, amount }) => ({ txnId, amount, currency: payment.currency }));

export function answerOf(payment: SimulatedPayment, now: Date): QueryAnswer {
  const [first, ...others] = chargesOf(payment, now);
  if (first) return { state: "paid", charges: [first, ...others] };
  if (payment.status === "refused") return { state: "failed", reason: "refused" };
  if (payment.status === "cancelled") return { state: "cancelled" };
  if (payment.status === "agreed" || payment.status === "declined") return { state: "approved" };
  return { state: now > payment.expires_at ? "expired" : "pending" };
}

export const isRefunded = (payment: SimulatedPayment, key: string): boolean =>
  payment.refunds.some((refund) => refund.key === key);

/** Once per key; undefined when less is left. */
export function withRefund(
  payment: SimulatedPayment,
  refund: SimulatedRefund,
): SimulatedPayment | undefined {
  if (isRefunded(payment, refund.key)) return payment;
  const charge = payment.charges.find(({ txnId }) => txnId === refund.txnId);
  const before = payment.refunds.filter(({ txnId }) => txnId === refund.txnId);
  const refunded = before.reduce((total, { amount }) => total + amount, 0);
  if (!charge || refunded + refund.amount > charge.amount) return undefined;
  return { ...payment, refunds: [...payment.refunds, refund] };
}
