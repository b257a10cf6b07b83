import { and, asc, desc, eq, gt, inArray, isNotNull, ne, notInArray, type SQL } from "drizzle-orm";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { assertSeenVersions } from "../../records/seen.operations.server.ts";
import { isExpectedCharge } from "../attempts/payments.ts";
import { fulfilmentOf, greetedFor, type WriteDb } from "../orders/fulfilment.ts";
import {
  ledgerEntries,
  type Order,
  orders,
  type Payment,
  paymentEvents,
  refunds,
} from "../payments.table.server.ts";
import { readSetting } from "../providers/offer.operations.server.ts";
import type { PaymentMethod } from "../providers/payment-methods.ts";
import type { Charge } from "../providers/provider.ts";
import { isUnexpected, refundDueMail } from "../refunds/refunds.mail.ts";
import { VOID_STATUSES } from "../refunds/refunds.ts";
import {
  amountDue,
  chargesToReturn,
  isReturned,
  isToBeFulfilled,
  type RemainingCharge,
  remainingCharges,
} from "./settlement.ts";

/** Whoever changes an order, its attempts, its ledger or its refunds takes this lock first. */
export async function lockOrder(db: WriteDb, id: string): Promise<Order> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id)).for("update");
  if (!order) throw new AppError("not-found", "no such order");
  assertSeenVersions(db, [order]);
  return order;
}

/** What staff received themselves. */
type OfflineMoney = { means: PaymentMethod; received_on: string; booked_by: string };

/** Books charges, each transaction once. Returns whether any was new. */
export async function bookCharges(
  db: WriteDb,
  payment: Payment,
  charges: readonly Charge[],
  byHand: Partial<OfflineMoney> = {},
): Promise<boolean> {
  const { gnf: gnf_per_eur } = await readSetting(db, "exchange_rate");
  const entries = charges.flatMap((charge) => {
    const entry = {
      ...byHand,
      gnf_per_eur,
      order_id: payment.order_id,
      payment_id: payment.id,
      kind: "charge" as const,
      provider: payment.provider,
      provider_txn_id: charge.txnId,
      amount: charge.amount,
      currency: charge.currency,
      price_amount: isExpectedCharge(payment, charge) ? payment.price_amount : 0,
      received: charge.received,
      fee: charge.fee,
    };
    const { amount, price_amount } = entry;
    const back = {
      ...entry,
      kind: "chargeback" as const,
      amount: -amount,
      price_amount: -price_amount,
      received: undefined,
      fee: undefined,
    };
    return charge.reversed ? [entry, back] : [entry];
  });
  const rows = await db
    .insert(ledgerEntries)
    .values(entries)
    .onConflictDoNothing()
    .returning({ id: ledgerEntries.id });
  return rows.length > 0;
}

/** Oldest first. */
export const chargesOf = async (db: WriteDb, orderId: string): Promise<RemainingCharge[]> =>
  (await listChargesByOrder(db, [orderId])).get(orderId) ?? [];

/** An order without any money is left out. */
export async function listChargesByOrder(
  db: WriteDb,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, RemainingCharge[]>> {
  const ids = [...orderIds];
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(inArray(ledgerEntries.order_id, ids))
    .orderBy(asc(ledgerEntries.created_at), asc(ledgerEntries.id));
  if (entries.length === 0) return new Map();
  const returned = await db.select().from(refunds).where(inArray(refunds.order_id, ids));
  return new Map(
    [...Map.groupBy(entries, (entry) => entry.order_id)].map(([id, entriesOfOrder]) => [
      id,
      remainingCharges(
        entriesOfOrder,
        returned.filter((refund) => refund.order_id === id),
      ),
    ]),
  );
}

/** Who caused a refund: staff, the payer by their own link, or else the product. */
export type RefundRequester = { staffId: string } | "holder" | undefined;

const requesterOf = (db: WriteDb): RefundRequester =>
  "staffId" in db ? { staffId: db.staffId } : undefined;

/**
 * Brings a locked order to the state that its ledger says, and requests the refund of whatever cannot be kept. The
 * only place that confirms an order.
 */
export async function settle(
  db: WriteDb,
  before: Order,
  now: Date,
  asker: RefundRequester = requesterOf(db),
): Promise<Order> {
  let charges = await chargesOf(db, before.id);
  await withdrawChargedBackRefunds(db, charges);
  let order = before;
  if (isToBeFulfilled(order, charges)) {
    charges = await withdrawIncompleteRefunds(db, order, charges);
    const outcome = await fulfil(db, order);
    order = await moveOrder(
      db,
      order,
      outcome ? "confirmed" : "paid_unfulfilled",
      outcome ? now : null,
    );
    // The place that was held for it is free again.
    if (!outcome && before.status === "held") await fulfilmentOf(order.kind).release(db, order);
  }
  order = await updateOwes(db, order, charges);
  const returns = chargesToReturn(order, charges);
  if (returns.length > 0) {
    await db.insert(refunds).values(
      returns.map(({ id, left, currency, reason }) => ({
        order_id: order.id,
        charge_id: id,
        amount: left,
        currency,
        source: "system" as const,
        requested_by: typeof asker === "object" ? asker.staffId : null,
        holder_asked: asker === "holder",
        reason,
      })),
    );
    await mailUnexpected(db, order, returns);
  }
  if (!isReturned(order, charges)) return order;
  if (order.status === "confirmed" && (await keepsPlace(db, order.id))) return order;
  if (order.status === "confirmed") await fulfilmentOf(order.kind).release(db, order);
  return moveOrder(db, order, "refunded", order.fulfilled_at);
}

/** What the last refund of an order said of its place or membership. */
async function keepsPlace(db: WriteDb, orderId: string): Promise<boolean> {
  const [last] = await db
    .select({ keeps: refunds.keeps_place })
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, orderId),
        isNotNull(refunds.keeps_place),
        notInArray(refunds.status, [...VOID_STATUSES]),
      ),
    )
    .orderBy(desc(refunds.created_at), desc(refunds.id))
    .limit(1);
  return last?.keeps === true;
}

