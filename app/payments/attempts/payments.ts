import { DAY, HOUR } from "../../core/values/durations.ts";
import { GRACE_MS } from "../orders/orders.ts";
import type { Payment } from "../payments.table.server.ts";
import type { Charge, QueryAnswer } from "../providers/provider.ts";
import { DJOMY_RETENTION_DAYS } from "../providers/provider-assumptions.ts";

/** The states of an attempt, what moves it from one to the next, and when its provider is polled. */

/** The provider of what staff took: cash, or a transfer that they checked. */
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

/** The reason of an attempt that ended because staff had booked its money. */
export const BOOKED_BY_HAND = "by-hand";

/** The reason of a live attempt whose provider did not answer when it was polled last. */
export const NO_ANSWER = "no-answer";

/** The reason of a live attempt that its payer asked to stop, and whose provider has not confirmed that. */
export const STOP_ASKED = "stop-asked";

/** The reason of a test that ended because the site takes real money. */
export const TEST_OVER = "test-over";

const isOpenReason = (reason: string | null): boolean =>
  reason === NO_ANSWER || reason === STOP_ASKED;

/** A live attempt of which nobody knows whether it was paid. */
export const isUnanswered = ({ status, reason }: Pick<Payment, "status" | "reason">): boolean =>
  isLive(status) && isOpenReason(reason);

/** An order has at most one attempt in these. Not `unknown`: its payer never got an address to pay at. */
export const LIVE_STATUSES = ["created", "initiating", "pending", "processing"] as const;

export const isLive = (status: PaymentStatus): boolean =>
  (LIVE_STATUSES as readonly PaymentStatus[]).includes(status);

/** Whether the provider may still change the state. */
export const isUnsettled = (status: PaymentStatus): boolean =>
  isLive(status) || status === "unknown";

/** No process is calling the provider for these. */
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

/** Money leads out of every unpaid state. */
const money = { paid: "succeeded", mismatch: "review" } as const;
/** The provider ends it, or our deadline does. */
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
  // We have decided to capture it.
  approved: "processing",
  processing: "processing",
  rejected: "failed",
} as const;

const TRANSITIONS: Record<PaymentStatus, Partial<Record<PaymentEvent, PaymentStatus>>> = {
  created: { ...money, ...lapses, called: "initiating" },
  initiating: { ...money, ...lapses, ...answers, no_answer: "unknown" },
  unknown: { ...money, ...lapses, ...answers },
  pending: { ...money, ...lapses, approved: "processing", processing: "processing" },
  // Only the provider ends it, never our deadline. `lapsed`: nothing was charged, and it will not be.
  processing: { ...money, ...ends, declined: "pending", lapsed: "expired" },
  failed: money,
  cancelled: money,
  expired: money,
  // The right amount may still come.
  review: { ...returns, paid: "succeeded" },
  succeeded: returns,
  partially_refunded: { fully_refunded: "refunded", disputed: "disputed" },
  refunded: { disputed: "disputed" },
  disputed: {},
};

/** An event that does not apply changes nothing. */
export function nextState(state: PaymentStatus, event: PaymentEvent): PaymentStatus {
  return TRANSITIONS[state][event] ?? state;
}

const SECOND = 1_000;

/** All provider calls of one request, tokens included: its page comes within six seconds. */
const REQUEST_MS = 5.5 * SECOND;
/** All provider calls of a job for one claimed row: well within its lease. */
const JOB_MS = 20 * SECOND;
/** After that, another process takes a claimed row over. */
export const LEASE_MS = 60 * SECOND;

export const requestSignal = (): AbortSignal => AbortSignal.timeout(REQUEST_MS);
export const jobSignal = (): AbortSignal => AbortSignal.timeout(JOB_MS);
/** After so many "not found", past its deadline, the provider never had it. */
const POLLS_BEFORE_LOST = 3;

/** An ended attempt is polled for so long: money may come late or twice, or be refunded at the provider. */
const AFTERMATH_MS = DJOMY_RETENTION_DAYS * DAY;
/** The pause is this share of its age, but never so long that a job takes it for a wrong clock. */
const PAUSE_OF_AGE = 1 / 12;
const LONGEST_PAUSE_MS = 48 * HOUR;

