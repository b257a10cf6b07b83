import {
  BOOKED_BY_HAND,
  FEDERATION,
  isLive,
  isPastDeadline,
  isUnanswered,
  type PaymentStatus,
  STOP_ASKED,
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
import { PAYMENT_STATES, type PaymentState } from "./payment-states.ts";

// What the payment page says and offers, from the state of an order.

export const canAsk = ({ state, asked_at }: Pick<PaymentView, "state" | "asked_at">): boolean =>
  asked_at !== null && PAYMENT_STATES[state].canAsk === true;

/** A refund to the payer. */
export type Return = {
  amount: number;
  currency: string;
  reason: RefundReason;
  /** `refused`: the provider did not send it, so staff make it by hand. */
  step: "asked" | "approved" | "refused" | "done";
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
  /** When the attempt was polled last of which nobody knows whether it was charged; null without such a one. */
  asked_at: Date | null;
  /** The payer must type the PIN on their phone. */
  asks_pin: boolean;
  /** When the live attempt can no longer be paid; null without one, or when that is over. */
  ends_at: Date | null;
  /** We can end the live attempt, if its provider answers. */
  can_stop: boolean;
  /** It is, or may be, paid at the federation. */
  by_hand: boolean;
  owed: AmountOwed;
  /** Of the price, what the federation no longer asks for. */
  waived: number;
  /** The announced transfers, with the end of their numbers only. */
  announced: { end: string; status: TransferClaim["status"]; reason: string | null }[];
  /** When the page was rendered. */
  at: Date;
  /** The address of the payment at the provider. */
  pay_url: string | null;
  /** The reference of the order, in every mail and at the desk too. */
  reference: string;
  /** Where to go on; null while this order can be paid, or was. */
  restart: { path: string; livesOn: boolean } | null;
  returns: Return[];
  /** Of the holder's page. */
  receipts: { number: string; amount: number; currency: string; path: string }[];
  thanks: string | null;
  /** The site sends mail; otherwise none is promised. */
  writes: boolean;
  /** In how many seconds the page reloads; null when nothing will change by itself. */
  refresh: number | null;
};

/** A payment page: of the holder, or for somebody else who pays. */
export type PaymentAddress = { token: string; shared: boolean };

/** Whether its payer declared a transfer that nobody has checked. */
export const hasOpenClaim = ({ announced }: Pick<PaymentView, "announced">): boolean =>
  announced.some(({ status }) => status === "announced");

/** `/payments/:token` is the page of an order's holder, `/pay/:token` the one for somebody else who pays. */
export const paymentAddressAt = ({ pathname }: URL, token: string): PaymentAddress => ({
  token,
  shared: /^(\/en)?\/pay\//.test(pathname),
});

export const paymentPath = ({ token, shared }: PaymentAddress): string =>
  `${shared ? "/pay" : "/payments"}/${token}`;

type ShownOrder = Pick<Order, "status" | "hold_expires_at" | "hold_cap_at" | "by_hand" | "owes">;
type ShownAttempt = Pick<
  Payment,
  "status" | "created_at" | "declines" | "doubt" | "reason" | "provider_expires_at"
>;

/** What decides the state beside the order, its attempts and its refunds. */
export type Circumstances = {
  /** Some provider can take the payment. */
  payable: boolean;
  /** A test on a site that takes real money by now. */
  isOver?: boolean;
  /** A transfer was announced, which staff have not checked. */
  isAnnounced?: boolean;
  /** Staff refused a transfer that was announced after the newest attempt. */
  isTransferRefused?: boolean;
  /** A part of the price is here. */
  hasPart?: boolean;
  /** A provider took money back, as after a dispute. */
  isTakenBack?: boolean;
};

/** The state of an order for its payer; attempts newest first. */
export function stateOf(
  order: ShownOrder,
  attempts: readonly ShownAttempt[],
  returns: readonly { reason: RefundReason; isDone: boolean }[],
  circumstances: Circumstances,
  now: Date,
): PaymentState {
  const { isOver = false, isAnnounced = false, hasPart = false } = circumstances;
  // It may have been paid, so the payer is not asked to pay again.
  const isUnpaid = order.status === "held" || order.status === "expired";
  const doubtful = isUnpaid ? attempts.find(({ doubt }) => doubt !== null) : undefined;
  if (doubtful) return doubtful.doubt === "silent" ? "unanswered" : "examined";
  switch (order.status) {
    case "confirmed":
      if (order.owes) return isAnnounced ? "announced" : "owing";
      return returns.some(({ reason, isDone }) => reason === "surplus" && !isDone)
        ? "paidTwice"
        : "paid";
    case "paid_unfulfilled":
      return "noPlace";
    case "held":
      return isOver ? "testOver" : stateOfHeld(order, attempts, circumstances, now);
    case "expired":
      if (isAnnounced) return "announced";
      return hasPart || returns.some(({ reason }) => reason === "incomplete")
        ? "expiredPart"
        : "expired";
    case "refunded":
      return circumstances.isTakenBack ? "takenBack" : "refunded";
    case "cancelled":
      return "cancelled";
  }
}

/** The newest attempt, once none is live. `succeeded` and what follows it: a part was paid, and the rest is due. */
const ENDED: Readonly<Record<PaymentStatus, PaymentState>> = {
  created: "starting",
  initiating: "starting",
  pending: "waiting",
  processing: "checking",
  unknown: "unreached",
  failed: "refused",
  cancelled: "stopped",
  expired: "timedOut",
  review: "mismatch",
  succeeded: "toPay",
  partially_refunded: "toPay",
  refunded: "toPay",
  disputed: "toPay",
};

function stateOfHeld(
  order: ShownOrder,
  attempts: readonly ShownAttempt[],
  { payable, isAnnounced, isTransferRefused }: Circumstances,
  now: Date,
): PaymentState {
  const live = attempts.find(({ status }) => isLive(status));
  if (live) return stateOfLive(live, now);
  if (isAnnounced) return "announced";
  const isOver = order.hold_expires_at !== null && order.hold_expires_at <= now;
  // Too late for an online payment, but not for the desk.
  if (order.by_hand && !attemptDeadline(order, now)) return isOver ? "expired" : "unavailable";
  if (!payable && !isOver) return "unavailable";
  // The hold has ended, but the job that polls the provider a last time has not run yet.
  if (!attemptDeadline(order, now)) return "checking";
  if (!payable) return "unavailable";
  const [last] = attempts;
  if (!last) return "toPay";
  // Whoever sent money since would read the end of that attempt as the answer to their transfer.
  return isTransferRefused && isFinal(last.status) ? "toPay" : ENDED[last.status];
}

function stateOfLive(live: ShownAttempt, now: Date): PaymentState {
  if (isUnanswered(live)) {
    if (isPastDeadline(live, now)) return "unanswered";
    return live.reason === STOP_ASKED ? "stopping" : "silent";
  }
  if (live.status === "pending" && live.declines > 0) return "declined";
  return ENDED[live.status];
}

/** It ended without money, by an answer of its provider or our deadline. */
const isFinal = (status: PaymentStatus): boolean =>
  status === "failed" || status === "cancelled" || status === "expired";

const UNREACHED_S = 60;

/** Less and less often, since a page that is left open uses up the visitor's data plan. */
export function refreshSeconds(
  state: PaymentState,
  attempts: readonly Pick<ShownAttempt, "created_at">[],
  now: Date,
): number | null {
  const [newest] = attempts;
  const seconds = newest ? (now.getTime() - newest.created_at.getTime()) / 1_000 : 0;
  // The call may have reached the provider: then it can be paid after all.
  const isChanging =
    PAYMENT_STATES[state].isChanging === true || (state === "unreached" && seconds < UNREACHED_S);
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
    | "confirmed"
    | "waived";
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
    ...journal.flatMap(({ created_at: at, body }): TimelineEntry[] =>
      body.waived
        ? [{ at, what: "waived", amount: Number(body.waived), currency: String(body.currency) }]
        : [],
    ),
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
