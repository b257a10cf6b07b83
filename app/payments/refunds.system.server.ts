import { and, eq, inArray } from "drizzle-orm";
import { AppError } from "../core/errors.ts";
import { newId } from "../core/id.server.ts";
import { advance } from "./attempts.system.server.ts";
import type { MoneyDb } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import { payments } from "./payments.table.server.ts";
import { providerById } from "./provider.ts";
import { ledgerEntries, type Refund, refunds } from "./refunds.table.server.ts";
import { isDoubtful, RECORDED_STATUSES, type RefundStatus } from "./refunds.ts";
import { chargesOf, journal, lockOrder, settle } from "./settlement.system.server.ts";
import type { ChargeLeft } from "./settlement.ts";

/** The part of a charge to refund; `id` is that of the form, so that sending it twice makes one request. */
export type RefundWish = { id?: string; order_id: string; charge_id: string; amount: number };

/**
 * Requests a refund of a charge, in part or in full. Refunds that are requested already count: a charge
 * is never refunded beyond its amount.
 */
export async function requestRefund(
  db: MoneyDb,
  { id = newId(), ...wish }: RefundWish,
  staffId: string,
): Promise<{ id: string; isNew: boolean }> {
  await lockOrder(db, wish.order_id);
  const [known] = await db.select().from(refunds).where(eq(refunds.id, id));
  if (known) {
    if (!isSame(known, wish)) throw changed();
    return { id, isNew: false };
  }
  const charge = (await chargesOf(db, wish.order_id)).find((one) => one.id === wish.charge_id);
  if (!charge) throw new AppError("not-found", "no such charge");
  if (!(wish.amount > 0 && wish.amount <= charge.left)) {
    throw new AppError("conflict", "il reste moins que ce montant à rendre");
  }
  const made = await db
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
  if (made.length === 0) throw changed();
  await note(db, { ...wish, id }, charge, "requested", staffId);
  return { id, isNew: true };
}

const isSame = (refund: Refund, wish: Omit<RefundWish, "id">): boolean =>
  refund.order_id === wish.order_id &&
  refund.charge_id === wish.charge_id &&
  refund.amount === wish.amount;

/** Approves a request. A job sends it where the provider can; otherwise staff make and record it. */
export async function approveRefund(
  db: MoneyDb,
  id: string,
  staffId: string,
  now: Date,
): Promise<void> {
  const { refund, charge } = await lockRefund(db, id);
  const byApi = providerById(charge.provider)?.refund !== undefined;
  const change = { approved_by: staffId, next_try_at: byApi ? now : null };
  await moveRefund(db, refund, ["requested"], { ...change, status: "approved" });
  await note(db, refund, charge, "approved", staffId);
}

/** Withdraws a request that was made by mistake; the money can be requested again. */
export async function withdrawRefund(db: MoneyDb, id: string, staffId: string): Promise<void> {
  const { refund, charge } = await lockRefund(db, id);
  if (refund.source !== "staff") throw changed();
  await moveRefund(db, refund, ["requested"], { status: "withdrawn" });
  await note(db, refund, charge, "withdrawn", staffId);
}

/** A refund made by hand: by whom, the operator's word for it, and why a provider was not waited for. */
export type ManualRefund = { staffId: string; operatorReference: string; decision?: string };

/**
 * Records a refund that staff made by hand at the operator: one that was approved and never sent, or that
 * the provider refused for good. While the provider may still return the money, only with a reason.
 * @throws AppError 'conflict'
 */
