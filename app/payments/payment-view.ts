import type { Quote } from "./conversion.ts";
import type { Refusal } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import { attemptDeadline } from "./orders.ts";
import { isLive, type PaymentStatus } from "./payments.ts";
import type { RefundReason } from "./refunds.ts";

/** Where the money is, for its payer: what the page says, and what can be done. */

export type PaymentState =
  | "toPay"
  | "unavailable"
  | "starting"
  | "waiting"
  | "declined"
  | "checking"
  | "unreached"
  | "refused"
  | "stopped"
  | "timedOut"
  | "mismatch"
  | "paid"
  | "paidTwice"
  | "expired"
  | "cancelled"
  | "noPlace"
  | "refunded";

/** The payer may press the pay button in these. */
const PAYABLE: readonly PaymentState[] = [
  "toPay",
  "unreached",
  "refused",
  "stopped",
  "timedOut",
  "mismatch",
];
export const canPay = (state: PaymentState): boolean => PAYABLE.includes(state);

/** Something is going to happen by itself: the page looks again. */
const MOVING: readonly PaymentState[] = ["starting", "waiting", "declined", "checking"];

/** Money that goes back to the payer. */
export type Return = { amount: number; currency: string; reason: RefundReason; isDone: boolean };

/** What the page of an order shows. Nothing of the payer: the address may be seen by others. */
export type PaymentView = Pick<
  Order,
  "token" | "kind" | "label_fr" | "label_en" | "price_amount" | "price_currency"
> & {
  state: PaymentState;
  /** What it is for was ended, or changed: why it cannot be paid. */
  refusal: Pick<Refusal, "reason" | "price"> | null;
  is_test: boolean;
  /** Somebody may be paying at this moment. */
  unsettled: boolean;
  quote: Quote | undefined;
  /** Whoever takes the payment has to know the wallet that pays. */
  asks_number: boolean;
  /** Of this showing of the pay button. */
  key: string;
  held_until: Date | null;
  /** Whom we ask about the newest attempt. */
  operator: string | null;
  /** Where to go on paying at the provider. */
  pay_url: string | null;
  /** Our name for the newest attempt, for a question to the federation. */
  reference: string | null;
  returns: Return[];
  thanks: string | null;
  /** In how many seconds to look again; null when nothing will change by itself. */
  refresh: number | null;
};

type ShownOrder = Pick<Order, "status" | "hold_expires_at" | "hold_cap_at">;
type ShownAttempt = { status: PaymentStatus; created_at: Date; declines: number };

/** What to tell the payer; attempts newest first. `payable`: somebody takes its payment now. */
export function stateOf(
  order: ShownOrder,
  attempts: readonly ShownAttempt[],
  returns: readonly Return[],
  payable: boolean,
  now: Date,
): PaymentState {
  switch (order.status) {
    case "confirmed":
      return returns.some(({ reason }) => reason === "surplus") ? "paidTwice" : "paid";
    case "paid_unfulfilled":
      return "noPlace";
    case "held":
      return stateOfHeld(order, attempts, payable, now);
    default:
      return order.status;
  }
}

const ENDED: Partial<Record<PaymentStatus, PaymentState>> = {
  created: "starting",
  initiating: "starting",
  pending: "waiting",
  processing: "checking",
  unknown: "unreached",
  failed: "refused",
  cancelled: "stopped",
  expired: "timedOut",
};

function stateOfHeld(
  order: ShownOrder,
  attempts: readonly ShownAttempt[],
  payable: boolean,
  now: Date,
): PaymentState {
  const live = attempts.find(({ status }) => isLive(status));
  if (live?.status === "pending" && live.declines > 0) return "declined";
  if (live) return ENDED[live.status] ?? "checking";
  // The hold is over, but the job that asks the provider a last time has not run yet.
  if (!attemptDeadline(order, now)) return "checking";
  if (!payable) return "unavailable";
  const [last] = attempts;
  return last ? (ENDED[last.status] ?? "mismatch") : "toPay";
}

const UNREACHED_S = 60;

/** Frequent at first, then less and less: a page that is left open uses up the visitor's data plan. */
export function refreshIn(
  state: PaymentState,
  attempts: readonly ShownAttempt[],
  now: Date,
): number | null {
  const [newest] = attempts;
  const seconds = newest ? (now.getTime() - newest.created_at.getTime()) / 1_000 : 0;
  // Its call may have been heard all the same: then it can be paid after all.
  const isMoving = MOVING.includes(state) || (state === "unreached" && seconds < UNREACHED_S);
  if (!isMoving) return null;
  return Math.round(Math.min(60, Math.max(4, seconds / 6)));
}
