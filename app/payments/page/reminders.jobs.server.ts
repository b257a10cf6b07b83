import { and, asc, eq, gt, isNull, lte, or, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { mailOutbox } from "../../mail/mail-outbox.table.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { lockOrder } from "../ledger/settlement.operations.server.ts";
import { paymentOwingMail, paymentReminderMail } from "../offline/offline-payment.mail.ts";
import { offlineOrder } from "../offline/offline-payment.operations.server.ts";
import { REMINDER_MS } from "../offline/offline-payment.ts";
import { fulfilmentOf } from "../orders/fulfilment.ts";
import { isBeingPaid } from "../orders/orders.operations.server.ts";
import { type Order, orders } from "../orders/orders.table.server.ts";
import { siteMode } from "../providers/provider.ts";

const DAY_MS = 24 * 60 * 60_000;
/** What holds no place is reminded so many days after it was ordered; what was missed by more is skipped. */
const DAYS_AFTER = [3, 10] as const;
const MISSED_MS = 2 * DAY_MS;
const AT_ONCE = 100;

/** Which reminder an order is to get: each one once. */
const OCCASIONS = ["deadline", ...DAYS_AFTER, "owing"] as const;
type Occasion = (typeof OCCASIONS)[number];

/** What was booked wrongly is often booked rightly within the day: then nobody is written to. */
const OWING_MS = DAY_MS;

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
      more = due.length === AT_ONCE;
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
            lte(created_at, ago(occasion * DAY_MS)),
            gt(created_at, ago(occasion * DAY_MS + MISSED_MS)),
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
    .limit(AT_ONCE);
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
