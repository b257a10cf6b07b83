import { and, eq, inArray } from "drizzle-orm";
import { isInQuarantine } from "../../core/database/copy/quarantine.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { env } from "../../core/process/env.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { pathIn } from "../../i18n/languages.ts";
import { quoteKey } from "../ledger/conversion.ts";
import { chargesOf, journal, lockOrder } from "../ledger/settlement.operations.server.ts";
import { amountDue } from "../ledger/settlement.ts";
import { hasOpenClaim } from "../offline/transfer-claims.operations.server.ts";
import { fulfilmentOf, type Refusal, type WriteDb } from "../orders/fulfilment.ts";
import { paymentAddress } from "../orders/orders.operations.server.ts";
import { attemptDeadline, prolongedHold } from "../orders/orders.ts";
import { paymentPath } from "../page/payment-view.ts";
import { type Order, orders, type Payment, payments } from "../payments.table.server.ts";
import { offerFor } from "../providers/offer.operations.server.ts";
import {
  type Creation,
  type ProviderRequest,
  providerOf,
  reasonCode,
} from "../providers/provider.ts";
import {
  isLive,
  LEASE_MS,
  LIVE_STATUSES,
  merchantRef,
  nextPollAt,
  nextState,
  type PaymentEvent,
  requestSignal,
} from "./payments.ts";

/** What a pay button sends. */
type PayRequest = {
  /** Of the button: pressed twice, it is one attempt. */
  key: string;
  /** The charge that the button showed. */
  charge: string;
  /** The first that can, when absent. */
  provider?: string;
  payerNumber?: string;
  /** Pressed on the page for somebody else who pays. */
  shared?: boolean;
};

type Start =
  | { kind: "attempt"; payment: Payment }
  | Blocker
  /** No provider; another amount than was shown; the provider needs the number of the paying wallet. */
  | { kind: "unavailable" | "changed" | "number" };

/** Starts a payment: an order has one live attempt at a time, and every press of the button leads to it. */
export async function startAttempt(
  token: string,
  pressed: PayRequest,
  now: Date,
  signal = requestSignal(),
): Promise<Start> {
  // Restored from a backup: it may have been paid since.
  if (isInQuarantine()) return { kind: "unavailable" };
  const start = await asSystem("payments.start", (db) =>
    findOrCreateAttempt(db, token, pressed, now),
  );
  return start.kind === "attempt" ? initiate(start.order, start.payment, now, signal) : start;
}

type AttemptStart =
  | { kind: "attempt"; order: Order; payment: Payment }
  | Exclude<Start, { payment: Payment }>;

async function findOrCreateAttempt(
  db: WriteDb,
  token: string,
  pressed: PayRequest,
  now: Date,
): Promise<AttemptStart> {
  const column = pressed.shared ? orders.share_token : orders.token;
  const [order] = await db.select().from(orders).where(eq(column, token)).for("update");
  if (!order) return { kind: "closed" };
  const blocker = await findBlocker(db, order, now);
  if (blocker) return blocker;
  const due = amountDue(order, await chargesOf(db, order.id));
  if (await hasOpenClaim(db, order.id)) return { kind: "closed" };
  const attempts = await db.select().from(payments).where(eq(payments.order_id, order.id));
  const existing =
    attempts.find((payment) => payment.request_key === pressed.key) ??
    attempts.find((payment) => isLive(payment.status));
  // The holder's attempt leads back to the holder's page, which nobody else may see.
  if (existing && pressed.shared && !existing.shared) return { kind: "closed" };
  if (existing && exceedsDue(existing, due)) return { kind: "changed" };
  if (existing) return { kind: "attempt", order, payment: existing };
  const deadline = attemptDeadline(order, now);
  if (!deadline) return { kind: "closed" };
  // A part may have been paid offline.
  const offer = await offerFor(db, { ...order, price_amount: due }, pressed.provider);
  if (!offer) return { kind: "unavailable" };
  if (quoteKey(offer.quote) !== pressed.charge) return { kind: "changed" };
  const payer_number = pressed.payerNumber || null;
  if (offer.provider.asksPayerNumber && !payer_number) return { kind: "number" };
  const id = newId();
  const [payment] = await db
    .insert(payments)
    .values({
      ...offer.quote,
      id,
      order_id: order.id,
      request_key: pressed.key,
      shared: pressed.shared ?? false,
      provider: offer.provider.id,
      merchant_ref: merchantRef(id),
      price_amount: due,
      price_currency: order.price_currency,
      payer_number: offer.provider.asksPayerNumber ? payer_number : null,
      provider_expires_at: deadline,
      next_poll_at: new Date(now.getTime() + LEASE_MS),
      created_at: now,
    })
    .returning();
  if (!payment) throw new Error("no row came back");
  return { kind: "attempt", order, payment };
}

