import { GRACE_MS } from "../orders/orders.ts";
import type { Charge, QueryAnswer } from "../providers/provider.ts";
import { DJOMY_KEEPS_DAYS } from "../providers/provider-assumptions.ts";

/**
 * One attempt to pay an order: its states, what moves it from one to the next, and when the provider
 * is asked about it. Without a database.
 */

/** Stands for a provider when staff took the money, in cash or by a transfer that they checked. */
export const FEDERATION = "federation";

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

/** Why an attempt is over whose money staff had booked, under the number that its payer gave. */
export const BOOKED_BY_HAND = "by-hand";

/**
 * An order has at most one attempt in these states. `unknown` is not among them: its buyer never
 * received an address to pay at, so it must not keep anybody from trying again.
 */
export const LIVE_STATUSES = ["created", "initiating", "pending", "processing"] as const;

export const isLive = (status: PaymentStatus): boolean =>
  (LIVE_STATUSES as readonly PaymentStatus[]).includes(status);

/** Whether the provider may still change the state. */
export const isUnsettled = (status: PaymentStatus): boolean =>
  isLive(status) || status === "unknown";

/** These can be asked about, or given up, at any moment: nobody is calling the provider for them. */
export const IDLE_STATUSES = ["created", "unknown", "pending", "processing"] as const;

/** What happens to an attempt. Only `paid` and `mismatch` come with money. */
export const PAYMENT_EVENTS = [
  "called",
  "accepted",
  "rejected",
  "no_answer",
  "waiting",
  "approved",
  "declined",
  "processing",
  "paid",
  "mismatch",
  "failed",
  "cancelled",
  "expired",
  "timed_out",
  "lapsed",
  "partly_refunded",
  "fully_refunded",
  "disputed",
] as const;
export type PaymentEvent = (typeof PAYMENT_EVENTS)[number];

/** A payment leads out of every unpaid state: the money was taken, whatever we believed. */
const money = { paid: "succeeded", mismatch: "review" } as const;
/** What the provider says; and what we conclude when the time is over. */
const ends = { failed: "failed", cancelled: "cancelled", expired: "expired" } as const;
const lapses = { ...ends, timed_out: "expired", lapsed: "expired" } as const;
const returns = {
  partly_refunded: "partially_refunded",
  fully_refunded: "refunded",
  disputed: "disputed",
} as const;
const answers = {
  accepted: "pending",
  waiting: "pending",
  // We have decided to take the money.
  approved: "processing",
  processing: "processing",
  rejected: "failed",
} as const;

const TRANSITIONS: Record<PaymentStatus, Partial<Record<PaymentEvent, PaymentStatus>>> = {
  created: { ...money, ...lapses, called: "initiating" },
  initiating: { ...money, ...lapses, ...answers, no_answer: "unknown" },
  unknown: { ...money, ...lapses, ...answers },
  pending: { ...money, ...lapses, approved: "processing", processing: "processing" },
  // The provider is processing it: only the provider ends it, never our own deadline. `lapsed`: the
  // provider says that nothing was taken, and it will not be.
  processing: { ...money, ...ends, declined: "pending", lapsed: "expired" },
  failed: money,
  cancelled: money,
  expired: money,
  // What was wrong at first may still be paid as it should.
  review: { ...returns, paid: "succeeded" },
  succeeded: returns,
  partially_refunded: { fully_refunded: "refunded", disputed: "disputed" },
  refunded: { disputed: "disputed" },
  disputed: {},
};

/** The state after an event. Total: an event that does not apply changes nothing. */
export function nextState(state: PaymentStatus, event: PaymentEvent): PaymentStatus {
  return TRANSITIONS[state][event] ?? state;
}

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** All that one request asks providers, tokens included: its page is there within six seconds. */
const REQUEST_MS = 5.5 * SECOND;
/** All that a job asks for one claimed row: well within its lease. */
const JOB_MS = 20 * SECOND;
/** How long a process may keep a claimed row; after that, another process takes it over. */
export const LEASE_MS = 60 * SECOND;

/** The time of a request, and of a job's work on one row: a call to a provider ends with it. */
export const requestSignal = (): AbortSignal => AbortSignal.timeout(REQUEST_MS);
export const jobSignal = (): AbortSignal => AbortSignal.timeout(JOB_MS);
/** After so many answers "not found", past its lifetime, the provider never had it. */
const POLLS_BEFORE_LOST = 3;

/** An attempt that has ended is asked after for so long: money may come late or twice, or be given back there. */
const AFTERMATH_MS = DJOMY_KEEPS_DAYS * 24 * HOUR;
/** The older it is the longer the pause, by this share of its age; never beyond what a job takes for a wrong clock. */
const PAUSE_OF_AGE = 1 / 12;
const LONGEST_PAUSE_MS = 48 * HOUR;

const POLL_DELAYS = [10, 20, 40, 60, 120, 300, 600].map((seconds) => seconds * SECOND);

