import {
  BOOKED_BY_HAND,
  type Discrepancy,
  FEDERATION,
  isLive,
  type PaymentStatus,
} from "../attempts/payments.ts";
import type { AmountOwed } from "../offline/offline-payment.ts";
import type { Refusal } from "../orders/fulfilment.ts";
import { attemptDeadline } from "../orders/orders.ts";
import type {
  LedgerEntry,
  Order,
  Payment,
  Refund,
  TransferClaim,
} from "../payments.table.server.ts";
import type { OnlinePaymentMethod } from "../providers/payment-methods.ts";
import { isVoid, type RefundReason } from "../refunds/refunds.ts";

// What the payment page says and offers, from the state of an order.

export type PaymentState =
  | "toPay"
  | "unavailable"
  /** A test on a site that takes real money by now. */
  | "testOver"
  | "starting"
  | "waiting"
  | "declined"
  | "checking"
  | "unreached"
  | "refused"
  | "stopped"
  | "timedOut"
  | "mismatch"
  /** An attempt has a discrepancy, which staff examine. */
  | "examined"
  | "paid"
  /** Fulfilled, but its booking was corrected: the price is due again. */
  | "owing"
  | "paidTwice"
  | "expired"
  | "cancelled"
  | "noPlace"
  | "refunded";

/** The states with a pay button. */
const PAYABLE: readonly PaymentState[] = [
  "toPay",
  "unreached",
  "refused",
  "stopped",
  "timedOut",
  "mismatch",
];
export const canPay = (state: PaymentState): boolean => PAYABLE.includes(state);

/** Nothing was paid as far as we know: a payer who was charged can have the provider polled again. */
const ASKABLE: readonly PaymentState[] = [
  "unreached",
  "refused",
  "stopped",
  "timedOut",
  "examined",
  "expired",
  "cancelled",
];
export const canAsk = ({ state, asked_at }: Pick<PaymentView, "state" | "asked_at">): boolean =>
  asked_at !== null && ASKABLE.includes(state);

/** The state will change by itself, so the page reloads. */
const CHANGING: readonly PaymentState[] = [
  "starting",
  "waiting",
  "declined",
  "checking",
  "examined",
];

/** A refund to the payer. */
export type Return = {
  amount: number;
  currency: string;
  reason: RefundReason;
  isDone: boolean;
  /** The provider refused to send it: staff make it by hand. */
  isRefused: boolean;
};

/** What the page of an order shows: of the payer only the name, since others may see the page. */
export type PaymentView = Pick<
  Order,
  "kind" | "label_fr" | "label_en" | "price_amount" | "price_currency"
> & {
  /** The path of the page itself. */
  path: string;
  /** The page for somebody else who pays, which cannot cancel. */
  shared: boolean;
  /** The name of the holder, for somebody else who pays. */
  holder: string;
  /** The address for somebody else who pays; null on that page, and when nothing can be paid. */
  share_url: string | null;
  timeline: TimelineEntry[];
  state: PaymentState;
  /** Why it cannot be paid. */
  refusal: Pick<Refusal, "reason" | "price"> | null;
  is_test: boolean;
  /** An attempt may still succeed. */
  unsettled: boolean;
  /** The method of the live attempt, or those that are available, the preferred one first. */
  means: OnlinePaymentMethod[];
  /** The id of this rendering of the pay button. */
  key: string;
  held_until: Date | null;
  /** The provider of the newest attempt. */
  operator: string | null;
  /** When the newest attempt was polled last; null without a provider. */
  asked_at: Date | null;
  /** The payer must type the PIN on their phone. */
  asks_pin: boolean;
  /** When a pending attempt expires, if only the provider can end it earlier. */
  ends_at: Date | null;
  /** It is, or may be, paid at the federation. */
  by_hand: boolean;
  owed: AmountOwed;
  /** The announced transfers, with the end of their numbers only. */
  announced: { end: string; status: TransferClaim["status"]; reason: string | null }[];
  /** When the page was rendered. */
  at: Date;
  /** The address of the payment at the provider. */
  pay_url: string | null;
  /** The reference of the newest attempt, for questions to the federation. */
  reference: string | null;
  returns: Return[];
  thanks: string | null;
  /** The site sends mail; otherwise none is promised. */
  writes: boolean;
  /** In how many seconds the page reloads; null when nothing will change by itself. */
  refresh: number | null;
};

/** A payment page: of the holder, or for somebody else who pays. */
export type PaymentAddress = { token: string; shared: boolean };

export const paymentPath = ({ token, shared }: PaymentAddress): string =>
  `${shared ? "/pay" : "/payments"}/${token}`;

type ShownOrder = Pick<Order, "status" | "hold_expires_at" | "hold_cap_at" | "by_hand" | "owes">;
type ShownAttempt = {
  status: PaymentStatus;
  created_at: Date;
  declines: number;
  doubt: Discrepancy | null;
};

/**
 * The state of the page; attempts newest first. `payable`: some provider can take the payment. `isOver`: a test on a site
 * that takes real money by now.
 */