/** The running calls of this process, by payment. */
const callsUnderWay = new Map<string, Promise<Start>>();

/**
 * Asks the provider once for the address of its payment page. Another press in this process waits for that call; in
 * another process, the payment page shows the result shortly after.
 */
export function initiate(
  order: Order,
  created: Payment,
  now: Date,
  signal: AbortSignal,
): Promise<Start> {
  const { id } = created;
  const earlier = callsUnderWay.get(id);
  if (earlier) return earlier;
  const call = askForAddress(order, created, now, signal).finally(() => callsUnderWay.delete(id));
  callsUnderWay.set(id, call);
  return call;
}

/** Whether the order may be paid is checked before and after the call, since staff may end it meanwhile. */
async function askForAddress(
  order: Order,
  created: Payment,
  now: Date,
  signal: AbortSignal,
): Promise<Start> {
  if (created.status !== "created") return { kind: "attempt", payment: created };
  const call = await asSystem("payments.call", (db) => beginCall(db, created, now));
  if (call.kind !== "attempt" || call.payment.status !== "initiating") return call;
  const { payment } = call;
  const provider = providerOf(payment);
  const began = performance.now();
  const creation = await callProvider<Creation>(
    "create",
    signal,
    async () =>
      (await provider?.create(providerRequest(order, payment), signal)) ?? { kind: "unknown" },
    { kind: "unknown" },
  );
  const answered = new Date(now.getTime() + performance.now() - began);
  return asSystem("payments.created", (db) => applyCreation(db, payment, creation, now, answered));
}

async function beginCall(db: WriteDb, created: Payment, now: Date): Promise<Start> {
  const { order, payment } = await lockPayment(db, created);
  // Another process is calling the provider: it is never called twice.
  if (payment.status !== "created") return { kind: "attempt", payment: created };
  const blocker = await findAttemptBlocker(db, order, payment, now);
  if (blocker) {
    const reason = blocker.kind === "changed" ? "changed" : "closed";
    await advance(db, order, payment, "cancelled", { reason }, now);
    return blocker;
  }
  const [calling] = await db
    .update(payments)
    .set({
      status: "initiating",
      attempted_at: now,
      // Longer than a call may take: an attempt that becomes due was interrupted.
      next_poll_at: new Date(now.getTime() + LEASE_MS),
    })
    .where(eq(payments.id, payment.id))
    .returning();
  return { kind: "attempt", payment: calling ?? payment };
}

async function applyCreation(
  db: WriteDb,
  called: Payment,
  creation: Creation,
  now: Date,
  answered: Date,
): Promise<Start> {
  const { order, payment } = await lockPayment(db, called);
  const blocker = await findAttemptBlocker(db, order, payment, now);
  const move = (event: PaymentEvent, change: Partial<Payment>) =>
    // The payer is not sent there; the job cancels it at the provider.
    advance(db, order, payment, event, { ...change, ...(blocker && { next_poll_at: now }) }, now);
  const after = await applyTo(payment, creation, answered, move);
  return blocker ?? { kind: "attempt", payment: after };
}

function applyTo(
  payment: Payment,
  creation: Creation,
  answered: Date,
  move: (event: PaymentEvent, change: Partial<Payment>) => Promise<Payment>,
): Promise<Payment> {
  switch (creation.kind) {
    case "redirect":
      return move("accepted", {
        redirect_url: creation.url,
        provider_ids: { ...payment.provider_ids, ...creation.ids },
        provider_expires_at: earlierOf(creation.expiresAt, payment.provider_expires_at),
      });
    case "rejected":
      return move("rejected", { reason: reasonCode(creation.code) });
    case "unknown":
      // The page that follows does not wait for the same silence again.
      return move("no_answer", { asked_at: answered });
  }
}

/** A provider that keeps its page open for longer does not extend the hold of the place. */
const earlierOf = (one: Date | undefined, other: Date): Date => (one && one < other ? one : other);

/** Locks the order of an attempt and reads both again. */
export async function lockPayment(
  db: WriteDb,
  { id, order_id }: Pick<Payment, "id" | "order_id">,
): Promise<{ order: Order; payment: Payment }> {
  const order = await lockOrder(db, order_id);
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  if (!payment) throw new Error(`no payment ${id}`);
  return { order, payment };
}

