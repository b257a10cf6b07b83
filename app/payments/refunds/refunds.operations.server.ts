import { and, eq, inArray, sql } from "drizzle-orm";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { assertSeenVersions } from "../../records/seen.operations.server.ts";
import { advance } from "../attempts/attempts.system.server.ts";
import { DISCREPANCIES } from "../attempts/payments.ts";
import { chargesOf, journal, lockOrder, settle } from "../ledger/settlement.operations.server.ts";
import { priceOfRefund, type RemainingCharge } from "../ledger/settlement.ts";
import { greetedFor, type WriteDb } from "../orders/fulfilment.ts";
import {
  ledgerEntries,
  type Order,
  payments,
  type Refund,
  refunds,
} from "../payments.table.server.ts";
import { refundDoneMail } from "./refunds.mail.ts";
import type { RefundStatus } from "./refunds.ts";

/** Books a refund that was made, and updates the attempt and the order. */
export async function finishRefund(
  db: WriteDb,
  order: Order,
  refund: Refund,
  charge: RemainingCharge,
  from: readonly RefundStatus[],
  change: Partial<Refund>,
  now: Date,
): Promise<void> {
  const finished = { status: "done" as const, done_at: now, next_try_at: null };
  await moveRefund(db, refund, from, { ...change, ...finished });
  await db.insert(ledgerEntries).values({
    order_id: order.id,
    payment_id: charge.payment_id,
    kind: "refund",
    provider: charge.provider,
    provider_txn_id: refund.id,
    amount: -refund.amount,
    currency: refund.currency,
    price_amount: -priceOfRefund(charge, refund.amount),
    // What came back is worth what it was when it came.
    gnf_per_eur: charge.gnf_per_eur,
    ...(change.recorded_by &&
      charge.means && {
        means: charge.means,
        received_on: isoDay(now),
        booked_by: change.recorded_by,
      }),
  });
  await journalRefund(db, refund, charge, "done", change.recorded_by ?? "provider");
  const ofPayment = (await chargesOf(db, order.id)).filter(
    ({ payment_id }) => payment_id === charge.payment_id,
  );
  const isWhole = ofPayment.every(({ returned, amount }) => returned >= amount);
  const [payment] = await db.select().from(payments).where(eq(payments.id, charge.payment_id));
  if (payment) {
    await advance(db, order, payment, isWhole ? "fully_refunded" : "partly_refunded", {}, now);
  }
  await settle(db, order, now);
  if (order.payer_email === "") return;
  const inCash = charge.means === "cash";
  const refunded = { ...order, greeted: await greetedFor(db, order) };
  await queueMail(db, withKey(refundDoneMail(refunded, { ...refund, inCash }), refund.id));
}

export const refundChanged = () =>
  new AppError("conflict", "ce remboursement a changé entre-temps");

/** A refund with its charge and its order, which is locked. */
export type OpenRefund = { order: Order; refund: Refund; charge: RemainingCharge };

export async function lockRefund(db: WriteDb, id: string): Promise<OpenRefund> {
  const [row] = await db
    .select({ order_id: refunds.order_id })
    .from(refunds)
    .where(eq(refunds.id, id));
  if (!row) throw new AppError("not-found", "no such refund");
  const order = await lockOrder(db, row.order_id);
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id));
  const charges = await chargesOf(db, order.id);
  const charge = charges.find(({ id: chargeId }) => chargeId === refund?.charge_id);
  if (!refund || !charge) throw new AppError("not-found", "no such refund");
  assertSeenVersions(db, [refund]);
  return { order, refund, charge };
}

/** The job that sends refunds claims them without the order's lock, so the statement checks the state. */
export async function moveRefund(
  db: WriteDb,
  { id }: Pick<Refund, "id">,
  from: readonly RefundStatus[],
  change: Partial<Refund>,
): Promise<void> {
  const rows = await db
    .update(refunds)
    .set(change)
    .where(and(eq(refunds.id, id), inArray(refunds.status, [...from])))
    .returning({ id: refunds.id });
  if (rows.length === 0) throw refundChanged();
}

type Step = "requested" | "approved" | "withdrawn" | "done";

/** Without `by`, the rule did it. */
export function journalRefund(
  db: WriteDb,
  refund: Pick<Refund, "id" | "order_id">,
  charge: RemainingCharge,
  step: Step,
  by?: string,
): Promise<void> {
  const { order_id, id } = refund;
  return journal(db, { order_id, payment_id: charge.payment_id, body: { refund: id, step, by } });
}

/** With these, the money may have left already. */
const MONEY_DISCREPANCIES = DISCREPANCIES.filter((doubt) => doubt !== "unreadable");

export const hasMoneyDiscrepancy = inArray(payments.doubt, MONEY_DISCREPANCIES);

/** Whether the money of an attempt may have left already, so that nothing of it is refunded. */
export async function hasDiscrepancy(db: WriteDb, paymentId: string): Promise<boolean> {
  const which = and(eq(payments.id, paymentId), hasMoneyDiscrepancy);
  return (await db.$count(payments, which)) > 0;
}

export const DISCREPANCY_MESSAGE =
  "selon l’opérateur ce paiement n’est plus chez nous, indiquez d’abord ce qu’il en est";

/** @throws AppError 'conflict' */
export async function assertNoDiscrepancy(db: WriteDb, paymentId: string): Promise<void> {
  if (await hasDiscrepancy(db, paymentId)) throw new AppError("conflict", DISCREPANCY_MESSAGE);
}

/**
 * Requests again what a provider has just refused, of an order that is locked, for the same reason and requester. Somebody
 * approves it once more, makes it by hand, or withdraws it.
 */
export async function requestRefundAgain(
  db: WriteDb,
  refund: Refund,
  charge: RemainingCharge,
  refusal: string | null,
): Promise<void> {
  const { id: replaces, order_id, charge_id, amount, currency } = refund;
  const body = { refund: replaces, step: "refused", ...(refusal && { reason: refusal }) };
  await journal(db, { order_id, payment_id: charge.payment_id, body });
  // The charge was charged back meanwhile, so there is nothing to refund.
  if (charge.isChargedBack) return;
  const { source, reason, note, keeps_place, requested_by, holder_asked } = refund;
  await db.insert(refunds).values({
    id: newId(),
    order_id,
    charge_id,
    amount,
    currency,
    source,
    reason,
    note,
    keeps_place,
    requested_by,
    holder_asked,
    replaces,
  });
}

/** The other refunds of the same charge, without those that replace this one. */
const promised = sql`coalesce((select sum(other.amount) from refunds other
  where other.charge_id = ${refunds.charge_id} and other.status not in ('failed', 'withdrawn')
    and not (other.status = 'requested'
      and (other.source = 'system' or other.replaces = ${refunds.id}))), 0)`;

/** Refused, and neither approved again, withdrawn nor made: staff pay it. Needs the charge joined. */
export const isOpenRefusal = sql<boolean>`(${refunds.status} = 'failed'
  and not exists (select from refunds next where next.replaces = ${refunds.id}
    and next.status <> 'requested')
  and ${refunds.amount} <= ${ledgerEntries.amount} - ${promised}
  and not exists (select from ledger_entries undone where undone.kind = 'chargeback'
    and undone.provider = ${ledgerEntries.provider}
    and undone.provider_txn_id = ${ledgerEntries.provider_txn_id}))`;
