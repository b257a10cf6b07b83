import { and, eq, or } from "drizzle-orm";
import { AppError } from "../core/errors.ts";
import { isoDay } from "../i18n/format.ts";
import { fulfilmentOf, type WriteDb } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import { payments } from "./payments.table.server.ts";
import { FEDERATION } from "./payments.ts";
import { ledgerEntries, refunds } from "./refunds.table.server.ts";
import { VOID_STATUSES } from "./refunds.ts";
import { chargesOf, journal, lockOrder, move, settle } from "./settlement.operations.server.ts";
import { bookInTill } from "./till-book.operations.server.ts";

/** A booking that was wrong, why, and who says so. */
export type BookingCorrection = { charge_id: string; reason: string; staffId: string };

/**
 * Takes back what staff booked wrongly, by an entry against it: nothing is struck out. What was given for it
 * stays given, and the right amount is due again: staff book it, or cancel.
 * @throws AppError 'conflict' when it was taken back already, came from a provider, or goes back.
 */
export async function correctBooking(
  db: WriteDb,
  orderId: string,
  { charge_id, reason, staffId }: BookingCorrection,
  now: Date,
): Promise<Order> {
  const order = await lockOrder(db, orderId);
  const charge = (await chargesOf(db, orderId)).find(({ id }) => id === charge_id);
  if (!charge) throw new AppError("conflict", "cet encaissement est déjà corrigé");
  if (charge.provider !== FEDERATION) {
    throw new AppError("conflict", "seul un encaissement fait à la main se corrige");
  }
  await withdrawRequests(db, order.id, charge.id);
  if (await isGoingBack(db, charge.id)) {
    throw new AppError("conflict", "cette somme est déjà à rendre ou rendue");
  }
  const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.id, charge.id));
  if (!entry) throw new AppError("not-found", "no such charge");
  const { id: _id, created_at: _at, amount, price_amount, ...same } = entry;
  await db.insert(ledgerEntries).values({
    ...same,
    kind: "correction",
    amount: -amount,
    price_amount: -price_amount,
    received_on: isoDay(now),
    booked_by: staffId,
    note: reason,
  });
  await db
    .update(payments)
    .set({ status: "cancelled", reason: "corrigé" })
    .where(eq(payments.id, charge.payment_id));
  await journal(db, {
    order_id: order.id,
    payment_id: charge.payment_id,
    body: { correction: reason, by: staffId },
  });
  const isEmpty = (await chargesOf(db, orderId)).length === 0;
  // Nothing came for it, so there is nothing to give back.
  const isOver = order.status === "paid_unfulfilled" && isEmpty;
  if (isOver) await fulfilmentOf(order.kind).release(db, order);
  const settled = isOver ? await move(db, order, "cancelled") : await settle(db, order, now);
  await bookInTill(db, staffId, { kind: "correction", txnId: charge.provider_txn_id });
  return settled;
}

/** What goes back depends on what came: the product asks anew for what it asked for, and nobody approved. */
async function withdrawRequests(db: WriteDb, orderId: string, chargeId: string): Promise<void> {
  await db
    .update(refunds)
    .set({ status: "withdrawn" })
    .where(
      and(
        eq(refunds.order_id, orderId),
        eq(refunds.status, "requested"),
        or(eq(refunds.charge_id, chargeId), eq(refunds.source, "system")),
      ),
    );
}

async function isGoingBack(db: WriteDb, chargeId: string): Promise<boolean> {
  const rows = await db
    .select({ status: refunds.status })
    .from(refunds)
    .where(eq(refunds.charge_id, chargeId));
  return rows.some(({ status }) => !VOID_STATUSES.some((one) => one === status));
}