/**
 * Moves an attempt, whose order is locked. One that had ended does not become live beside another: its payer was
 * never sent to it.
 */
export async function advance(
  db: WriteDb,
  order: Order,
  payment: Payment,
  event: PaymentEvent,
  change: Partial<Payment>,
  now: Date,
): Promise<Payment> {
  let status = nextState(payment.status, event);
  if (isLive(status) && !isLive(payment.status) && (await hasLive(db, order))) {
    status = payment.status;
  }
  const next = { ...payment, ...change, status };
  if (status !== payment.status) {
    await journal(db, {
      order_id: order.id,
      payment_id: payment.id,
      body: {
        payment: [payment.status, status],
        event,
        ...(next.reason && { reason: next.reason }),
      },
    });
    if (status === "pending") await prolongHold(db, order, next);
  }
  const [after] = await db
    .update(payments)
    .set({ next_poll_at: nextPollAt(next, now), ...change, status })
    .where(eq(payments.id, payment.id))
    .returning();
  return after ?? next;
}

async function hasLive(db: WriteDb, order: Order): Promise<boolean> {
  const which = and(eq(payments.order_id, order.id), inArray(payments.status, LIVE_STATUSES));
  return (await db.$count(payments, which)) > 0;
}

async function prolongHold(db: WriteDb, order: Order, payment: Payment): Promise<void> {
  const until = prolongedHold(order, payment.provider_expires_at);
  if (!until || order.status !== "held") return;
  await db.update(orders).set({ hold_expires_at: until }).where(eq(orders.id, order.id));
}

/** A part was paid offline since; a capture that has started cannot be stopped. */
const exceedsDue = ({ status, price_amount }: Payment, due: number): boolean =>
  isLive(status) && status !== "processing" && price_amount > due;

export const exceedsAmountDue = async (
  db: WriteDb,
  order: Order,
  payment: Payment,
): Promise<boolean> => exceedsDue(payment, amountDue(order, await chargesOf(db, order.id)));

/** The order is closed, or what it pays for was ended since. */
type Blocker = { kind: "closed" } | { kind: "refused"; refusal: Refusal };

export const findAttemptBlocker = async (
  db: WriteDb,
  order: Order,
  payment: Payment,
  now: Date,
): Promise<Blocker | { kind: "changed" } | undefined> =>
  (await findBlocker(db, order, now)) ??
  ((await exceedsAmountDue(db, order, payment)) ? { kind: "changed" } : undefined);

/** Why an order, which is locked, cannot be paid online now. */
async function findBlocker(db: WriteDb, order: Order, now: Date): Promise<Blocker | undefined> {
  if (order.status !== "held") return { kind: "closed" };
  const check = { channel: "online", now, lock: true } as const;
  const answer = await fulfilmentOf(order.kind).payable(db, order, check);
  return answer === "ok" ? undefined : { kind: "refused", refusal: answer };
}

/** A quarantined site makes only these. */
const READ_ONLY_CALLS = ["notice", "query", "refund state", "list"];

/** Returns `otherwise` when the provider fails, or does not answer before `signal` ends. */
export async function callProvider<T>(
  what: string,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  otherwise: T,
): Promise<T> {
  if (signal.aborted || (isInQuarantine() && !READ_ONLY_CALLS.includes(what))) return otherwise;
  let end: (() => void) | undefined;
  // An adapter that ignores the signal delays nobody.
  const over = new Promise<T>((resolve) => {
    end = () => resolve(otherwise);
    signal.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([call(signal), over]);
  } catch (error) {
    log.warn({ what, reason: reasonOf(error) }, "provider failed");
    return otherwise;
  } finally {
    if (signal.aborted) log.warn({ what }, "provider does not answer");
    if (end) signal.removeEventListener("abort", end);
  }
}

export function providerRequest(order: Order, payment: Payment): ProviderRequest {
  const { PUBLIC_URL } = env();
  const { language } = order;
  const page = PUBLIC_URL + pathIn(language, paymentPath(paymentAddress(order, payment.shared)));
  return {
    merchantRef: payment.merchant_ref,
    ids: payment.provider_ids,
    amount: payment.charge_amount,
    currency: payment.charge_currency,
    label: language === "fr" ? order.label_fr : order.label_en,
    language,
    payer: { name: order.payer_name, email: order.payer_email, phone: order.payer_phone },
    payerNumber: payment.payer_number,
    returnUrl: `${page}?back=1`,
    cancelUrl: page,
    noticeUrl: `${PUBLIC_URL}/payments/notices/${payment.provider}`,
    expiresAt: payment.provider_expires_at,
  };
}
