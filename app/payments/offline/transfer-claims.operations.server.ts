import { and, eq, inArray, ne } from "drizzle-orm";
import { AppError } from "../../core/values/errors.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { LIVE_STATUSES } from "../attempts/payments.ts";
import { journal } from "../ledger/settlement.operations.server.ts";
import { fulfilmentOf, type WriteDb } from "../orders/fulfilment.ts";
import { type Order, orders } from "../orders/orders.table.server.ts";
import { prolongedHold } from "../orders/orders.ts";
import { transactionNumber } from "../providers/payment-methods.ts";
import { transferDeadline } from "./offline-payment.ts";
import { type TransferClaim, transferClaims } from "./transfer-claims.table.server.ts";

/**
 * A transfer that staff booked for an order, whose lock is held, is not announced any more.
 * @throws AppError 'conflict' when somebody announced this number for another order.
 */
export async function acceptClaim(
  db: WriteDb,
  orderId: string,
  number: string,
  staffId: string,
  now: Date,
): Promise<void> {
  const [transfer] = await db
    .select()
    .from(transferClaims)
    .where(
      and(
        eq(transferClaims.transaction_number, transactionNumber(number)),
        ne(transferClaims.status, "refused"),
      ),
    );
  // What was booked for another order, and taken back there, is not announced any more.
  if (transfer?.status !== "announced") return;
  if (transfer.order_id !== orderId) {
    throw new AppError("conflict", "ce numéro est annoncé pour une autre commande");
  }
  await decideClaim(db, transfer, { status: "confirmed", staffId, now });
}

/**
 * Whoever announces a transfer in time did their part: the place of a locked order is kept until staff have
 * looked. Once only, so that a number that is none does not hold it again.
 */
export async function extendHoldForClaim(db: WriteDb, order: Order, now: Date): Promise<void> {
  const { hold_expires_at: before, hold_cap_at: cap } = order;
  if (order.status !== "held" || !order.by_hand || order.hold_before_transfer) return;
  if (!before || !cap || before <= now) return;
  const begins = await fulfilmentOf(order.kind).beginsAt?.(db, order);
  const until = transferDeadline(now, { before, begins, desk: cachedSettings().desk });
  await setHold(db, order, {
    hold_expires_at: until,
    hold_cap_at: new Date(Math.max(cap.getTime(), until.getTime())),
    hold_before_transfer: before,
  });
}

/**
 * None of the transfers that were announced for a locked order was there: its place is kept no longer than it
 * was without them. An attempt to pay online that was begun meanwhile still has its time.
 */
export async function endClaimHold(db: WriteDb, order: Order): Promise<Order> {
  const { hold_before_transfer: before, hold_cap_at: cap } = order;
  if (order.status !== "held" || !before || !cap) return order;
  const waiting = await db
    .select({ id: transferClaims.id })
    .from(transferClaims)
    .where(and(eq(transferClaims.order_id, order.id), eq(transferClaims.status, "announced")))
    .limit(1);
  if (waiting.length > 0) return order;
  const [live] = await db
    .select({ ends: payments.provider_expires_at })
    .from(payments)
    .where(and(eq(payments.order_id, order.id), inArray(payments.status, [...LIVE_STATUSES])));
  const hold = { hold_expires_at: before, hold_cap_at: cap };
  return setHold(
    db,
    order,
    live
      ? { ...hold, hold_expires_at: prolongedHold(hold, live.ends) }
      : { hold_expires_at: before, hold_cap_at: before },
  );
}

async function setHold(db: WriteDb, order: Order, hold: Partial<Order>): Promise<Order> {
  await db.update(orders).set(hold).where(eq(orders.id, order.id));
  return { ...order, ...hold };
}

type Decision = { status: "confirmed" | "refused"; reason?: string; staffId: string; now: Date };

/** Writes down what staff decided of an announced transfer, whose order is locked. */
export async function decideClaim(
  db: WriteDb,
  { id, order_id }: TransferClaim,
  { status, reason, staffId, now }: Decision,
): Promise<void> {
  const rows = await db
    .update(transferClaims)
    .set({ status, reason, decided_by: staffId, decided_at: now })
    .where(and(eq(transferClaims.id, id), eq(transferClaims.status, "announced")))
    .returning({ id: transferClaims.id });
  if (rows.length === 0) throw new AppError("conflict", "ce transfert est déjà traité");
  await journal(db, { order_id, body: { announced: status, by: staffId } });
}
