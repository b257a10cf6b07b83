import { and, asc, eq, gt, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { claimDue, isDueBy } from "../../core/database/doors/rows.server.ts";
import { log } from "../../core/log/log.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { jobSignal, LEASE_MS } from "../attempts/payments.ts";
import { pollOrder } from "../attempts/polling.system.server.ts";
import { lockOrder, moveOrder, settle } from "../ledger/settlement.operations.server.ts";
import { paymentOwingMail, paymentReminderMail } from "../offline/offline-payment.mail.ts";
import { offlineOrder } from "../offline/offline-payment.operations.server.ts";
import { REMINDER_MS } from "../offline/offline-payment.ts";
import { type QueryAnswer, siteMode } from "../providers/provider.ts";
import { fulfilmentOf, type WriteDb } from "./fulfilment.ts";
import { isBeingPaid } from "./orders.operations.server.ts";
import { type Order, orders } from "./orders.table.server.ts";

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
  const unsure = underWay.length > 0 || answers.includes("unknown");
  if (unsure && cap && now < cap) return;
  await fulfilmentOf(order.kind).release(db, order);
  // A part of the price goes back when the rest did not come.
  await settle(db, await moveOrder(db, order, "expired"), now);
}

/** What holds no place is reminded so many days after it was ordered; what was missed by more is skipped. */
const DAYS_AFTER = [3, 10] as const;
const MISSED_MS = 2 * DAY;
const REMINDED_AT_ONCE = 100;

/** Which reminder an order is to get: each one once. */
const OCCASIONS = ["deadline", ...DAYS_AFTER, "owing"] as const;
type Occasion = (typeof OCCASIONS)[number];

/** What was booked wrongly is often booked rightly within the day: then nobody is written to. */
const OWING_MS = DAY;

/** The booking, or the charge, of an order that was taken back last. */
const lastTakenBack = sql`(select max(l.id::text) from ledger_entries l
  where l.order_id = ${orders.id} and l.kind in ('correction', 'chargeback'))`;

const keyOf = (id: unknown, occasion: Occasion) =>
  occasion === "owing"
    ? sql`'payment-owing:' || ${id} || ':' || ${lastTakenBack}`
    : sql`'payment-reminder:' || ${id} || ${`:${occasion}`}`;

/** Reminds those who have still to pay: a day before their place goes, or twice where there is no place. */
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
        ? // Of one that was shorter to begin with, the first mail has just told it.
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
        eq(orders.mode, siteMode()),
        isDue,
        sql`not exists (select from ${mailOutbox} where ${mailOutbox.key} = ${keyOf(id, occasion)})`,
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

/** How many orders are to be reminded now; of each occasion, no more than are reminded at once are counted. */
export async function countPaymentReminders(db: SystemDb, now: Date): Promise<number> {
  let count = 0;
  for (const occasion of OCCASIONS) count += (await listDue(db, occasion, now)).length;
  return count;
}

/** Whoever paid since, pays at this moment, or cannot pay any more is left alone. */
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

/** What it pays for was given: it is due whatever became of that since. */
async function remindOwing(db: SystemDb, order: Order, now: Date): Promise<void> {
  if (!order.owes || order.payer_email === "") return;
  const [row] = await db
    .select({ key: sql<string>`${keyOf(orders.id, "owing")}` })
    .from(orders)
    .where(eq(orders.id, order.id));
  const mail = paymentOwingMail(await offlineOrder(db, order, now));
  await queueMail(db, { ...mail, key: row?.key });
}
