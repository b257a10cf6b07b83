import { and, eq, inArray } from "drizzle-orm";
import { AppError } from "../../core/values/errors.ts";
import { needSeen } from "../../records/seen.operations.server.ts";
import { chargesOf, journal, lockOrder } from "../ledger/settlement.operations.server.ts";
import type { RemainingCharge } from "../ledger/settlement.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { type Refund, refunds } from "./refunds.table.server.ts";
import type { RefundStatus } from "./refunds.ts";

// How a refund goes from one state to the next.

export const changedMeanwhile = () =>
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
  if (rows.length === 0) throw changedMeanwhile();
}

type Step = "requested" | "approved" | "withdrawn" | "done";

/** Records in the journal what became of a refund, and who did it; without anybody, the rule did. */
export function noteRefund(
  db: WriteDb,
  refund: Pick<Refund, "id" | "order_id">,
  charge: RemainingCharge,
  step: Step,
  by?: string,
): Promise<void> {
  const { order_id, id } = refund;
  return journal(db, { order_id, payment_id: charge.payment_id, body: { refund: id, step, by } });
}
