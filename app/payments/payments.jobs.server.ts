import {
  and,
  asc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notInArray,
  or,
  sql,
} from "drizzle-orm";
import { asSystem, type SystemDb } from "../core/database/doors/doors.server.ts";
import { claimDue, isDueBy } from "../core/database/doors/rows.server.ts";
import { log } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { DAY, MINUTE } from "../core/values/durations.ts";
import { mailOutbox } from "../mail/mail.table.server.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { callProvider } from "./attempts/attempts.system.server.ts";
import { jobSignal, LEASE_MS } from "./attempts/payments.ts";
import { pollDue, pollOrder } from "./attempts/polling.system.server.ts";
import { lockOrder, moveOrder, settle } from "./ledger/settlement.operations.server.ts";
import { offlineOrder } from "./offline/offline-payment.operations.server.ts";
import { REMINDER_MS } from "./offline/offline-payment.ts";
import { fulfilmentOf, type WriteDb } from "./orders/fulfilment.ts";
import { isBeingPaid } from "./orders/orders.operations.server.ts";
import { paymentOwingMail, paymentReminderMail } from "./payments.mail.ts";
import {
  ledgerEntries,
  type Order,
  orders,
  payments,
  type Refund,
  refunds,
} from "./payments.table.server.ts";
import { loadProviders } from "./providers/online-providers.system.server.ts";
import {
  providerOf,
  type QueryAnswer,
  type RefundAnswer,
  type RefundRequest,
  reasonCode,
  siteMode,
  UNKNOWN,
} from "./providers/provider.ts";
import {
  finishRefund,
  hasMoneyDiscrepancy,
  lockRefund,
  moveRefund,
  requestRefundAgain,
} from "./refunds/refunds.operations.server.ts";

/** `payments.poll` also resumes what a process that died had started. */
export const paymentJobs: readonly Job[] = [
  { name: "payments.poll", everyMs: 10_000, run: () => pollDue(currentTime) },
  { name: "payments.expire", byCalendar: true, everyMs: 15_000, run: () => expireDue(currentTime) },
  { name: "payments.remind", everyMs: 10 * MINUTE, run: () => remindPayers(currentTime) },
  { name: "payments.refund", everyMs: MINUTE, run: () => sendDueRefunds(currentTime) },
  // Another process may have been given other keys.
  { name: "payments.providers", everyMs: MINUTE, run: loadProviders },
];

const AT_ONCE = 10;

/** Expires overdue holds, after asking the providers whether somebody has paid in the meantime. */
export async function expireDue(clock: () => Date): Promise<void> {
  for (;;) {
    const at = clock();
    const claimed = await asSystem("payments.claim", (db) => claimExpired(db, at));
    await Promise.all(claimed.map(({ id }) => expireOne(id, at)));
    if (claimed.length < AT_ONCE) return;
  }
}

function claimExpired(db: WriteDb, now: Date): Promise<Order[]> {
  return claimDue(db, orders, {
    where: and(
      eq(orders.status, "held"),
      lte(orders.hold_expires_at, now),
      or(isNull(orders.claimed_until), isDueBy(orders.claimed_until, now)),
    ),
    limit: AT_ONCE,
    lease: { claimed_until: new Date(now.getTime() + LEASE_MS) },
  });
}

async function expireOne(orderId: string, now: Date): Promise<void> {
  try {
    const answers = await pollOrder(orderId, now, { signal: jobSignal() });
    await asSystem("payments.expire", (db) => expire(db, orderId, answers, now));
  } catch (error) {
    log.error({ err: error, order: orderId }, "hold not ended");
  }
}

async function expire(
  db: WriteDb,
  orderId: string,
  answers: QueryAnswer["state"][],
  now: Date,
): Promise<void> {
  const order = await lockOrder(db, orderId);
  const { hold_expires_at: ends, hold_cap_at: cap } = order;
  if (order.status !== "held" || !ends || ends > now) return;
  const underWay = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.order_id, orderId),
        inArray(payments.status, ["created", "initiating", "processing"]),
      ),
    );
  // A payment may be under way: keep the place, but not beyond the cap.
  const isUncertain = underWay.length > 0 || answers.includes("unknown");
  if (isUncertain && cap && now < cap) return;
  await fulfilmentOf(order.kind).release(db, order);
  // A part of the price goes back when the rest did not come.
  await settle(db, await moveOrder(db, order, "expired"), now);
}

/** Orders without a deadline are reminded so many days after their opening; one that was missed by more is skipped. */
const DAYS_AFTER = [3, 10] as const;
const MISSED_MS = 2 * DAY;
const REMINDED_AT_ONCE = 100;

