import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import { AppError } from "../../core/values/errors.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { FEDERATION, LIVE_STATUSES } from "../attempts/payments.ts";
import { journal } from "../ledger/settlement.operations.server.ts";
import { fulfilmentOf, type WriteDb } from "../orders/fulfilment.ts";
import { type Mode, prolongedHold } from "../orders/orders.ts";
import {
  type LedgerEntry,
  ledgerEntries,
  type Order,
  orders,
  payments,
  refunds,
  type TransferClaim,
  transferClaims,
} from "../payments.table.server.ts";
import {
  normaliseTransactionNumber,
  OPERATORS,
  RECEIPT_SUFFIXES,
} from "../providers/payment-methods.ts";
import { transferDeadline } from "./offline-payment.ts";

/**
 * Confirms the announced transfer that staff have booked for an order, which is locked.
 * @throws AppError 'conflict' when the number was announced for another order.
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
        eq(transferClaims.transaction_number, normaliseTransactionNumber(number)),
        ne(transferClaims.status, "refused"),
      ),
    );
  // It may have been confirmed for another order, and corrected there.
  if (transfer?.status !== "announced") return;
  if (transfer.order_id !== orderId) {
    throw new AppError("conflict", "ce numéro est déclaré pour une autre commande");
  }
  await decideClaim(db, transfer, { status: "confirmed", staffId, now });
}

/**
 * Extends the hold of a locked order until staff have checked an announced transfer; only once, so that invented numbers
 * do not extend it again.
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
 * Restores the former hold of a locked order once all its announced transfers were refused. An online attempt that was
 * started meanwhile keeps its time.
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

/** Whether staff have to check a transfer that was announced for an order: until then nobody pays it a second time. */
export async function hasOpenClaim(db: WriteDb, orderId: string): Promise<boolean> {
  const which = and(eq(transferClaims.order_id, orderId), eq(transferClaims.status, "announced"));
  return (await db.$count(transferClaims, which)) > 0;
}

type Decision = { status: "confirmed" | "refused"; reason?: string; staffId: string; now: Date };

/** Stores what staff decided about an announced transfer, whose order is locked. */
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

/** The advisory locks by which concurrent bookings of the same number are serialised. */
const NUMBER_LOCKS = 1_947;

const lockNumber = (db: WriteDb, number: string) =>
  db.execute(sql`select pg_advisory_xact_lock(${NUMBER_LOCKS}, hashtext(${number}))`);

/**
 * The charge of an operator's transaction number, booked by hand or reported by a provider, unless it was corrected: one
 * transfer is one charge.
 */
export async function findChargeByNumber(
  db: WriteDb,
  number: string,
  mode: Mode,
  exceptPaymentId?: string,
): Promise<LedgerEntry | undefined> {
  await lockNumber(db, number);
  const isByHand = and(
    eq(ledgerEntries.provider, FEDERATION),
    inArray(ledgerEntries.means, [...OPERATORS]),
    inArray(
      ledgerEntries.provider_txn_id,
      RECEIPT_SUFFIXES.map((suffix) => number + suffix),
    ),
  );
  const isReported = sql`${payments.provider_ids} @> ${JSON.stringify({ operator: number })}::jsonb`;
  const [row] = await db
    .select({ charge: ledgerEntries })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .where(
      and(
        eq(ledgerEntries.kind, "charge"),
        eq(ledgerEntries.mode, mode),
        exceptPaymentId ? ne(ledgerEntries.payment_id, exceptPaymentId) : undefined,
        or(isByHand, isReported),
        sql`not exists (select from ledger_entries undone where undone.kind = 'correction'
          and undone.provider = ${ledgerEntries.provider}
          and undone.provider_txn_id = ${ledgerEntries.provider_txn_id})`,
      ),
    )
    .limit(1);
  return row?.charge;
}

/** Whether a refund was recorded under this transaction number: one transfer is one refund. */
export async function hasRefundWithNumber(db: WriteDb, number: string): Promise<boolean> {
  await lockNumber(db, number);
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.operator_reference, number));
  return rows.length > 0;
}
