import { and, eq, inArray, or } from "drizzle-orm";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { needSeen } from "../../records/seen.operations.server.ts";
import { advance } from "../attempts/attempts.system.server.ts";
import { DISCREPANCIES } from "../attempts/discrepancies.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { FEDERATION, merchantRef } from "../attempts/payments.ts";
import { ledgerEntries, type Refund, refunds } from "../ledger/ledger.table.server.ts";
import { chargesOf, journal, lockOrder, settle } from "../ledger/settlement.operations.server.ts";
import { priceOfRefund, type RemainingCharge } from "../ledger/settlement.ts";
import { isRefundUnder } from "../offline/operator-numbers.operations.server.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { bookInTill } from "../tills/till-book.operations.server.ts";
import { approve } from "./approval.operations.server.ts";
import { isUncertain, RECORDABLE_STATUSES, type RefundStatus } from "./refunds.ts";

/** The part of a charge to refund; `id` is that of the form, so that sending it twice makes one request. */
export type RefundWish = { id?: string; order_id: string; charge_id: string; amount: number };

/**
 * Requests a refund of a charge, in part or in full. Refunds that are requested already count: a charge
 * is never refunded beyond its amount.
 */
export async function requestRefund(
  db: WriteDb,
  { id = newId(), ...wish }: RefundWish,
  staffId: string,
): Promise<{ id: string; isNew: boolean }> {
  const order = await lockOrder(db, wish.order_id);
  const [existing] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (existing) {
    if (!isSame(existing, wish)) throw refundChanged();
    return { id, isNew: false };
  }
  const charge = (await chargesOf(db, wish.order_id)).find((one) => one.id === wish.charge_id);
  if (!charge) throw new AppError("not-found", "no such charge");
  if (order.status === "held" && charge.price_amount > 0) {
    throw new AppError("conflict", "cette commande attend encore le reste, annulez-la pour rendre");
  }
  if (!(wish.amount > 0 && wish.amount <= charge.left)) {
    throw new AppError("conflict", "il reste moins que ce montant à rendre");
  }
  const inserted = await db
    .insert(refunds)
    .values({
      ...wish,
      id,
      currency: charge.currency,
      source: "staff",
      reason: "staff",
      requested_by: staffId,
    })
    .onConflictDoNothing()
    .returning({ id: refunds.id });
  if (inserted.length === 0) throw refundChanged();
  await journalRefund(db, { ...wish, id }, charge, "requested", staffId);
  return { id, isNew: true };
}

const isSame = (refund: Refund, wish: Omit<RefundWish, "id">): boolean =>
  refund.order_id === wish.order_id &&
  refund.charge_id === wish.charge_id &&
  refund.amount === wish.amount;

/**
 * Approves a request, or begins the wait after which whoever asked may: gives the end of that wait.
 * @throws AppError 'conflict' when another person has to approve it.
 */
export async function approveRefund(
  db: WriteDb,
  id: string,
  staffId: string,
  now: Date,
): Promise<Date | undefined> {
  return approve(db, await lockRefund(db, id), staffId, now);
}

/** Withdraws a request that was made by mistake; the money can be requested again. */
export async function withdrawRefund(db: WriteDb, id: string, staffId: string): Promise<void> {
  const { refund, charge } = await lockRefund(db, id);
  if (refund.source !== "staff") throw refundChanged();
  await moveRefund(db, refund, ["requested"], { status: "withdrawn" });
  await journalRefund(db, refund, charge, "withdrawn", staffId);
}

/**
 * A refund made by hand: by whom, the operator's word for it, or the number of the receipt, and why a
 * provider was not waited for. Cash that has no receipt gets a number of ours, as a payment in cash does.
 */
export type ManualRefund = { staffId: string; operatorReference: string | null; decision?: string };

/**
 * Records a refund that staff made by hand at the operator: one that was approved and never sent, or that
 * the provider refused for good. While the provider may still return the money, only with a reason.
 * @throws AppError 'conflict'
 */