const POLL_DELAYS = [10, 20, 40, 60, 120, 300, 600].map((seconds) => seconds * SECOND);

type PollState = Pick<Payment, "status" | "created_at" | "polls" | "provider_expires_at">;

/** Its payer can no longer pay it at the provider, and the provider has had time to report a payment. */
export const isPastDeadline = (payment: Pick<Payment, "provider_expires_at">, now: Date): boolean =>
  now.getTime() > payment.provider_expires_at.getTime() + GRACE_MS;

type ExpectedCharge = Pick<Payment, "charge_amount" | "charge_currency">;

export const isExpectedCharge = (payment: ExpectedCharge, charge: Charge): boolean =>
  charge.amount === payment.charge_amount && charge.currency === payment.charge_currency;

type CaptureState = Pick<Payment, "status" | "capture_after" | "declines">;

/** A capture without an answer by then is sent again, with the same key. */
const CAPTURE_MS = 30 * SECOND;
/** A declined payer chooses another way to pay: until then, or until a notice comes. */
const DECLINE_MS = 60 * SECOND;

export const captureRetryAt = (now: Date): Date => new Date(now.getTime() + CAPTURE_MS);

/** The idempotency key of a capture: a new one only after a decline. */
export const captureKey = (payment: Pick<Payment, "declines" | "merchant_ref">) =>
  `capture:${payment.merchant_ref}${payment.declines > 0 ? `:${payment.declines}` : ""}`;

export const afterDecline = ({ declines }: Pick<Payment, "declines">, now: Date) => ({
  declines: declines + 1,
  capture_after: new Date(now.getTime() + DECLINE_MS),
});

const isDeclined = (
  { status, capture_after }: CaptureState,
  answer: QueryAnswer & { state: "pending" },
  now: Date,
): boolean =>
  status === "processing" &&
  capture_after !== null &&
  (answer.declined === true || capture_after <= now);

/** Nobody has the address to pay at, so it must not stay live. */
const isUnreachable = (
  { status, redirect_url }: Pick<Payment, "status" | "redirect_url">,
  answer: QueryAnswer & { state: "pending" },
): boolean =>
  (status === "unknown" || status === "initiating") && redirect_url === null && !answer.url;

/** What an answer of the provider means for an attempt. `approved` comes here only when we do not capture. */
export function eventForAnswer(
  payment: ExpectedCharge &
    CaptureState &
    Pick<Payment, "redirect_url" | "polls" | "provider_expires_at">,
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
      // The provider remembers what it captured, so our capture never happened.
      return payment.capture_after ? "lapsed" : "timed_out";
    case "unknown":
      return "no_answer";
    default:
      return answer.state;
  }
}

/** Null when there is nothing left to learn. */
export function nextPollAt(payment: PollState, now: Date): Date | null {
  const unsettled = isUnsettled(payment.status);
  if (unsettled && !isPastDeadline(payment, now)) {
    const delay = POLL_DELAYS[Math.min(payment.polls, POLL_DELAYS.length - 1)] ?? HOUR;
    return new Date(now.getTime() + delay);
  }
  // An attempt without a final answer is polled for ever.
  const age = now.getTime() - payment.created_at.getTime();
  if (unsettled) return new Date(now.getTime() + HOUR);
  if (age >= AFTERMATH_MS) return null;
  const pause = Math.min(Math.max(HOUR, age * PAUSE_OF_AGE), LONGEST_PAUSE_MS);
  return new Date(now.getTime() + pause);
}

const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Our reference of an attempt: 28 of A–Z, 0–9 and '-', which every provider accepts. */
export function merchantRef(paymentId: string): string {
  let value = BigInt(`0x${paymentId.replaceAll("-", "")}`);
  let text = "";
  for (let index = 0; index < 26; index++) {
    text = LETTERS.charAt(Number(value & 31n)) + text;
    value >>= 5n;
  }
  return `P-${text}`;
}

