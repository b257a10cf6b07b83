/**
 * The rules of money, without a database: states, transitions and delays. The machines are those of
 * pretix and Saleor put together: an order is what is owed, a payment is one attempt to pay it, and
 * the ledger alone says what was paid.
 */

export const ORDER_KINDS = ["membership", "registration"] as const;
export type OrderKind = (typeof ORDER_KINDS)[number];

export const CURRENCIES = ["XOF", "GNF"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** `open` waits for money; a registration's order is open as long as its place is held. */
export const ORDER_STATUSES = [
  "open",
  "confirmed",
  "expired",
  "cancelled",
  "paid_unfulfilled",
  "refunded",
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PAYMENT_STATUSES = [
  "created",
  "initiating",
  "unknown",
  "pending",
  "processing",
  "failed",
  "cancelled",
  "expired",
  "succeeded",
  "review",
  "partially_refunded",
  "refunded",
  "disputed",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * An order has at most one attempt in these states. `unknown` is not among them: its buyer never
 * received an address to pay at, so it must not keep anybody from trying again.
 */
export const LIVE_STATUSES = ["created", "initiating", "pending", "processing"] as const;

export const isLive = (status: PaymentStatus): boolean =>
  (LIVE_STATUSES as readonly PaymentStatus[]).includes(status);

/** Whether the provider may still change its mind about the attempt without anything being wrong. */
export const isUnsettled = (status: PaymentStatus): boolean =>
  isLive(status) || status === "unknown";

/** What happens to an attempt. Only `paid` and `mismatch` come with money. */
export const PAYMENT_EVENTS = [
  "claimed",
  "accepted",
  "rejected",
  "no_answer",
  "pending",
  "processing",
  "paid",
  "mismatch",
  "failed",
  "cancelled",
  "timed_out",
  "partly_refunded",
  "fully_refunded",
  "disputed",
] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** Money moves an attempt up from every state that had none: it was taken, whatever we thought. */
const money = { paid: "succeeded", mismatch: "review" } as const;
const ends = { failed: "failed", cancelled: "cancelled", timed_out: "expired" } as const;
const returns = {
  partly_refunded: "partially_refunded",
  fully_refunded: "refunded",
  disputed: "disputed",
} as const;

const TRANSITIONS: Record<PaymentStatus, Partial<Record<PaymentEvent, PaymentStatus>>> = {
  created: { ...money, ...ends, claimed: "initiating" },
  initiating: {
    ...money,
    ...ends,
    accepted: "pending",
    pending: "pending",
    processing: "processing",
    rejected: "failed",
    no_answer: "unknown",
  },
  unknown: {
    ...money,
    ...ends,
    accepted: "pending",
    pending: "pending",
    processing: "processing",
    rejected: "failed",
  },
  pending: { ...money, ...ends, processing: "processing" },
  // The provider is at work on it: only the provider ends it, never our own clock.
  processing: { ...money, failed: "failed", cancelled: "cancelled" },
  failed: money,
  cancelled: money,
  expired: money,
  succeeded: returns,
  review: returns,
  partially_refunded: { fully_refunded: "refunded", disputed: "disputed" },
  refunded: { disputed: "disputed" },
  disputed: {},
};

/** The state after an event. Total: what does not apply changes nothing; and nothing goes back. */
export function nextState(state: PaymentStatus, event: PaymentEvent): PaymentStatus {
  return TRANSITIONS[state][event] ?? state;
}

/** How far along a state is; no event lowers it. */
export function rankOf(state: PaymentStatus): number {
  if (state === "failed" || state === "cancelled" || state === "expired") return 5;
  if (state === "succeeded" || state === "review") return 6;
  return PAYMENT_STATUSES.indexOf(state);
}

export const LEDGER_KINDS = ["charge", "refund", "chargeback"] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const REFUND_STATUSES = [
  "requested",
  "approved",
  "sending",
  "pending",
  "done",
  "failed",
  "unknown",
] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Who asked for a refund. */
export const REFUND_SOURCES = ["system", "staff", "buyer", "external"] as const;
export type RefundSource = (typeof REFUND_SOURCES)[number];

/** Money that is promised back but has not left yet. */
export const isPromised = (status: RefundStatus): boolean =>
  status !== "done" && status !== "failed";

type OrderMoney = { status: OrderStatus; amount: number; fulfilled_at: Date | null };

/**
 * What an order is worth to us now: its amount, or nothing once it was fulfilled and given up, since
 * everything paid for it then goes back.
 */
export function owed(order: OrderMoney): number {
  if (order.status === "refunded") return 0;
  return order.status === "cancelled" && order.fulfilled_at ? 0 : order.amount;
}

/** What is to be returned: paid beyond what is owed, less what is promised already. */
export function surplus(order: OrderMoney, paid: number, promised: number): number {
  return Math.max(0, paid - promised - owed(order));
}

/**
 * What the sums of the ledger ask of an order. An order that expired or was cancelled before it was
 * ever fulfilled is still fulfilled by late money, if that can be done.
 */
export function orderStep(
  order: OrderMoney,
  sums: { paid: number; captured: number },
): "nothing" | "fulfil" | "refunded" {
  const waits = ["open", "expired", "cancelled"].includes(order.status) && !order.fulfilled_at;
  if (waits && sums.paid >= order.amount) return "fulfil";
  const closes = ["confirmed", "paid_unfulfilled", "cancelled"].includes(order.status);
  return closes && sums.captured > 0 && sums.paid <= 0 ? "refunded" : "nothing";
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long a place is held for somebody who has not begun to pay. */
export const HOLD_MS = 20 * MINUTE;
/** A payment under way prolongs the hold, never beyond this since the order was opened. */
export const HOLD_CAP_MS = 60 * MINUTE;
/** Left to the provider after its own deadline before we act on it. */
export const GRACE_MS = 5 * MINUTE;
/** How long one attempt may take at the provider. */
export const ATTEMPT_MS = 15 * MINUTE;
/** With less than this left, an attempt is not worth beginning. */
export const SHORTEST_ATTEMPT_MS = 2 * MINUTE;
/** A call that has not come back within this was cut short: the process died. */
export const CALL_LIMIT_MS = 60 * SECOND;
/** How long an attempt that has ended is still asked after, for money that comes late or twice. */
export const AFTERMATH_MS = 24 * HOUR;
/** A claimed row is free again after this, should its process die. */
export const LEASE_MS = 60 * SECOND;
/** Not found this often, and past its life: the provider never had it. */
export const POLLS_BEFORE_LOST = 3;

const POLL_DELAYS = [10, 20, 40, 60, 120, 300, 600].map((seconds) => seconds * SECOND);

type Polled = {
  status: PaymentStatus;
  created_at: Date;
  polls: number;
  provider_expires_at: Date | null;
};

/** When to ask the provider again; null when there is nothing left to learn. */
export function nextPollAt(payment: Polled, now: Date): Date | null {
  const deadline =
    (payment.provider_expires_at?.getTime() ?? payment.created_at.getTime() + ATTEMPT_MS) +
    GRACE_MS;
  const unsettled = isUnsettled(payment.status);
  if (unsettled && now.getTime() <= deadline) {
    const delay = POLL_DELAYS[Math.min(payment.polls, POLL_DELAYS.length - 1)] ?? HOUR;
    return new Date(now.getTime() + delay);
  }
  // One that the provider has not settled is never forgotten, however long it is silent.
  const over = now.getTime() >= payment.created_at.getTime() + AFTERMATH_MS;
  return over && !unsettled ? null : new Date(now.getTime() + HOUR);
}

type Held = { created_at: Date; hold_expires_at: Date | null };

/** The moment after which an order is not held any longer, whatever is under way. */
export const holdCap = (order: { created_at: Date }): Date =>
  new Date(order.created_at.getTime() + HOLD_CAP_MS);

/** The hold once an attempt waits at the provider until `providerExpiresAt`. */
export function prolongedHold(order: Held, providerExpiresAt: Date): Date | null {
  if (!order.hold_expires_at) return null;
  const wanted = Math.max(order.hold_expires_at.getTime(), providerExpiresAt.getTime() + GRACE_MS);
  return new Date(Math.min(wanted, holdCap(order).getTime()));
}

/** Until when an attempt begun now may run; undefined when there is no time left to pay. */
export function attemptDeadline(order: Held, now: Date): Date | undefined {
  if (!order.hold_expires_at) return new Date(now.getTime() + ATTEMPT_MS);
  if (order.hold_expires_at <= now) return undefined;
  const last = holdCap(order).getTime() - GRACE_MS;
  const until = Math.min(now.getTime() + ATTEMPT_MS, last);
  return until - now.getTime() < SHORTEST_ATTEMPT_MS ? undefined : new Date(until);
}

const ULID_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Our name for an attempt at the provider: at most 30 of A–Z, 0–9 and '-', which all of them take. */
export function merchantRef(paymentId: string): string {
  let value = BigInt(`0x${paymentId.replaceAll("-", "")}`);
  let text = "";
  for (let n = 0; n < 26; n++) {
    text = ULID_LETTERS.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return `P-${text}`;
}
