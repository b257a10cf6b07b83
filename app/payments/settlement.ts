import type { OrderStatus } from "./orders.ts";
import { isVoid, type RefundReason, type RefundStatus } from "./refunds.ts";

/** What the ledger asks of an order: pure arithmetic over its entries and its refunds. */

type Entry = {
  id: string;
  kind: "charge" | "refund" | "chargeback";
  payment_id: string;
  provider: string;
  provider_txn_id: string;
  amount: number;
  currency: string;
  price_amount: number;
};
type Returned = { id: string; charge_id: string; amount: number; status: RefundStatus };

/** Money that was taken, with what is left of it once all that goes back, or is to, is gone. */
export type RemainingCharge = Entry & {
  left: number;
  returned: number;
  /** What has gone back counted so much of the price. */
  returnedPrice: number;
  takenBack: boolean;
};

/** The charges of an order, oldest first as the entries are. */
export function remainingCharges(
  entries: readonly Entry[],
  refunds: readonly Returned[],
): RemainingCharge[] {
  return entries
    .filter((entry) => entry.kind === "charge")
    .map((charge) => {
      const own = refunds.filter((refund) => refund.charge_id === charge.id);
      const takenBack = entries.some(
        (entry) =>
          entry.kind === "chargeback" &&
          entry.provider === charge.provider &&
          entry.provider_txn_id === charge.provider_txn_id,
      );
      const sum = (matches: (status: RefundStatus) => boolean) =>
        own.reduce((total, { amount, status }) => total + (matches(status) ? amount : 0), 0);
      const promised = sum((status) => !isVoid(status));
      const refunded = sum((status) => status === "done");
      const priceBack = entries.filter(
        ({ kind, provider_txn_id }) =>
          kind === "refund" && own.some(({ id }) => id === provider_txn_id),
      );
      return {
        ...charge,
        takenBack,
        left: takenBack ? 0 : charge.amount - promised,
        returned: takenBack ? charge.amount : refunded,
        returnedPrice: priceBack.reduce((total, { price_amount }) => total - price_amount, 0),
      };
    });
}

/**
 * How much of the price a refund counts, rounded to the nearest unit. The one that returns the last of a
 * charge takes what is left of the price, so that both are returned wholly or not at all.
 */
export function priceOfRefund(charge: RemainingCharge, amount: number): number {
  const left = charge.price_amount - charge.returnedPrice;
  if (charge.returned + amount >= charge.amount) return left;
  return Math.min(left, Math.round((charge.price_amount * amount) / charge.amount));
}

/** The charge that pays the order. What was not what we asked for counts for nothing. */
const payingCharge = (charges: readonly RemainingCharge[]): RemainingCharge | undefined =>
  charges.find((charge) => charge.price_amount > 0 && charge.left > 0);

type Standing = { status: OrderStatus; fulfilled_at: Date | null };

/**
 * Whether what was bought is to be given now. An order that expired or was cancelled before it was
 * ever paid is still fulfilled by late money, if that can be done.
 */
export function isToBeFulfilled(order: Standing, charges: readonly RemainingCharge[]): boolean {
  const waits = ["held", "expired", "cancelled"].includes(order.status) && !order.fulfilled_at;
  return waits && payingCharge(charges) !== undefined;
}

/** Everything that was taken and cannot be kept: a confirmed order keeps one charge, others none. */
export function toReturn(
  order: Standing,
  charges: readonly RemainingCharge[],
): (RemainingCharge & { reason: RefundReason })[] {
  const retained = order.status === "confirmed" ? payingCharge(charges) : undefined;
  return charges
    .filter((charge) => charge.left > 0 && charge !== retained)
    .map((charge) => ({ ...charge, reason: reasonFor(order, charge) }));
}

function reasonFor(order: Standing, charge: RemainingCharge): RefundReason {
  if (charge.price_amount === 0) return "mismatch";
  if (order.status === "paid_unfulfilled") return "no_place";
  return order.status === "cancelled" ? "cancelled" : "surplus";
}

/** Whether all that was ever taken has gone back, so that the order is over. */
export function isReturned(order: Standing, charges: readonly RemainingCharge[]): boolean {
  return (
    ["confirmed", "paid_unfulfilled", "cancelled"].includes(order.status) &&
    charges.length > 0 &&
    charges.every((charge) => charge.returned >= charge.amount)
  );
}