type PollState = {
  status: PaymentStatus;
  created_at: Date;
  polls: number;
  provider_expires_at: Date;
};

/** Whether the time in which it can be paid is over, as the provider sees it. */
const isPastDeadline = (payment: Pick<PollState, "provider_expires_at">, now: Date): boolean =>
  now.getTime() > payment.provider_expires_at.getTime() + GRACE_MS;

/** Where its payer was sent, or would be. */
type Reachable = { redirect_url: string | null };

type ExpectedCharge = { charge_amount: number; charge_currency: string };

/** Whether the provider took what it was asked to take. */
export const isExpectedCharge = (payment: ExpectedCharge, charge: Charge): boolean =>
  charge.amount === payment.charge_amount && charge.currency === payment.charge_currency;

/** Where the taking of money from an approved attempt stands. */
type CaptureState = {
  status: PaymentStatus;
  capture_after: Date | null;
  declines: number;
};

/** A capture that has not come back by then is sent again, with the same key. */
const CAPTURE_MS = 30 * SECOND;
/** Their payer is choosing something else to pay with: until then, or until the provider tells of it. */
const DECLINE_MS = 60 * SECOND;

/** When the capture that begins now may be sent again. */
export const captureRetryAt = (now: Date): Date => new Date(now.getTime() + CAPTURE_MS);

/** The key of a capture: the same until the provider has said that it took nothing. */
export const captureKey = (payment: Pick<CaptureState, "declines"> & { merchant_ref: string }) =>
  `capture:${payment.merchant_ref}${payment.declines > 0 ? `:${payment.declines}` : ""}`;

/** What a declined capture leaves behind. */
export const afterDecline = ({ declines }: Pick<CaptureState, "declines">, now: Date) => ({
  declines: declines + 1,
  capture_after: new Date(now.getTime() + DECLINE_MS),
});

/** Whether the answer says that the money which we asked for was not taken. */
const isDeclined = (
  { status, capture_after }: CaptureState,
  answer: QueryAnswer & { state: "pending" },
  now: Date,
): boolean =>
  status === "processing" &&
  capture_after !== null &&
  (answer.declined === true || capture_after <= now);

/** Nobody has the address to pay it at: it waits for no payer, and keeps nobody from trying again. */
const isUnreachable = (
  { status, redirect_url }: Pick<CaptureState, "status"> & Reachable,
  answer: QueryAnswer & { state: "pending" },
): boolean =>
  (status === "unknown" || status === "initiating") && redirect_url === null && !answer.url;

/** What an answer of the provider means for an attempt. `approved`: its money is not to be taken. */
export function eventOf(
  payment: ExpectedCharge &
    CaptureState &
    Reachable &
    Pick<PollState, "polls" | "provider_expires_at">,
  answer: QueryAnswer,
  now: Date,
): PaymentEvent {
  switch (answer.state) {
    case "paid":
      return answer.charges.some((charge) => isExpectedCharge(payment, charge))
        ? "paid"
        : "mismatch";
    case "pending":
      if (isDeclined(payment, answer, now)) return "declined";
      if (isPastDeadline(payment, now)) return "timed_out";
      return isUnreachable(payment, answer) ? "no_answer" : "waiting";
    case "approved":
      return isPastDeadline(payment, now) ? "lapsed" : "waiting";
    case "not_found":
      if (payment.polls < POLLS_BEFORE_LOST || !isPastDeadline(payment, now)) return "no_answer";
      // What was captured stays known there: the money that we decided to take was never taken.
      return payment.capture_after ? "lapsed" : "timed_out";
    case "unknown":
      return "no_answer";
    default:
      return answer.state;
  }
}

/** When to ask the provider again; null when there is nothing left to learn. */
export function nextPollAt(payment: PollState, now: Date): Date | null {
  const unsettled = isUnsettled(payment.status);
  if (unsettled && !isPastDeadline(payment, now)) {
    const delay = POLL_DELAYS[Math.min(payment.polls, POLL_DELAYS.length - 1)] ?? HOUR;
    return new Date(now.getTime() + delay);
  }
  // An attempt that the provider has not settled is asked about for ever.
  const age = now.getTime() - payment.created_at.getTime();
  if (unsettled) return new Date(now.getTime() + HOUR);
  if (age >= AFTERMATH_MS) return null;
  const pause = Math.min(Math.max(HOUR, age * PAUSE_OF_AGE), LONGEST_PAUSE_MS);
  return new Date(now.getTime() + pause);
}

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Our name for an attempt at its provider: 28 of A–Z, 0–9 and '-', which all of them take. */
export function merchantRef(paymentId: string): string {
  let value = BigInt(`0x${paymentId.replaceAll("-", "")}`);
  let text = "";
  for (let place = 0; place < 26; place++) {
    text = LETTERS.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return `P-${text}`;
}
