import {
  and,
  asc,
  countDistinct,
  eq,
  gt,
  inArray,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { claimDue, isDueBy } from "../../core/database/doors/rows.server.ts";
import { log } from "../../core/log/log.server.ts";
import { bookCharges, journal, settle } from "../ledger/settlement.operations.server.ts";
import { findChargeByNumber } from "../offline/transfer-claims.operations.server.ts";
import { fulfilmentOf, type WriteDb } from "../orders/fulfilment.ts";
import { orderAt } from "../orders/orders.operations.server.ts";
import type { PaymentAddress } from "../page/payment-view.ts";
import {
  ledgerEntries,
  type Order,
  orders,
  type Payment,
  payments,
  refunds,
} from "../payments.table.server.ts";
import {
  type Charge,
  type PaymentProvider,
  providerOf,
  type QueryAnswer,
  reasonCode,
  UNKNOWN,
} from "../providers/provider.ts";
import { bookProviderSideRefunds } from "../refunds/provider-side-refunds.operations.server.ts";
import {
  advance,
  callProvider,
  exceedsAmountDue,
  findAttemptBlocker,
  initiate,
  lockPayment,
  providerRequest,
} from "./attempts.system.server.ts";
import {
  afterDecline,
  BOOKED_BY_HAND,
  captureKey,
  captureRetryAt,
  type Discrepancy,
  discrepancyAfter,
  eventForAnswer,
  FEDERATION,
  isPastDeadline,
  isUnsettled,
  jobSignal,
  LEASE_MS,
  nextPollAt,
  nextState,
  reasonAfter,
  requestSignal,
  STOP_ASKED,
  TEST_OVER,
} from "./payments.ts";

const AT_ONCE = 10;
/** A provider that took longer would take as long again. */
const LONG_MS = 1_000;
/** On demand, an order is polled no more often than this. */
const ON_DEMAND_MS = 10_000;
/** Of a test whose provider is not offered any more, or whose order was paid with real money. */
const TEST_ENDED = { state: "expired", reason: TEST_OVER } as const satisfies QueryAnswer;

/**
 * `over`: its payer asked to stop, the order can no longer be paid, or the attempt exceeds what is due: a pending one is
 * cancelled.
 */
type Claimed = { payment: Payment; order: Order; over: boolean };

/** Polls the provider about every attempt that is due: this finds what no notice has reported. */
export async function pollDue(clock: () => Date): Promise<void> {
  for (;;) {
    const at = clock();
    const claimed = await asSystem("payments.claim", (db) =>
      claim(db, isDueBy(payments.next_poll_at, at), at, {
        polls: sql`${payments.polls} + 1`,
        asked_at: at,
        // Other processes skip it until then, and take it over if this one dies.
        next_poll_at: new Date(at.getTime() + LEASE_MS),
      }),
    );
    await Promise.all(claimed.map((one) => pollOne(one, at, jobSignal())));
    if (claimed.length < AT_ONCE) return;
  }
}

type PollOptions = {
  kind?: AttemptKind;
  /** Attempts that were polled later are left out. */
  notSince?: Date;
  signal?: AbortSignal;
  /** The payer wants to stop: an approved attempt is not captured. */
  isStopping?: boolean;
};

/** Polls the provider now about the attempts of one order. Returns the answers. */
export async function pollOrder(
  orderId: string,
  now: Date,
  { kind = "open", notSince, signal = requestSignal(), isStopping = false }: PollOptions = {},
): Promise<QueryAnswer["state"][]> {
  const open = and(eq(payments.order_id, orderId), attemptsToPoll(notSince, kind));
  const claimed = await asSystem("payments.claim", (db) => claim(db, open, now, { asked_at: now }));
  const began = performance.now();
  const answers = await Promise.all(claimed.map((one) => pollOne(one, now, signal, isStopping)));
  const waited = performance.now() - began;
  if (waited > LONG_MS) {
    // The page that follows shows what is stored, instead of waiting as long again.
    const ids = claimed.map(({ payment }) => payment.id);
    const asked_at = new Date(now.getTime() + waited);
    await asSystem("payments.claim", (db) =>
      db.update(payments).set({ asked_at }).where(inArray(payments.id, ids)),
    );
  }
  return answers;
}

/** Polls about all attempts of an order that were ever sent to a provider; none when that was just done. */
export const pollOrderOnDemand = (orderId: string, now: Date): Promise<QueryAnswer["state"][]> =>
  pollOrder(orderId, now, { kind: "sent", notSince: new Date(now.getTime() - ON_DEMAND_MS) });

/** The same for the order of a payment page. */
export async function pollOrderAtAddress(address: PaymentAddress, now: Date): Promise<void> {
  const order = await asSystem("payments.read", (db) => orderAt(db, address));
  if (order) await pollOrderOnDemand(order.id, now);
}

/** The same for the order of a refund, before its approval. */
export async function pollOrderOfRefund(
  refundId: string,
  now: Date,
): Promise<QueryAnswer["state"][]> {
  const [row] = await asSystem("payments.read", (db) =>
    db.select({ order_id: refunds.order_id }).from(refunds).where(eq(refunds.id, refundId)),
  );
  return row ? pollOrderOnDemand(row.order_id, now) : [];
}

type Lease = { asked_at: Date; polls?: SQL; next_poll_at?: Date };

async function claim(
  db: WriteDb,
  which: SQL | undefined,
  now: Date,
  lease: Lease,
): Promise<Claimed[]> {
  const claimed = await claimDue(db, payments, {
    where: which,
    orderBy: [payments.next_poll_at],
    limit: AT_ONCE,
    lease,
  });
  if (claimed.length === 0) return [];
  const ids = claimed.map((payment) => payment.order_id);
  const related = await db.select().from(orders).where(inArray(orders.id, ids));
  const ended = new Set<string>();
  for (const order of related) if (await isOver(db, order, now)) ended.add(order.id);
  const all: Claimed[] = [];
  for (const payment of claimed) {
    const order = related.find(({ id }) => id === payment.order_id);
    if (!order) continue;
    const over =
      payment.reason === STOP_ASKED ||
      ended.has(order.id) ||
      (await exceedsAmountDue(db, order, payment));
    all.push({ payment, order, over });
  }
  return all;
}

/** Whether an order can no longer be paid: read without a lock, which suffices to cancel an attempt. */
async function isOver(db: WriteDb, order: Order, now: Date): Promise<boolean> {
  if (order.status !== "held") return true;
  const check = { channel: "online", now, lock: false } as const;
  return (await fulfilmentOf(order.kind).payable(db, order, check)) !== "ok";
}

async function pollOne(
  claimed: Claimed,
  now: Date,
  signal: AbortSignal,
  isStopping = false,
): Promise<QueryAnswer["state"]> {
  const { payment, order, over } = claimed;
  try {
    const provider = providerOf(payment);
    if (payment.mode === "test" && (!provider || order.mode === "live")) {
      await asSystem("payments.apply", (db) => apply(db, payment, TEST_ENDED, now));
      return TEST_ENDED.state;
    }
    if (payment.status === "created") {
      // The process that created it died before calling the provider.
      await initiate(order, payment, now, signal);
      return "unknown";
    }
    const attempt = providerRequest(order, payment);
    const query = async () => (await provider?.query(attempt, signal)) ?? UNKNOWN;
    const ask = () => callProvider<QueryAnswer>("query", signal, query, UNKNOWN);
    let answer = await ask();
    const isUnpaid = answer.state === "pending" || answer.state === "approved";
    if (over && isUnpaid && provider?.cancel) {
      const cancel = async () => provider.cancel?.(attempt, signal);
      await callProvider("cancel", signal, cancel, undefined);
      answer = await ask();
    }
    if (answer.state === "approved" && provider?.capture && !isStopping) {
      answer = await captureApproved(order, payment, provider, now, signal);
    }
    if (isNeverTaken(payment, provider, answer, now)) answer = { state: "expired" };
    await asSystem("payments.apply", (db) => apply(db, payment, answer, now));
    return answer.state;
  } catch (error) {
    // It becomes due again when its lease ends.
    log.error({ err: error, payment: payment.id }, "attempt not settled");
    return "unknown";
  }
}

/** No answer, but the time is over and we have captured nothing, so nothing was or will be taken. */
const isNeverTaken = (
  payment: Payment,
  provider: PaymentProvider | undefined,
  answer: QueryAnswer,
  now: Date,
): boolean =>
  answer.state === "unknown" &&
  !answer.doubt &&
  payment.status === "pending" &&
  provider?.isTakenByCaptureAlone === true &&
  isPastDeadline(payment, now);

/** Applies the answer of the provider to an attempt, its order and the ledger. */
async function apply(db: WriteDb, polled: Payment, heard: QueryAnswer, now: Date): Promise<void> {
  if (heard.state !== "paid" && (await isUnchanged(db, polled, heard, now))) return;
  const { order, payment } = await lockPayment(db, polled);
  // Staff took real money for the order meanwhile.
  const answer: QueryAnswer = payment.mode === order.mode ? heard : TEST_ENDED;
  const booking = answer.state === "paid" ? await bookPaidAnswer(db, payment, answer) : undefined;
  if (booking === "another") {
    // A transaction belongs to one attempt: this one was booked for another.
    log.error({ payment: payment.id }, "provider names a transaction of another payment");
    return;
  }
  const isNew = booking === "new";
  const isByHand = booking === "by hand" || booking === "elsewhere";
  // The other booking was reversed, so this one stands.
  const isClear = isNew && payment.doubt === "booked";
  const doubt =
    booking === "elsewhere" ? "booked" : isClear ? null : discrepancyAfter(payment, answer, now);
  await journalDiscrepancy(db, payment, doubt, isNew, answer);
  const event = eventForAnswer(payment, answer, now);
  const noticeCame = payment.notices !== polled.notices;
  const change = {
    ...(answer.state === "pending" && { redirect_url: payment.redirect_url ?? answer.url }),
    ...(answer.ids && { provider_ids: { ...payment.provider_ids, ...answer.ids } }),
    ...(answer.state === "paid" && accountOf(answer.charges)),
    reason:
      "reason" in answer && answer.reason
        ? reasonCode(answer.reason)
        : reasonAfter(payment, nextState(payment.status, event), answer),
    ...(isNew && { late: payment.late || isGivenUp(order, payment) }),
    ...(noticeCame && { next_poll_at: now }),
    doubt,
    ...(booking === "by hand" && { reason: BOOKED_BY_HAND }),
  };
  if (isByHand) {
    // The money is in the ledger already, under the operator's number that its payer gave.
    const byHand = booking === "by hand" ? "cancelled" : "no_answer";
    await advance(db, order, payment, byHand, change, now);
    return;
  }
  if (event === "declined") Object.assign(change, afterDecline(payment, now));
  const after = await advance(db, order, payment, event, change, now);
  if (answer.state === "paid" && answer.charges.some(({ reversed }) => reversed)) {
    await advance(db, order, after, "disputed", {}, now);
  }
  if (isNew) await settle(db, order, now);
  if (answer.state === "paid") await bookProviderSideRefunds(db, after, answer.charges, now);
}

/** The payer's account, which a refund by hand needs. */
function accountOf(charges: readonly Charge[]): Pick<Payment, "payer_account"> | undefined {
  const account = charges.find(({ payerAccount }) => payerAccount)?.payerAccount;
  return account ? { payer_account: account.slice(0, 100) } : undefined;
}

/** The usual answer, that nothing happened, needs no lock unless somebody else changed the attempt. */
async function isUnchanged(
  db: WriteDb,
  polled: Payment,
  answer: QueryAnswer,
  now: Date,
): Promise<boolean> {
  if (nextState(polled.status, eventForAnswer(polled, answer, now)) !== polled.status) return false;
  if (reasonAfter(polled, polled.status, answer) !== polled.reason) return false;
  if (hasNewNames(polled, answer) || discrepancyAfter(polled, answer, now) !== polled.doubt)
    return false;
  const same = await db
    .update(payments)
    .set({ next_poll_at: nextPollAt(polled, now) })
    .where(
      and(
        eq(payments.id, polled.id),
        eq(payments.status, polled.status),
        eq(payments.notices, polled.notices),
      ),
    )
    .returning({ id: payments.id });
  return same.length > 0;
}

const hasNewNames = (polled: Payment, answer: QueryAnswer): boolean =>
  Object.entries(answer.ids ?? {}).some(([name, id]) => polled.provider_ids[name] !== id) ||
  (answer.state === "pending" && answer.url !== undefined && polled.redirect_url === null);

/** A second payment of a confirmed order is not late. */
const isGivenUp = (order: Order, payment: Payment): boolean =>
  order.status !== "confirmed" && (order.status !== "held" || !isUnsettled(payment.status));

/**
 * Captures an attempt that its payer approved. The decision is taken under the order's lock, while the order can be
 * fulfilled, and the provider is called after it: if staff end the order in between, the money goes back.
 */
async function captureApproved(
  order: Order,
  approved: Payment,
  provider: PaymentProvider,
  now: Date,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const decision = await asSystem("payments.capture", (db) => decideCapture(db, approved, now));
  if (decision !== "take") return { state: decision };
  const key = captureKey(approved);
  const attempt = providerRequest(order, approved);
  const capture = async () => (await provider.capture?.(attempt, key, signal)) ?? UNKNOWN;
  return callProvider<QueryAnswer>("capture", signal, capture, UNKNOWN);
}

/**
 * `processing`: it is being captured already. `pending`: the payer was declined, and is choosing another way to pay.
 * `approved`: it is not to be captured.
 */
async function decideCapture(
  db: WriteDb,
  approved: Payment,
  now: Date,
): Promise<"take" | "processing" | "pending" | "approved"> {
  const { order, payment } = await lockPayment(db, approved);
  const isWaiting = payment.capture_after !== null && payment.capture_after > now;
  if (isWaiting || payment.declines !== approved.declines) {
    return payment.status === "processing" ? "processing" : "pending";
  }
  // It lapses; where it exceeds what is due, its payer pays the rest.
  if (await findAttemptBlocker(db, order, payment, now)) return "approved";
  const change = { capture_after: captureRetryAt(now) };
  const after = await advance(db, order, payment, "approved", change, now);
  return after.status === "processing" ? "take" : "approved";
}

/** Journals a new discrepancy, and which fields of a booked answer could not be read. */
async function journalDiscrepancy(
  db: WriteDb,
  payment: Payment,
  doubt: Discrepancy | null,
  isNew: boolean,
  { unread = [] }: QueryAnswer,
): Promise<void> {
  const isRaised = doubt !== null && doubt !== payment.doubt;
  if (!isRaised && !(isNew && unread.length > 0)) return;
  const body = { ...(isRaised && { doubt }), ...(unread.length > 0 && { unread }) };
  await journal(db, { order_id: payment.order_id, payment_id: payment.id, body });
  log.warn({ payment: payment.id, ...body }, "an answer of a provider is not as it should be");
}

/**
 * Books what was paid. The same money may have been booked by hand, under the operator's number: `by hand` for this
 * order, `elsewhere` for another order or amount.
 */
async function bookPaidAnswer(
  db: WriteDb,
  payment: Payment,
  { charges, ids }: QueryAnswer & { state: "paid" },
): Promise<"new" | "known" | "another" | "by hand" | "elsewhere"> {
  const number = ids?.operator;
  const isOwn = (await db.$count(ledgerEntries, eq(ledgerEntries.payment_id, payment.id))) > 0;
  if (number && !isOwn && payment.doubt_settled !== "booked") {
    const other = await findChargeByNumber(db, number, payment.mode, payment.id);
    const [charge] = charges;
    const isSame =
      other?.order_id === payment.order_id &&
      other.amount === charge.amount &&
      other.currency === charge.currency;
    if (other) return isSame ? "by hand" : "elsewhere";
  }
  if (await bookCharges(db, payment, charges)) return "new";
  return isOwn ? "known" : "another";
}

/** Attempts whose final state the provider may know and we do not. */
const OPEN_STATUSES = ["unknown", "pending", "processing"] as const;

/** Paid attempts, which the provider may have refunded without our request. */
const PAID_STATUSES = ["succeeded", "partially_refunded", "review"] as const;

/** Attempts that never reached the provider. */
const UNSENT_STATUSES = ["created", "initiating"] as const;

const STATUSES_OF_KIND = {
  open: inArray(payments.status, OPEN_STATUSES),
  paid: inArray(payments.status, PAID_STATUSES),
  /** Every attempt that reached its provider, also ended ones. */
  sent: notInArray(payments.status, [...UNSENT_STATUSES]),
};

export type AttemptKind = keyof typeof STATUSES_OF_KIND;

/** Attempts of a kind that were not polled since `notSince`. */
const attemptsToPoll = (notSince: Date | undefined, kind: AttemptKind): SQL | undefined =>
  and(
    STATUSES_OF_KIND[kind],
    ne(payments.provider, FEDERATION),
    notSince && or(isNull(payments.asked_at), lte(payments.asked_at, notSince)),
  );

export async function countOrdersToPoll(
  db: WriteDb,
  notSince: Date,
  kind: AttemptKind,
): Promise<number> {
  const [row] = await db
    .select({ count: countDistinct(payments.order_id) })
    .from(payments)
    .where(attemptsToPoll(notSince, kind));
  return row?.count ?? 0;
}

type NextOrders = { kind: AttemptKind; notSince: Date; after: string | undefined; limit: number };

/** The ids of the next orders with such attempts, by id. */
export async function listOrdersToPoll(
  db: WriteDb,
  { kind, notSince, after, limit }: NextOrders,
): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: payments.order_id })
    .from(payments)
    .where(and(attemptsToPoll(notSince, kind), after ? gt(payments.order_id, after) : undefined))
    .orderBy(asc(payments.order_id))
    .limit(limit);
  return rows.map(({ id }) => id);
}
