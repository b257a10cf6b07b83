import type { OrderStatus } from "../orders/orders.ts";
import type { PaymentMethod } from "../providers/payment-methods.ts";
import {
  isVoid,
  type LEDGER_KINDS,
  type RefundReason,
  type RefundStatus,
} from "../refunds/refunds.ts";
import { proportion } from "./conversion.ts";

/** What the ledger asks of an order: pure arithmetic over its entries and its refunds. */

type Entry = {
  id: string;
  kind: (typeof LEDGER_KINDS)[number];
  payment_id: string;
  provider: string;
  provider_txn_id: string;
  amount: number;
  currency: string;
  price_amount: number;
  /** Of what passed through our hands, and who of us wrote it down. */
  means?: PaymentMethod | null;
  booked_by?: string | null;
};
type Returned = {
  id: string;
  charge_id: string;
  amount: number;
  status: RefundStatus;
  reason: RefundReason;
};

/** Money that was taken, with what is left of it once all that goes back, or is to, is gone. */
export type RemainingCharge = Entry & {
  left: number;
  returned: number;
  /** What has gone back counted so much of the price. */
  returnedPrice: number;
  takenBack: boolean;
  /** Given back by a decision of staff: nobody asks for it again. */
  givenBack: number;
  /** To go back since the rest did not come, and nobody has approved that yet. */
  waiting: number;
};

/** The charges of an order, oldest first as the entries are. What was booked wrongly is none of them. */
export function remainingCharges(
  entries: readonly Entry[],
  refunds: readonly Returned[],
): RemainingCharge[] {
  const isUndone = (charge: Entry, by: Entry["kind"]) =>
    entries.some(
      (entry) =>
        entry.kind === by &&
        entry.provider === charge.provider &&
        entry.provider_txn_id === charge.provider_txn_id,
    );
  return entries
    .filter((entry) => entry.kind === "charge" && !isUndone(entry, "correction"))
    .map((charge) => {
      const own = refunds.filter((refund) => refund.charge_id === charge.id);
      const takenBack = isUndone(charge, "chargeback");
      const sum = (matches: (refund: Returned) => boolean) =>
        own.reduce((total, refund) => total + (matches(refund) ? refund.amount : 0), 0);
      const promised = sum(({ status }) => !isVoid(status));
      const refunded = sum(({ status }) => status === "done");
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
        waiting: takenBack ? 0 : sum(isReclaimable),
        givenBack: takenBack
          ? 0
          : sum(({ status, reason }) => !isVoid(status) && reason === "staff"),
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
  return Math.min(left, proportion(amount, charge.price_amount, charge.amount));
}

/** Half of a price goes back when the rest does not come in time; if it comes after all, it is kept. */
const isReclaimable = ({ status, reason }: Pick<Returned, "status" | "reason">): boolean =>
  status === "requested" && reason === "incomplete";

type OrderState = { status: OrderStatus; fulfilled_at: Date | null; price_amount: number };

/** What a part of a charge counts for its order, in the order's currency. */
const worthOf = (charge: RemainingCharge, part: number): number =>
  proportion(part, charge.price_amount, charge.amount);

/** What came for an order and stays: what was not what we asked for counts for nothing. */
export const amountReceived = (charges: readonly RemainingCharge[]): number =>
  charges.reduce((sum, charge) => sum + worthOf(charge, charge.left + charge.waiting), 0);

/** What is still to be paid. Money that staff gave back of an order that was paid is not asked for again. */
export function amountDue(order: OrderState, charges: readonly RemainingCharge[]): number {
  const isPaid = order.status === "confirmed";
  const kept = (charge: RemainingCharge) =>
    charge.left + charge.waiting + (isPaid ? charge.givenBack : 0);
  const paid = charges.reduce((sum, charge) => sum + worthOf(charge, kept(charge)), 0);
  return Math.max(0, order.price_amount - paid);
}

/**
 * Whether what was bought is to be given now: its charges reach the price. An order that expired or was
 * cancelled before it was ever paid is still fulfilled by late money, if that can be done.
 */
export function isToBeFulfilled(order: OrderState, charges: readonly RemainingCharge[]): boolean {
  const waits = ["held", "expired", "cancelled"].includes(order.status) && !order.fulfilled_at;
  return waits && amountReceived(charges) >= order.price_amount;
}

/**
 * Everything that was taken and cannot be kept. An order that is paid, or waits for the rest, keeps its
 * price, the oldest charges first; others keep nothing.
 */
export function chargesToReturn(
  order: OrderState,
  charges: readonly RemainingCharge[],
): (RemainingCharge & { reason: RefundReason })[] {
  let due = order.status === "confirmed" || order.status === "held" ? order.price_amount : 0;
  return charges.flatMap((charge) => {
    const share = charge.left > 0 ? Math.min(charge.price_amount, due) : 0;
    due -= share;
    const kept = share === 0 ? 0 : proportion(share, charge.amount, charge.price_amount);
    const left = charge.left - kept;
    return left > 0 ? [{ ...charge, left, reason: reasonFor(order, charge) }] : [];
  });
}

function reasonFor(order: OrderState, charge: RemainingCharge): RefundReason {
  if (charge.price_amount === 0) return "mismatch";
  if (order.status === "paid_unfulfilled") return "no_place";
  if (order.status === "expired") return "incomplete";
  return order.status === "cancelled" ? "cancelled" : "surplus";
}

/** Whether all that was ever taken has gone back, so that the order is over. */
export function isReturned(
  order: Pick<OrderState, "status">,
  charges: readonly RemainingCharge[],
): boolean {
  return (
    ["confirmed", "paid_unfulfilled", "cancelled"].includes(order.status) &&
    charges.length > 0 &&
    charges.every((charge) => charge.returned >= charge.amount)
  );
}
