import { and, eq, or } from "drizzle-orm";
import { secondWait } from "../../auth/staff/four-eyes.operations.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { FEDERATION } from "../attempts/payments.ts";
import { fulfilmentOf, type WriteDb } from "../orders/fulfilment.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { queueWaitMails } from "../refunds/approval.operations.server.ts";
import { VOID_STATUSES } from "../refunds/refunds.ts";
import { bookInTill, wasCountedSince } from "../tills/till-book.operations.server.ts";
import { correctionWaitsMail } from "./correction-waits.mail.ts";
import {
  type BookingCorrection as BookingCorrectionRow,
  bookingCorrections,
  type LedgerEntry,
  ledgerEntries,
  refunds,
} from "./ledger.table.server.ts";
import {
  chargesOf,
  journal,
  lockOrder,
  moveOrder,
  settle,
} from "./settlement.operations.server.ts";

/** A booking that was wrong, why, and who says so. */
export type BookingCorrection = { charge_id: string; reason: string; staffId: string };

/** What became of it: cash that was counted since waits for a second person. */
export type CorrectionResult = { order: Order; outcome: "corrected" | "asked" };

/**
 * Takes back what staff booked wrongly, by an entry against it: nothing is struck out. What was given for it
 * stays given, and the right amount is due again: staff book it, or cancel. Cash of a till that was counted or handed
 * over since lay there when somebody looked: two people say that it did not.
 * @throws AppError 'conflict' when it was taken back already, came from a provider, or goes back.
 */
export async function correctBooking(
  db: WriteDb,
  orderId: string,
  correction: BookingCorrection,
  now: Date,
): Promise<CorrectionResult> {
  const { charge_id, reason, staffId } = correction;
  const order = await lockOrder(db, orderId);
  const entry = await findCorrectable(db, order, charge_id);
  if (!(await wasCountedSince(db, charge_id))) {
    const settled = await reverseBooking(db, order, entry, { reason, staffId }, now);
    await withdrawCorrections(db, charge_id);
    return { order: settled, outcome: "corrected" };
  }
  const asked = { order_id: order.id, charge_id, reason, requested_by: staffId };
  const rows = await db
    .insert(bookingCorrections)
    .values(asked)
    .onConflictDoNothing()
    .returning({ id: bookingCorrections.id });
  if (rows.length > 0)
    await journalCorrection(db, entry, { correction: reason, step: "asked", by: staffId });
  return { order, outcome: "asked" };
}

/**
 * Agrees to a correction that waits, as it was written: then it is made, in the name and out of the till of whoever
 * asked. Whoever asked for it does not, unless nobody else can: then the first press begins a day's wait.
 * @throws AppError 'conflict'
 */
export async function approveCorrection(
  db: WriteDb,
  id: string,
  staffId: string,
  now: Date,
): Promise<{ order: Order; wait?: Date }> {
  const { order, correction } = await lockCorrection(db, id);
  const { charge_id, reason, requested_by: askedBy, approve_from: from } = correction;
  const entry = await findCorrectable(db, order, charge_id);
  const words = "une autre personne que celle qui l’a demandée approuve cette correction";
  const wait = await secondWait(db, { askedBy, from, of: "money" }, staffId, { now, words });
  if (wait) {
    await moveCorrection(db, id, { approve_from: wait });
    const { amount, currency } = entry;
    const told = { amount, currency, until: wait, reference: order.reference, order: order.id };
    await queueWaitMails(db, correctionWaitsMail, entry.id, told);
    return { order, wait };
  }
  await moveCorrection(db, id, { status: "approved", approved_by: staffId });
  await journalCorrection(db, entry, { correction: reason, step: "approved", by: staffId });
  return { order: await reverseBooking(db, order, entry, { reason, staffId: askedBy }, now) };
}