/** Tells the payer of money that goes back for a reason that no other mail says. */
async function mailUnexpected(
  db: WriteDb,
  order: Order,
  returns: ReturnType<typeof chargesToReturn>,
): Promise<void> {
  if (order.payer_email === "") return;
  const refunded = { ...order, greeted: await greetedFor(db, order) };
  for (const [reason, charges] of Map.groupBy(returns, (charge) => charge.reason)) {
    if (!isUnexpected(reason)) continue;
    const sums = charges.map(({ left, currency }) => ({ amount: left, currency }));
    const ids = charges.map(({ id }) => id);
    await queueMail(db, withKey(refundDueMail(refunded, reason, sums), order.id, reason, ...ids));
  }
}

/** The only place that sets `owes`: what was given is not paid any more. */
async function updateOwes(
  db: WriteDb,
  order: Order,
  charges: readonly RemainingCharge[],
): Promise<Order> {
  const owes = order.status === "confirmed" && amountDue(order, charges) > 0;
  if (owes === order.owes) return order;
  await db.update(orders).set({ owes }).where(eq(orders.id, order.id));
  if (owes) await journal(db, { order_id: order.id, body: { owes } });
  return { ...order, owes };
}

/** A charge that was charged back is not refunded as well. */
async function withdrawChargedBackRefunds(
  db: WriteDb,
  charges: readonly RemainingCharge[],
): Promise<void> {
  const reversed = charges.filter(({ isChargedBack }) => isChargedBack).map(({ id }) => id);
  if (reversed.length === 0) return;
  await db
    .update(refunds)
    .set({ status: "withdrawn", next_try_at: null })
    .where(
      and(inArray(refunds.charge_id, reversed), inArray(refunds.status, ["requested", "approved"])),
    );
}

/** The rest came after all: parts whose refund nobody approved yet pay the order. */
async function withdrawIncompleteRefunds(
  db: WriteDb,
  order: Order,
  charges: RemainingCharge[],
): Promise<RemainingCharge[]> {
  if (charges.every(({ waiting }) => waiting === 0)) return charges;
  await withdrawRequested(
    db,
    and(eq(refunds.order_id, order.id), eq(refunds.reason, "incomplete")),
  );
  return chargesOf(db, order.id);
}

/** Withdraws refunds that nobody approved yet. */
export async function withdrawRequested(db: WriteDb, which: SQL | undefined): Promise<void> {
  await db
    .update(refunds)
    .set({ status: "withdrawn" })
    .where(and(eq(refunds.status, "requested"), which));
}

/** Not when another order for the same thing was paid since this one was opened. */
async function fulfil(db: WriteDb, order: Order): Promise<boolean> {
  const [other] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.subject_id, order.subject_id),
        eq(orders.kind, order.kind),
        ne(orders.id, order.id),
        eq(orders.status, "confirmed"),
        gt(orders.fulfilled_at, order.created_at),
      ),
    );
  if (other) return false;
  return (await fulfilmentOf(order.kind).confirm(db, order)) === "fulfilled";
}

/** Changes the state of a locked order, with its journal entry. */
export async function moveOrder(
  db: WriteDb,
  order: Order,
  status: Order["status"],
  fulfilled_at = order.fulfilled_at,
): Promise<Order> {
  const owes = order.owes && status === "confirmed";
  await db.update(orders).set({ status, fulfilled_at, owes }).where(eq(orders.id, order.id));
  await journal(db, { order_id: order.id, body: { order: [order.status, status] } });
  return { ...order, status, fulfilled_at, owes };
}

type Entry = { order_id: string; payment_id?: string; body: Record<string, unknown> };

export async function journal(db: WriteDb, entry: Entry): Promise<void> {
  await db
    .insert(paymentEvents)
    .values({ ...entry, provider: "journal", event_key: newId(), source: "journal" });
}