export async function recordManualRefund(
  db: WriteDb,
  id: string,
  manual: ManualRefund,
  now: Date,
): Promise<void> {
  const { refund, charge, order } = await lockRefund(db, id);
  const { status, amount } = refund;
  await assertNoDiscrepancy(db, charge.payment_id);
  const doubtful = isUncertain(status);
  if (doubtful && !manual.decision) throw new AppError("conflict", STILL_DOUBTFUL);
  if (status === "sending") throw new AppError("conflict", UNDER_WAY);
  if (status === "requested") throw new AppError("conflict", "approuvez d’abord ce remboursement");
  // A refused refund was requested anew: the one made by hand replaces it.
  if (status === "failed") await withdrawSuccessors(db, refund, charge);
  const remaining = (await chargesOf(db, order.id)).find((one) => one.id === charge.id)?.left ?? 0;
  if (status === "failed" && remaining < amount) {
    throw new AppError("conflict", "il reste moins que ce montant à rendre");
  }
  const inCash = charge.provider === FEDERATION && charge.means === "cash";
  if (!inCash && !manual.operatorReference) {
    throw new AppError("conflict", "la référence de l’opérateur est requise");
  }
  const { operatorReference: number } = manual;
  if (number && (await isRefundUnder(db, number))) {
    throw new AppError("conflict", `la transaction ${number} est déjà enregistrée`);
  }
  const record = {
    operator_reference: manual.operatorReference ?? merchantRef(refund.id),
    recorded_by: manual.staffId,
    decision: doubtful ? manual.decision : null,
  };
  await finishRefund(db, order, refund, charge, RECORDABLE_STATUSES, record, now);
  if (inCash) await bookInTill(db, manual.staffId, { kind: "refund", txnId: refund.id });
}

const STILL_DOUBTFUL =
  "le prestataire peut encore rendre cette somme, attendez sa réponse ou dites pourquoi vous ne l’attendez pas";
const UNDER_WAY = "ce remboursement est en cours d’envoi, attendez la réponse du prestataire";

async function withdrawSuccessors(
  db: WriteDb,
  { id }: Refund,
  charge: RemainingCharge,
): Promise<void> {
  await db
    .update(refunds)
    .set({ status: "withdrawn" })
    .where(
      and(
        eq(refunds.charge_id, charge.id),
        or(eq(refunds.source, "system"), eq(refunds.replaces, id)),
        eq(refunds.status, "requested"),
      ),
    );
}

/** The money has been returned: books it, and updates the attempt and the order. */
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
    // What came by hand goes back by hand.
    ...(change.recorded_by &&
      charge.means && {
        means: charge.means,
        received_on: isoDay(now),
        booked_by: change.recorded_by,
      }),
  });
  await journalRefund(db, refund, charge, "done", change.recorded_by ?? "provider");
  const own = (await chargesOf(db, order.id)).filter(
    ({ payment_id }) => payment_id === charge.payment_id,
  );
  const all = own.every(({ returned, amount }) => returned >= amount);
  const [payment] = await db.select().from(payments).where(eq(payments.id, charge.payment_id));
  if (payment) {
    await advance(db, order, payment, all ? "fully_refunded" : "partly_refunded", {}, now);
  }
  await settle(db, order, now);
}

// How a refund goes from one state to the next.

export const refundChanged = () =>
  new AppError("conflict", "ce remboursement a changé entre-temps");

/** A refund with the charge that it gives back, and its order, which is locked. */
export type OpenRefund = { order: Order; refund: Refund; charge: RemainingCharge };

export async function lockRefund(db: WriteDb, id: string): Promise<OpenRefund> {
  const [row] = await db
    .select({ order_id: refunds.order_id })
    .from(refunds)
    .where(eq(refunds.id, id));
  if (!row) throw new AppError("not-found", "no such refund");
  const order = await lockOrder(db, row.order_id);
  const [refund] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id)));
  const charges = await chargesOf(db, order.id);
  const charge = charges.find(({ id: chargeId }) => chargeId === refund?.charge_id);
  if (!refund || !charge) throw new AppError("not-found", "no such refund");
  needSeen(db, [refund]);
  return { order, refund, charge };
}

/**
 * Moves a refund, whose order is locked, out of one of these states. The job that sends takes refunds
 * without that lock, so the statement itself asks for the state.
 */
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

/** Records in the journal what became of a refund, and who did it; without anybody, the rule did. */
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

/** Of these the money may have left already. */
const MONEY_DISCREPANCIES = DISCREPANCIES.filter((doubt) => doubt !== "unreadable");

/** The attempts whose money may have left already. */
export const hasMoneyDiscrepancy = inArray(payments.doubt, MONEY_DISCREPANCIES);

/** Whether nothing of an attempt's money is to be paid out, since it may have left already. */
export async function hasDiscrepancy(db: WriteDb, paymentId: string): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.id, paymentId), hasMoneyDiscrepancy));
  return rows.length > 0;
}

export const DISCREPANCY_MESSAGE =
  "selon l’opérateur ce paiement n’est plus chez nous, dites d’abord ce qu’il en est";

/** @throws AppError 'conflict' */
export async function assertNoDiscrepancy(db: WriteDb, paymentId: string): Promise<void> {
  if (await hasDiscrepancy(db, paymentId)) throw new AppError("conflict", DISCREPANCY_MESSAGE);
}