/** Gives up a correction that waits: the booking stands. */
export async function withdrawCorrection(db: WriteDb, id: string, staffId: string): Promise<Order> {
  const { order, correction } = await lockCorrection(db, id);
  await moveCorrection(db, id, { status: "withdrawn" });
  const [entry] = await db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.id, correction.charge_id));
  const body = { correction: correction.reason, step: "withdrawn", by: staffId };
  if (entry) await journalCorrection(db, entry, body);
  return order;
}

async function lockCorrection(
  db: WriteDb,
  id: string,
): Promise<{ order: Order; correction: BookingCorrectionRow }> {
  const find = () => db.select().from(bookingCorrections).where(eq(bookingCorrections.id, id));
  const [seen] = await find();
  if (!seen) throw new AppError("conflict", "cette correction a changé entre-temps");
  const order = await lockOrder(db, seen.order_id);
  const [correction] = await find();
  if (correction?.status !== "requested") {
    throw new AppError("conflict", "cette correction a changé entre-temps");
  }
  return { order, correction };
}

async function moveCorrection(
  db: WriteDb,
  id: string,
  change: Partial<BookingCorrectionRow>,
): Promise<void> {
  await db.update(bookingCorrections).set(change).where(eq(bookingCorrections.id, id));
}

/** What waits for a booking is over once that was taken back. */
async function withdrawCorrections(db: WriteDb, chargeId: string): Promise<void> {
  await db
    .update(bookingCorrections)
    .set({ status: "withdrawn" })
    .where(
      and(eq(bookingCorrections.charge_id, chargeId), eq(bookingCorrections.status, "requested")),
    );
}

/** The booking of a locked order, where it may be taken back now. */
async function findCorrectable(db: WriteDb, order: Order, chargeId: string): Promise<LedgerEntry> {
  const charge = (await chargesOf(db, order.id)).find(({ id }) => id === chargeId);
  if (!charge) throw new AppError("conflict", "cet encaissement est déjà corrigé");
  if (charge.provider !== FEDERATION) {
    throw new AppError("conflict", "seul un encaissement fait à la main se corrige");
  }
  if (await isBeingRefunded(db, charge.id)) {
    throw new AppError("conflict", "cette somme est déjà à rendre ou rendue");
  }
  const [entry] = await db.select().from(ledgerEntries).where(eq(ledgerEntries.id, charge.id));
  if (!entry) throw new AppError("not-found", "no such charge");
  return entry;
}

type Maker = Pick<BookingCorrection, "reason" | "staffId">;

async function reverseBooking(
  db: WriteDb,
  order: Order,
  entry: LedgerEntry,
  { reason, staffId }: Maker,
  now: Date,
): Promise<Order> {
  await withdrawRequests(db, order.id, entry.id);
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
    .where(eq(payments.id, entry.payment_id));
  await journalCorrection(db, entry, { correction: reason, by: staffId });
  const isEmpty = (await chargesOf(db, order.id)).length === 0;
  // Nothing came for it, so there is nothing to give back.
  const isOver = order.status === "paid_unfulfilled" && isEmpty;
  if (isOver) await fulfilmentOf(order.kind).release(db, order);
  const settled = isOver ? await moveOrder(db, order, "cancelled") : await settle(db, order, now);
  await bookInTill(db, staffId, { kind: "correction", txnId: entry.provider_txn_id });
  return settled;
}

const journalCorrection = (
  db: WriteDb,
  { order_id, payment_id }: LedgerEntry,
  body: Record<string, unknown>,
): Promise<void> => journal(db, { order_id, payment_id, body });

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

/** Whether somebody has let it go, or given it back. */
async function isBeingRefunded(db: WriteDb, chargeId: string): Promise<boolean> {
  const rows = await db
    .select({ status: refunds.status })
    .from(refunds)
    .where(eq(refunds.charge_id, chargeId));
  const open = ["requested", ...VOID_STATUSES];
  return rows.some(({ status }) => !open.includes(status));
}