/** The id behind such a reference, without its hyphen; undefined for any other text. */
export function idOfMerchantRef(text: string): string | undefined {
  if (!/^P[0-9A-Z]{26}$/.test(text)) return undefined;
  let value = 0n;
  for (const letter of text.slice(1)) {
    const place = LETTERS.indexOf(letter);
    if (place < 0) return undefined;
    value = (value << 5n) | BigInt(place);
  }
  const hex = value.toString(16).padStart(32, "0");
  if (hex.length > 32) return undefined;
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join("-");
}

/** Where a provider contradicts our books: a person decides. Stored in `payments.doubt`. */
export const DISCREPANCIES = [
  /** The provider's answer cannot be read or believed: money may have come or not. */
  "unreadable",
  /** It says that it returned the money, which we did not request. */
  "returned",
  /** It says that a paid attempt has failed. */
  "failed",
  /** Staff booked the same transaction number by hand, for something else. */
  "booked",
  /** It never said whether an attempt was paid, which can no longer be: a person looks there. */
  "silent",
  /** It took back money, as after a dispute. */
  "disputed",
] as const;
export type Discrepancy = (typeof DISCREPANCIES)[number];

/** What a person found: `gone`, the money has left us; `kept`, it is here or never came. */
export const VERDICTS = ["gone", "kept"] as const;
export type Verdict = (typeof VERDICTS)[number];
export const mayHaveLeft = (doubt: Discrepancy): boolean =>
  doubt === "returned" || doubt === "failed";

/** Nobody knows whether its money is here: nothing else may be taken for it. */
export const mayBePaid = (doubt: Discrepancy | null): boolean =>
  doubt === "silent" || doubt === "unreadable";

/** These end with the next readable answer; all others when a person has looked. */
const ENDS_BY_ITSELF: readonly Discrepancy[] = ["unreadable", "silent"];

const HOLDS_MONEY: readonly PaymentStatus[] = ["succeeded", "review", "partially_refunded"];
const UNPAID: readonly QueryAnswer["state"][] = ["failed", "cancelled", "expired"];

type DoubtedPayment = Pick<Payment, "status" | "doubt" | "doubt_settled" | "provider_expires_at">;

function discrepancyIn(
  { status, provider_expires_at }: DoubtedPayment,
  answer: QueryAnswer,
  now: Date,
): Discrepancy | null {
  // Staff returned it there and recorded it here.
  if (answer.doubt === "returned") return status === "refunded" ? null : "returned";
  if (answer.doubt) return answer.doubt;
  if (answer.state === "paid" && answer.charges.some(({ reversed }) => reversed)) return "disputed";
  if (isSilence(status, answer) && isPastDeadline({ provider_expires_at }, now)) return "silent";
  return HOLDS_MONEY.includes(status) && UNPAID.includes(answer.state) ? "failed" : null;
}

/** No answer about an attempt that its payer was sent to. */
const isSilence = (status: PaymentStatus, answer: QueryAnswer): boolean =>
  (status === "pending" || status === "processing") && answer.state === "unknown" && !answer.doubt;

/**
 * The discrepancy of an attempt after an answer. Only a person resolves one about money; one about an answer ends with
 * the next readable answer.
 */
export function discrepancyAfter(
  payment: DoubtedPayment,
  answer: QueryAnswer,
  now: Date,
): Discrepancy | null {
  const { doubt, doubt_settled } = payment;
  if (doubt !== null && !ENDS_BY_ITSELF.includes(doubt)) return doubt;
  const raised = discrepancyIn(payment, answer, now);
  if (raised) return raised === doubt_settled ? null : raised;
  return answer.state === "unknown" ? doubt : null;
}

/** The reason of an attempt after an answer that names none: whether the provider answered at all. */
export function reasonAfter(
  { status, reason }: Pick<Payment, "status" | "reason">,
  after: PaymentStatus,
  answer: QueryAnswer,
): string | null {
  const stays = isLive(status) && isLive(after);
  if (stays && reason === STOP_ASKED) return reason;
  if (stays && isSilence(after, answer)) return NO_ANSWER;
  return isOpenReason(reason) ? null : reason;
}