export function stateOf(
  order: ShownOrder,
  attempts: readonly ShownAttempt[],
  returns: readonly Return[],
  { payable, isOver = false }: { payable: boolean; isOver?: boolean },
  now: Date,
): PaymentState {
  // It may have been paid, so the payer is not asked to pay again.
  const isUnpaid = order.status === "held" || order.status === "expired";
  if (isUnpaid && attempts.some(({ doubt }) => doubt !== null)) return "examined";
  switch (order.status) {
    case "confirmed":
      if (order.owes) return "owing";
      return returns.some(({ reason }) => reason === "surplus") ? "paidTwice" : "paid";
    case "paid_unfulfilled":
      return "noPlace";
    case "held":
      return isOver ? "testOver" : stateOfHeld(order, attempts, payable, now);
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
  const isOver = order.hold_expires_at !== null && order.hold_expires_at <= now;
  // Too late for an online payment, but not for the desk.
  if (order.by_hand && !attemptDeadline(order, now)) return isOver ? "expired" : "unavailable";
  if (!payable && !isOver) return "unavailable";
  // The hold has ended, but the job that polls the provider a last time has not run yet.
  if (!attemptDeadline(order, now)) return "checking";
  if (!payable) return "unavailable";
  const [last] = attempts;
  return last ? (ENDED[last.status] ?? "mismatch") : "toPay";
}

const UNREACHED_S = 60;

/** Less and less often, since a page that is left open uses up the visitor's data plan. */
export function refreshSeconds(
  state: PaymentState,
  attempts: readonly ShownAttempt[],
  now: Date,
): number | null {
  const [newest] = attempts;
  const seconds = newest ? (now.getTime() - newest.created_at.getTime()) / 1_000 : 0;
  // The call may have reached the provider: then it can be paid after all.
  const isChanging = CHANGING.includes(state) || (state === "unreached" && seconds < UNREACHED_S);
  if (!isChanging) return null;
  return Math.round(Math.min(60, Math.max(4, seconds / 6)));
}

// The history of an order for its payer, also days later.

type TimelineEntry = {
  at: Date;
  what:
    | "opened"
    | "begun"
    | "refused"
    | "stopped"
    | "timedOut"
    | "charge"
    | "chargeback"
    | "correction"
    | "asked"
    | "refundRefused"
    | "refund"
    | "expired"
    | "cancelled"
    | "confirmed";
  /** Positive. */
  amount?: number;
  currency?: string;
};

type Facts = {
  order: Pick<Order, "created_at" | "price_amount" | "price_currency">;
  attempts: readonly Pick<Payment, "provider" | "attempted_at">[];
  ledger: readonly Pick<LedgerEntry, "kind" | "amount" | "currency" | "created_at">[];
  refunds: readonly Pick<
    Refund,
    "status" | "source" | "replaces" | "amount" | "currency" | "created_at"
  >[];
  journal: readonly { created_at: Date; body: Record<string, unknown> }[];
};

/** The journal entries that are shown, by the new state of an attempt. */
const PAYMENT_ENDS: Partial<Record<string, TimelineEntry["what"]>> = {
  failed: "refused",
  cancelled: "stopped",
  expired: "timedOut",
};
/** An attempt that ended for one of these reasons was paid: it is booked by hand, or refunded. */
const WAS_PAID = [BOOKED_BY_HAND, "refunded"];
const ORDER_ENDS: Partial<Record<string, TimelineEntry["what"]>> = {
  confirmed: "confirmed",
  expired: "expired",
  cancelled: "cancelled",
};

/** The new state in a journal entry, which holds the former and the new one. */
const newState = (change: unknown): string => (Array.isArray(change) ? String(change[1]) : "");

/** Oldest first; entries of one moment stay in this sequence. */
export function buildTimeline({
  order,
  attempts,
  ledger,
  refunds,
  journal,
}: Facts): TimelineEntry[] {
  const later: TimelineEntry[] = [
    ...attempts.flatMap(({ provider, attempted_at: at }): TimelineEntry[] =>
      at && provider !== FEDERATION ? [{ at, what: "begun" }] : [],
    ),
    ...journal.flatMap(({ created_at: at, body }): TimelineEntry[] => {
      const what = PAYMENT_ENDS[newState(body.payment)];
      const wasPaid = WAS_PAID.some((reason) => reason === body.reason);
      return what && !wasPaid ? [{ at, what }] : [];
    }),
    ...ledger.map(({ kind, amount, currency, created_at: at }) => ({
      at,
      what: kind,
      currency,
      amount: Math.abs(amount),
    })),
    ...journal.flatMap(({ created_at: at, body }): TimelineEntry[] => {
      const what = ORDER_ENDS[newState(body.order)];
      return what ? [{ at, what }] : [];
    }),
    ...journal.flatMap(({ created_at: at, body }): TimelineEntry[] =>
      body.step === "refused" ? [{ at, what: "refundRefused" }] : [],
    ),
    // Refunds of the provider itself were not requested, and those that replace a refused one were requested before.
    ...refunds
      .filter(
        ({ status, source, replaces }) =>
          (status === "failed" || !isVoid(status)) && source !== "external" && replaces === null,
      )
      .map(({ amount, currency, created_at: at }) => ({
        at,
        what: "asked" as const,
        amount,
        currency,
      })),
  ];
  later.sort((one, other) => one.at.getTime() - other.at.getTime());
  const { created_at: at, price_amount: amount, price_currency: currency } = order;
  return [{ at, what: "opened", amount, currency }, ...later];
}
