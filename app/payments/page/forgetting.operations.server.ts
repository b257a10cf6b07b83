import { and, eq, inArray, isNotNull, not, notInArray, sql } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { refundPayees, refunds } from "../ledger/ledger.table.server.ts";
import { announcedTransfers } from "../offline/announced-transfers.table.server.ts";
import { cancelOpenOrder } from "../orders/orders.operations.server.ts";
import { orders } from "../orders/orders.table.server.ts";
import { SETTLED_STATUSES } from "../refunds/refunds.ts";

/** What orders know of who paid, and when they forget it. */

/** Something came for an order. */
export const hasMoney = sql<boolean>`exists (select from ledger_entries where order_id = ${orders.id})`;

/** Money of an order is on its way, there or back, or somebody says so: it ends in the hands of staff. */
export const isUnsettled = sql<boolean>`(${eq(orders.status, "paid_unfulfilled")}
  or ${eq(orders.status, "held")} and ${hasMoney}
  or exists (select from ${announcedTransfers} where ${announcedTransfers.order_id} = ${orders.id}
    and ${eq(announcedTransfers.status, "announced")})
  or exists (select from ${payments} where ${payments.order_id} = ${orders.id}
    and ${isNotNull(payments.doubt)})
  or exists (select from ${refunds} where ${refunds.order_id} = ${orders.id}
    and ${notInArray(refunds.status, [...SETTLED_STATUSES])}))`;

export const ofOrders = (ids: readonly string[]) => inArray(orders.id, [...ids]);

/** Of an order the law keeps who paid how much. Of one that nobody paid, there is nobody to keep. */
export async function forgetPayers(db: SystemDb, ids: readonly string[]): Promise<void> {
  const held = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(ofOrders(ids), inArray(orders.status, ["held"])));
  for (const { id } of held) await cancelOpenOrder(db, id);
  await db.update(orders).set({ payer_phone: null, payer_email: "" }).where(ofOrders(ids));
  await db
    .update(payments)
    .set({ payer_number: null, payer_account: null })
    .where(inArray(payments.order_id, [...ids]));
  const own = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(inArray(refunds.order_id, [...ids]));
  await db.update(refundPayees).set({ number: null }).where(inArray(refundPayees.refund_id, own));
  // What came of one stands in the books.
  await db.delete(announcedTransfers).where(inArray(announcedTransfers.order_id, [...ids]));
  // A part that came, and went back, is money too.
  const unpaid = and(inArray(orders.status, ["cancelled", "expired"]), not(hasMoney));
  await db
    .update(orders)
    .set({ payer_name: "—" })
    .where(and(ofOrders(ids), unpaid));
}

/** The same for the next orders of what is nowhere any more, not even in the bin. Gives how many there were. */
export async function forgetPayersOfNothing(db: SystemDb, limit: number): Promise<number> {
  const gone = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      sql`(${orders.payer_email} <> '' or ${orders.payer_phone} is not null)
        and ${orders.status} <> 'held' and not ${isUnsettled}
        and not exists (select from members where id = ${orders.subject_id})
        and not exists (select from event_registrations where id = ${orders.subject_id})
        and ${orders.subject_id}::text not in (
          select entry -> 'row' ->> 'id' from bin, jsonb_array_elements(rows) entry)`,
    )
    .orderBy(orders.id)
    .limit(limit)
    .for("update");
  const ids = gone.map(({ id }) => id);
  if (ids.length > 0) await forgetPayers(db, ids);
  return ids.length;
}

/** The same for all orders of what goes, such as members. */
export async function forgetPayersOf(db: SystemDb, subjects: readonly string[]): Promise<void> {
  const own = await db
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.subject_id, [...subjects]));
  await forgetPayers(
    db,
    own.map(({ id }) => id),
  );
}