/** The reminders, each sent once. */
const OCCASIONS = ["deadline", ...DAYS_AFTER, "owing"] as const;
type Occasion = (typeof OCCASIONS)[number];

/** A correction is often followed by the right booking within a day, so the mail waits that long. */
const OWING_MS = DAY;

/** The newest correction or chargeback of an order. */
const lastReversal = sql`(select max(l.id::text) from ledger_entries l
  where l.order_id = ${orders.id} and l.kind in ('correction', 'chargeback'))`;

const reminderKey = (id: unknown, occasion: Occasion) =>
  occasion === "owing"
    ? sql`'payment-owing:' || ${id} || ':' || ${lastReversal}`
    : sql`'payment-reminder:' || ${id} || ${`:${occasion}`}`;

/** Reminds payers: a day before the hold ends, or twice where there is none. */
export async function remindPayers(clock: () => Date): Promise<void> {
  for (const occasion of OCCASIONS) {
    for (let last: Order | undefined, more = true; more; ) {
      const due = await asSystem("payments.remind", (db) => listDue(db, occasion, clock(), last));
      for (const { id } of due) {
        await asSystem("payments.remind", (db) => remind(db, id, occasion, clock()));
      }
      last = due.at(-1);
      more = due.length === REMINDED_AT_ONCE;
    }
  }
}

function listDue(db: SystemDb, occasion: Occasion, now: Date, last?: Order): Promise<Order[]> {
  const { id, status, hold_expires_at: ends, created_at } = orders;
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const isOwing = and(
    orders.owes,
    sql`not exists (select from ledger_entries l where l.order_id = ${id}
      and l.kind in ('correction', 'chargeback') and l.created_at > ${ago(OWING_MS).toISOString()})`,
  );
  const isDue =
    occasion === "owing"
      ? isOwing
      : occasion === "deadline"
        ? // A hold that was shorter from the start was announced by its first mail.
          and(
            gt(ends, now),
            lte(ends, new Date(now.getTime() + REMINDER_MS)),
            sql`${created_at} <= ${ends} - make_interval(secs => ${REMINDER_MS / 1_000})`,
          )
        : and(
            isNull(ends),
            lte(created_at, ago(occasion * DAY)),
            gt(created_at, ago(occasion * DAY + MISSED_MS)),
          );
  return db
    .select()
    .from(orders)
    .where(
      and(
        eq(status, occasion === "owing" ? "confirmed" : "held"),
        // Tests are reminded of as long as the site tests.
        siteMode() === "live" ? eq(orders.mode, "live") : undefined,
        isDue,
        sql`not exists (select from ${mailOutbox} where ${mailOutbox.key} = ${reminderKey(id, occasion)})`,
        last &&
          or(
            gt(created_at, last.created_at),
            and(eq(created_at, last.created_at), gt(id, last.id)),
          ),
      ),
    )
    .orderBy(asc(created_at), asc(id))
    .limit(REMINDED_AT_ONCE);
}

/** How many reminders are due, counted up to one batch per occasion. */
export async function countPaymentReminders(db: SystemDb, now: Date): Promise<number> {
  let count = 0;
  for (const occasion of OCCASIONS) count += (await listDue(db, occasion, now)).length;
  return count;
}

/** Not if the order was paid since, is being paid, or can no longer be paid. */
async function remind(db: SystemDb, id: string, occasion: Occasion, now: Date): Promise<void> {
  const order = await lockOrder(db, id);
  if (occasion === "owing") return remindOwing(db, order, now);
  if (order.status !== "held" || order.payer_email === "") return;
  const check = { channel: "desk", now, lock: false } as const;
  if ((await fulfilmentOf(order.kind).payable(db, order, check)) !== "ok") return;
  if (await isBeingPaid(db, id)) return;
  const mail = paymentReminderMail(await offlineOrder(db, order, now));
  await queueMail(db, { ...mail, key: `payment-reminder:${id}:${occasion}` });
}

/** The order was fulfilled, so its price is due whatever happened since. */
async function remindOwing(db: SystemDb, order: Order, now: Date): Promise<void> {
  if (!order.owes || order.payer_email === "") return;
  const [row] = await db
    .select({ key: sql<string>`${reminderKey(orders.id, "owing")}` })
    .from(orders)
    .where(eq(orders.id, order.id));
  const mail = paymentOwingMail(await offlineOrder(db, order, now));
  await queueMail(db, { ...mail, key: row?.key });
}

