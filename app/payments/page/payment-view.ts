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

/** Where the money is, for its payer: what the page says, and what can be done. */

export type PaymentState =
  | "toPay"
  | "unavailable"
  /** A test, on a site that takes real money by now. */
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
  /** The operator answers what we cannot read: people look at it. */
  | "examined"
  | "paid"
  /** It was given, and its payment was taken back from the books: the price is due again. */
  | "owing"
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

/** Nothing was paid as far as we know: whoever was charged has the operator asked once more. */
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

/** Something is going to happen by itself: the page looks again. */
const MOVING: readonly PaymentState[] = ["starting", "waiting", "declined", "checking", "examined"];

/** Money that goes back to the payer. */
export type Return = {
  amount: number;
  currency: string;
  reason: RefundReason;
  isDone: boolean;
  /** The operator refused to send it: the federation sees to it. */
  isRefused: boolean;
};

/** What the page of an order shows. Of the payer no more than the name: the address may be seen by others. */
export type PaymentView = Pick<
  Order,
  "kind" | "label_fr" | "label_en" | "price_amount" | "price_currency"
> & {
  /** The address of the page itself. */
  path: string;
  /** It is the page for somebody else who pays: it shows in whose name, and gives nothing up. */
  shared: boolean;
  /** In whose name the order is, where that is shown: to whoever pays for them, and in what asks for it. */
  holder: string;
  /** The whole address for somebody else who pays; null on their own page, and when nothing is to be paid. */
  share_url: string | null;
  timeline: TimelineEntry[];
  state: PaymentState;
  /** What it is for was ended, or changed: why it cannot be paid. */
  refusal: Pick<Refusal, "reason" | "price"> | null;
  is_test: boolean;
  /** Somebody may be paying at this moment. */
  unsettled: boolean;
  /** By what it is being paid online now, or else can be: the first before the others. */
  means: OnlinePaymentMethod[];
  /** Of this showing of the pay button. */
  key: string;
  held_until: Date | null;
  /** Whom we ask about the newest attempt. */
  operator: string | null;
  /** When it was asked last about the newest attempt; null where there is nobody to ask. */
  asked_at: Date | null;
  /** The operator asks now for the payer's secret code on their phone. */
  asks_pin: boolean;
  /** When the attempt that waits ends by itself, where nobody but the operator can end it before. */
  ends_at: Date | null;
  /** It is paid at the federation, or may be. */
  by_hand: boolean;
  /** What came so far, and what is left. */
  owed: AmountOwed;
  /** The transfers that its payer announced, without most of their numbers. */
  announced: { end: string; status: TransferClaim["status"]; reason: string | null }[];
  /** The moment of this page. */
  at: Date;
  /** Where to go on paying at the provider. */
  pay_url: string | null;
  /** Our name for the newest attempt, for a question to the federation. */
  reference: string | null;
  returns: Return[];
  thanks: string | null;
  /** Nobody is promised an e-mail from a site that sends none. */
  writes: boolean;
  /** In how many seconds to look again; null when nothing will change by itself. */
  refresh: number | null;
};

/** Where an order is paid: by its own address, or by the one for somebody else who pays. */
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
 * What to tell the payer; attempts newest first. `payable`: somebody takes its payment now. `isOver`: it is a
 * test, and the site takes real money by now.
 */
export function stateOf(
  order: ShownOrder,
  attempts: readonly ShownAttempt[],
  returns: readonly Return[],
  { payable, isOver = false }: { payable: boolean; isOver?: boolean },
  now: Date,
): PaymentState {
  // Somebody may have paid: nobody is asked for a code, or to pay once more.
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
  // Too late for a payment online, not for the desk: nobody is asked about anything.
  if (order.by_hand && !attemptDeadline(order, now)) return isOver ? "expired" : "unavailable";
  if (!payable && !isOver) return "unavailable";
  // The hold is over, but the job that asks the provider a last time has not run yet.
  if (!attemptDeadline(order, now)) return "checking";
  if (!payable) return "unavailable";
  const [last] = attempts;
  return last ? (ENDED[last.status] ?? "mismatch") : "toPay";
}

const UNREACHED_S = 60;

/** Frequent at first, then less and less: a page that is left open uses up the visitor's data plan. */
export function refreshSeconds(
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

// What happened to the money of an order, for its payer: also days later, when the page only says the end.

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
  /** Always positive. */
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

/** The entries of the journal that a payer understands, by the state that something came to. */
const PAYMENT_ENDS: Partial<Record<string, TimelineEntry["what"]>> = {
  failed: "refused",
  cancelled: "stopped",
  expired: "timedOut",
};
/** An attempt that ended so was paid: the money is booked under another name, or was given back. */
const WAS_PAID = [BOOKED_BY_HAND, "refunded"];
const ORDER_ENDS: Partial<Record<string, TimelineEntry["what"]>> = {
  confirmed: "confirmed",
  expired: "expired",
  cancelled: "cancelled",
};

/** The state that an entry of the journal leads to: it holds the former one and this. */
const reached = (change: unknown): string => (Array.isArray(change) ? String(change[1]) : "");

/** What happened, the oldest first. What happened at one moment stays in the order in which it follows. */
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
      const what = PAYMENT_ENDS[reached(body.payment)];
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
      const what = ORDER_ENDS[reached(body.order)];
      return what ? [{ at, what }] : [];
    }),
    ...journal.flatMap(({ created_at: at, body }): TimelineEntry[] =>
      body.step === "refused" ? [{ at, what: "refundRefused" }] : [],
    ),
    // What a provider returned by itself was asked by nobody; what it refused was asked for before.
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
