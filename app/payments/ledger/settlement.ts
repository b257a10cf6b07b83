import type { LedgerEntry, Order, Refund } from "../payments.table.server.ts";
import { isVoid, type RefundReason } from "../refunds/refunds.ts";
import { proportion } from "./conversion.ts";

/** What the ledger says of an order: pure arithmetic over its entries and its refunds. */

type Entry = Pick<
  LedgerEntry,
  | "id"
  | "kind"
  | "payment_id"
  | "provider"
  | "provider_txn_id"
  | "amount"
  | "currency"
  | "price_amount"
> &
  Partial<Pick<LedgerEntry, "means" | "booked_by" | "gnf_per_eur">>;
type Returned = Pick<Refund, "id" | "charge_id" | "amount" | "status" | "reason">;

/** `left`: what remains once all requested and finished refunds are deducted. */
export type RemainingCharge = Entry & {
  left: number;
  returned: number;
  /** How much of the price was refunded. */
  returnedPrice: number;
  isChargedBack: boolean;
  /** Refunded by a decision of staff: it is not due again. */
  refundedByStaff: number;
  /** Requested as `incomplete` and not approved yet. */
  waiting: number;
};

/** The charges of an order, in the order of its entries, without those that were corrected. */
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
      const ofCharge = refunds.filter((refund) => refund.charge_id === charge.id);
      const isChargedBack = isUndone(charge, "chargeback");
      const sum = (matches: (refund: Returned) => boolean) =>
        ofCharge.reduce((total, refund) => total + (matches(refund) ? refund.amount : 0), 0);
      const promised = sum(({ status }) => !isVoid(status));
      const refunded = sum(({ status }) => status === "done");
      const priceBack = entries.filter(
        ({ kind, provider_txn_id }) =>
          kind === "refund" && ofCharge.some(({ id }) => id === provider_txn_id),
      );
      return {
        ...charge,
        isChargedBack,
        left: isChargedBack ? 0 : charge.amount - promised,
        returned: isChargedBack ? charge.amount : refunded,
        returnedPrice: priceBack.reduce((total, { price_amount }) => total - price_amount, 0),
        waiting: isChargedBack ? 0 : sum(isReclaimable),
        refundedByStaff: isChargedBack
          ? 0
          : sum(({ status, reason }) => !isVoid(status) && reason === "staff"),
      };
    });
}

/** A refund's part of the price, rounded; the last refund of a charge takes what is left of the price. */
export function priceOfRefund(charge: RemainingCharge, amount: number): number {
  const left = charge.price_amount - charge.returnedPrice;
  if (charge.returned + amount >= charge.amount) return left;
  return Math.min(left, proportion(amount, charge.price_amount, charge.amount));
}

/** A part that is refunded because the rest did not come is kept, if the rest comes before the approval. */
const isReclaimable = ({ status, reason }: Pick<Returned, "status" | "reason">): boolean =>
  status === "requested" && reason === "incomplete";

type OrderState = Pick<Order, "status" | "fulfilled_at" | "price_amount"> &
  Partial<Pick<Order, "waived">>;

/** The price, without what staff do not ask for any more. */
const priceAsked = ({ price_amount, waived = 0 }: Pick<OrderState, "price_amount" | "waived">) =>
  price_amount - waived;

/** In the order's currency. */
const priceShare = (charge: RemainingCharge, part: number): number =>
  proportion(part, charge.price_amount, charge.amount);

/** An unexpected charge counts for nothing. */
export const amountReceived = (charges: readonly RemainingCharge[]): number =>
  charges.reduce((sum, charge) => sum + priceShare(charge, charge.left + charge.waiting), 0);

/** Money that staff refunded of a paid order is not due again. */
export function amountDue(order: OrderState, charges: readonly RemainingCharge[]): number {
  const isPaid = order.status === "confirmed";
  const counted = (charge: RemainingCharge) =>
    charge.left + charge.waiting + (isPaid ? charge.refundedByStaff : 0);
  const paid = charges.reduce((sum, charge) => sum + priceShare(charge, counted(charge)), 0);
  return Math.max(0, priceAsked(order) - paid);
}

/** Its charges reach the price; late money also fulfils an order that expired or was cancelled unpaid. */
export function isToBeFulfilled(order: OrderState, charges: readonly RemainingCharge[]): boolean {
  const waits = ["held", "expired", "cancelled"].includes(order.status) && !order.fulfilled_at;
  return waits && amountReceived(charges) >= priceAsked(order);
}

/** What cannot be kept: a paid or held order keeps its price, the oldest charges first; others keep nothing. */
export function chargesToReturn(
  order: OrderState,
  charges: readonly RemainingCharge[],
): (RemainingCharge & { reason: RefundReason })[] {
  let due = order.status === "confirmed" || order.status === "held" ? priceAsked(order) : 0;
  return charges.flatMap((charge) => {
    const share = charge.left > 0 ? Math.min(charge.price_amount, due) : 0;
    due -= share;
    const retained = share === 0 ? 0 : proportion(share, charge.amount, charge.price_amount);
    const left = charge.left - retained;
    return left > 0 ? [{ ...charge, left, reason: reasonFor(order, charge) }] : [];
  });
}

function reasonFor(order: OrderState, charge: RemainingCharge): RefundReason {
  if (charge.price_amount === 0) return "mismatch";
  if (order.status === "paid_unfulfilled") return "no_place";
  if (order.status === "expired") return "incomplete";
  return order.status === "cancelled" ? "cancelled" : "surplus";
}

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