const LONGEST_WAIT_MS = 60 * MINUTE;

/** Sends approved refunds, and polls those without a final state. */
export async function sendDueRefunds(clock: () => Date): Promise<void> {
  for (;;) {
    const at = clock();
    const claimed = await asSystem("payments.refund", (db) => claimRefunds(db, at));
    await Promise.all(claimed.map((refund) => sendOne(refund, at)));
    if (claimed.length < AT_ONCE) return;
  }
}

type Sending = { refund: Refund; provider: string; request: RefundRequest };

async function claimRefunds(db: WriteDb, now: Date): Promise<Sending[]> {
  const claimed = await claimDue(db, refunds, {
    where: and(
      isDueBy(refunds.next_try_at, now),
      // A sent refund is polled even while its payment has a discrepancy.
      or(isNotNull(refunds.sent_at), notInArray(refunds.charge_id, chargesInDoubt(db))),
    ),
    limit: AT_ONCE,
    lease: {
      status: "sending",
      tries: sql`${refunds.tries} + 1`,
      sent_at: sql`coalesce(${refunds.sent_at}, ${now.toISOString()}::timestamptz)`,
      next_try_at: new Date(now.getTime() + LEASE_MS),
    },
  });
  if (claimed.length === 0) return [];
  const charges = await db
    .select({ id: ledgerEntries.id, txnId: ledgerEntries.provider_txn_id, payment: payments })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .where(
      inArray(
        ledgerEntries.id,
        claimed.map((refund) => refund.charge_id),
      ),
    );
  return claimed.flatMap((refund) => {
    const charge = charges.find(({ id }) => id === refund.charge_id);
    if (!charge) return [];
    const { txnId, payment } = charge;
    const { id: key, amount, currency } = refund;
    const request = { key, merchantRef: payment.merchant_ref, txnId, amount, currency };
    return [{ refund, provider: payment.provider, request }];
  });
}

const chargesInDoubt = (db: WriteDb) =>
  db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .where(hasMoneyDiscrepancy);

async function sendOne(sending: Sending, now: Date): Promise<void> {
  const { id } = sending.refund;
  try {
    const answer = await askProvider(sending, now, jobSignal());
    await asSystem("payments.refund", (db) => settleRefund(db, id, answer, now));
  } catch (error) {
    log.error({ err: error, refund: id }, "refund not settled");
  }
}

/**
 * Sends a refund as long as the provider remembers its key; with the provider's id it is only polled. `dead`: sent
 * again, it could be refunded twice.
 */
async function askProvider(
  { refund, provider, request }: Sending,
  now: Date,
  signal: AbortSignal,
): Promise<RefundAnswer | "dead"> {
  const calls = providerOf({ provider, mode: refund.mode })?.refunds;
  if (!calls) return UNKNOWN;
  const { provider_ref: id, sent_at: sentAt } = refund;
  if (id) {
    const find = () => calls.find({ ...request, id }, signal);
    return callProvider<RefundAnswer>("refund state", signal, find, UNKNOWN);
  }
  if (sentAt && now.getTime() >= sentAt.getTime() + calls.keyLifeMs) return "dead";
  return callProvider<RefundAnswer>("refund", signal, () => calls.send(request, signal), UNKNOWN);
}

async function settleRefund(
  db: WriteDb,
  id: string,
  answer: RefundAnswer | "dead",
  now: Date,
): Promise<void> {
  const { refund, charge, order } = await lockRefund(db, id);
  // Staff decided meanwhile, or another process applied the answer.
  if (refund.status !== "sending") return;
  if (answer === "dead") {
    // A person looks at the provider whether it was refunded, and records it.
    return moveRefund(db, refund, ["sending"], { status: "unknown", next_try_at: null });
  }
  const answered = { provider_ref: refund.provider_ref ?? answer.id };
  if (answer.state === "done") {
    return finishRefund(db, order, refund, charge, ["sending"], answered, now);
  }
  if (answer.state === "failed") {
    const refusal = answer.reason ? reasonCode(answer.reason) : null;
    const refused = { ...answered, status: "failed" as const, next_try_at: null, refusal };
    await moveRefund(db, refund, ["sending"], refused);
    await requestRefundAgain(db, refund, charge, refusal);
    await settle(db, order, now);
    return;
  }
  const wait = Math.min(2 ** (refund.tries - 1) * MINUTE, LONGEST_WAIT_MS);
  const retry = { status: answer.state, next_try_at: new Date(now.getTime() + wait) };
  await moveRefund(db, refund, ["sending"], { ...answered, ...retry });
}