export async function recordManualRefund(
  db: MoneyDb,
  id: string,
  made: ManualRefund,
  now: Date,
): Promise<void> {
  const { refund, charge, order } = await lockRefund(db, id);
  const { status, amount } = refund;
  const doubtful = isDoubtful(status);
  if (doubtful && !made.decision) throw new AppError("conflict", STILL_DOUBTFUL);
  if (status === "sending") throw new AppError("conflict", UNDER_WAY);
  if (status === "requested") throw new AppError("conflict", "approuvez d’abord ce remboursement");
  // The product requested a refused refund anew: the one made by hand replaces it.
  if (status === "failed") await withdrawSuccessors(db, charge);
  const left = (await chargesOf(db, order.id)).find((one) => one.id === charge.id)?.left ?? 0;
  if (status === "failed" && left < amount) {
    throw new AppError("conflict", "il reste moins que ce montant à rendre");
  }
  const record = {
    operator_reference: made.operatorReference,
    recorded_by: made.staffId,
    decision: doubtful ? made.decision : null,
  };
  await finishRefund(db, order, refund, charge, RECORDED_STATUSES, record, now);
}

const STILL_DOUBTFUL =
  "le prestataire peut encore rendre cette somme, attendez sa réponse ou dites pourquoi vous ne l’attendez pas";
const UNDER_WAY = "ce remboursement est en cours d’envoi, attendez la réponse du prestataire";
const changed = () => new AppError("conflict", "ce remboursement a changé entre-temps");

async function withdrawSuccessors(db: MoneyDb, charge: ChargeLeft): Promise<void> {
  await db
    .update(refunds)
    .set({ status: "withdrawn" })
    .where(
      and(
        eq(refunds.charge_id, charge.id),
        eq(refunds.source, "system"),
        eq(refunds.status, "requested"),
      ),
    );
}

/**
 * Moves a refund, whose order is locked, out of one of these states. The job that sends takes refunds
 * without that lock, so the statement itself asks for the state.
 */
export async function moveRefund(
  db: MoneyDb,
  { id }: Pick<Refund, "id">,
  from: readonly RefundStatus[],
  change: Partial<Refund>,
): Promise<void> {
  const moved = await db
    .update(refunds)
    .set(change)
    .where(and(eq(refunds.id, id), inArray(refunds.status, [...from])))
    .returning({ id: refunds.id });
  if (moved.length === 0) throw changed();
}

type Step = "requested" | "approved" | "withdrawn" | "done";

/** Records in the journal what became of a refund, and who did it. */
function note(
  db: MoneyDb,
  refund: Pick<Refund, "id" | "order_id">,
  charge: ChargeLeft,
  step: Step,
  by: string,
): Promise<void> {
  const { order_id, id } = refund;
  return journal(db, { order_id, payment_id: charge.payment_id, body: { refund: id, step, by } });
}

/** The money has been returned: books it, and updates the attempt and the order. */
export async function finishRefund(
  db: MoneyDb,
  order: Order,
  refund: Refund,
  charge: ChargeLeft,
  from: readonly RefundStatus[],
  change: Partial<Refund>,
  now: Date,
): Promise<void> {
  const done = { status: "done" as const, done_at: now, next_try_at: null };
  await moveRefund(db, refund, from, { ...change, ...done });
  await db.insert(ledgerEntries).values({
    order_id: order.id,
    payment_id: charge.payment_id,
    kind: "refund",
    provider: charge.provider,
    provider_txn_id: refund.id,
    amount: -refund.amount,
    currency: refund.currency,
    price_amount: -Math.round((charge.price_amount * refund.amount) / charge.amount),
  });
  await note(db, refund, charge, "done", change.recorded_by ?? "provider");
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

export async function lockRefund(
  db: MoneyDb,
  id: string,
): Promise<{ order: Order; refund: Refund; charge: ChargeLeft }> {
  const [found] = await db
    .select({ order_id: refunds.order_id })
    .from(refunds)
    .where(eq(refunds.id, id));
  if (!found) throw new AppError("not-found", "no such refund");
  const order = await lockOrder(db, found.order_id);
  const [refund] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id)));
  const charges = await chargesOf(db, order.id);
  const charge = charges.find(({ id: chargeId }) => chargeId === refund?.charge_id);
  if (!refund || !charge) throw new AppError("not-found", "no such refund");
  return { order, refund, charge };
}
