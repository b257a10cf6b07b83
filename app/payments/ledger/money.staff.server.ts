import { eq } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatAmount } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { lockPayment } from "../attempts/attempts.system.server.ts";
import { type Discrepancy, mayHaveLeft, type Verdict } from "../attempts/discrepancies.ts";
import { payments } from "../attempts/payments.table.server.ts";
import {
  type ManualPayment,
  recordManualPayment,
} from "../offline/manual-payments.operations.server.ts";
import { cancelOrder } from "../orders/orders.operations.server.ts";
import { type Order, orders } from "../orders/orders.table.server.ts";
import { assertTreasuryRole } from "../refunds/approval.operations.server.ts";
import { bookMoneyGone } from "../refunds/provider-side-refunds.operations.server.ts";
import type { ManualRefund, RefundWish } from "../refunds/refunds.operations.server.ts";
import * as refundOperations from "../refunds/refunds.operations.server.ts";
import * as corrections from "./corrections.operations.server.ts";
import {
  type BookingCorrection,
  type CorrectionResult,
  correctBooking,
} from "./corrections.operations.server.ts";
import { refunds } from "./ledger.table.server.ts";
import { journal, lockOrder } from "./settlement.operations.server.ts";

/** What staff do with money, each with its entry in the log. */

/** What the log calls money: whose it is, and how much. */
const labelOf = (payer: string, amount: number, currency: string) =>
  `${payer} : ${formatAmount("fr", amount, currency)}`;

/** Records a payment that staff took for an order. */
export async function takeCash(
  db: StaffDb,
  orderId: string,
  payment: Omit<ManualPayment, "staffId">,
  now = currentTime(),
): Promise<void> {
  const { staffId } = db;
  // Other screens than those of the payments take money too.
  await assertTreasuryRole(db, staffId, "encaisser");
  const { order, booked } = await recordManualPayment(db, orderId, { ...payment, staffId }, now);
  // Pressed twice, it stands in the log once.
  if (!booked) return;
  const { means, received_on, receipt } = payment;
  const { charge_amount: amount, charge_currency: currency } = booked;
  await audit(db, {
    action: "orders.cash",
    entity: "orders",
    entity_id: order.id,
    label: labelOf(order.payer_name, amount, currency),
    after: {
      amount,
      currency,
      receipt,
      ...(means && { means }),
      ...(received_on && { received_on }),
    },
  });
}

/** Takes back what was booked wrongly, or asks a second person to agree. No money moves by it. */
export async function correctCash(
  db: StaffDb,
  orderId: string,
  correction: Pick<BookingCorrection, "charge_id" | "reason">,
  now = currentTime(),
): Promise<CorrectionResult["outcome"]> {
  const { staffId } = db;
  const made = await correctBooking(db, orderId, { ...correction, staffId }, now);
  const verb = made.outcome === "asked" ? "ask-correction" : "correct";
  await auditCorrection(db, verb, made.order, { reason: correction.reason });
  return made.outcome;
}

/** Agrees to a correction that waits for a second person. Gives the moment from which that is possible, if not now. */
export async function approveCorrection(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Date | undefined> {
  const { order, wait } = await corrections.approveCorrection(db, id, db.staffId, now);
  await auditCorrection(db, wait ? "wait-correction" : "approve-correction", order);
  return wait;
}

/** Gives up a correction that waits. */
export async function withdrawCorrection(db: StaffDb, id: string): Promise<void> {
  const order = await corrections.withdrawCorrection(db, id, db.staffId);
  await auditCorrection(db, "withdraw-correction", order);
}

const auditCorrection = (
  db: StaffDb,
  verb:
    | "correct"
    | "ask-correction"
    | "wait-correction"
    | "approve-correction"
    | "withdraw-correction",
  { id: entity_id, payer_name, price_amount, price_currency }: Order,
  after?: Record<string, unknown>,
) =>
  audit(db, {
    action: `orders.${verb}`,
    entity: "orders",
    entity_id,
    label: labelOf(payer_name, price_amount, price_currency),
    after,
  });

/**
 * Cancels an order that nobody has paid. A place that was held for it is given up, and whoever was to pay
 * is told.
 * @throws AppError 'conflict' when it was paid or closed meanwhile.
 */
export async function cancelUnpaid(
  db: StaffDb,
  orderId: string,
  now = currentTime(),
): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (order.status !== "held") {
    throw new AppError("conflict", "cette commande n’attend plus de paiement");
  }
  await cancelOrder(db, orderId, now, db.staffId);
  await audit(db, {
    action: "orders.cancel",
    entity: "orders",
    entity_id: order.id,
    label: labelOf(order.payer_name, order.price_amount, order.price_currency),
  });
}

/** Requests a refund. No money moves before it is approved. */
export async function requestRefund(db: StaffDb, wish: RefundWish): Promise<string> {
  const { id, isNew } = await refundOperations.requestRefund(db, wish, db.staffId);
  if (isNew) await auditRefund(db, "request", id);
  return id;
}

/**
 * Approves a refund: then a job sends it through the provider, or staff make it by hand and record it. Gives
 * the moment from which it can be approved, when that is not now.
 */
export async function approveRefund(
  db: StaffDb,
  id: string,
  now = currentTime(),
): Promise<Date | undefined> {
  const wait = await refundOperations.approveRefund(db, id, db.staffId, now);
  await auditRefund(db, wait ? "wait" : "approve", id);
  return wait;
}

/** Withdraws a refund that was requested by mistake. */
export async function withdrawRefund(db: StaffDb, id: string): Promise<void> {
  await refundOperations.withdrawRefund(db, id, db.staffId);
  await auditRefund(db, "withdraw", id);
}

/** Records that staff returned the money themselves, with the operator's reference. */
export async function recordRefund(
  db: StaffDb,
  id: string,
  { operatorReference, decision }: Omit<ManualRefund, "staffId">,
  now = currentTime(),
): Promise<void> {
  await refundOperations.recordManualRefund(
    db,
    id,
    { staffId: db.staffId, operatorReference, decision },
    now,
  );
  const more = { operator_reference: operatorReference, ...(decision && { decision }) };
  await auditRefund(db, "record", id, more);
}

async function auditRefund(
  db: StaffDb,
  verb: "request" | "wait" | "approve" | "withdraw" | "record",
  id: string,
  more: Record<string, unknown> = {},
): Promise<void> {
  const [row] = await db
    .select({ name: orders.payer_name, amount: refunds.amount, currency: refunds.currency })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .where(eq(refunds.id, id));
  if (!row) throw new AppError("not-found", "no such refund");
  const { name, amount, currency } = row;
  await audit(db, {
    action: `refunds.${verb}`,
    entity: "refunds",
    entity_id: id,
    label: labelOf(name, amount, currency),
    after: { amount, currency, ...more },
  });
}

/** What somebody found, of what they had before them. */
export type Finding = { doubt: Discrepancy; verdict: Verdict; reason: string };

/**
 * Ends a doubt by what somebody found. What left is booked as given back by the provider, and refunds that waited
 * for it are over. The same answer is not asked about again.
 * @throws AppError 'conflict' when it is another doubt by now, or none.
 */
export async function resolveDiscrepancy(
  db: StaffDb,
  id: string,
  { doubt, verdict, reason }: Finding,
  now = currentTime(),
): Promise<void> {
  const [seen] = await db.select().from(payments).where(eq(payments.id, id));
  if (!seen) throw new AppError("not-found", "no such payment");
  const { order, payment } = await lockPayment(db, seen);
  if (payment.doubt !== doubt || (verdict === "gone" && !mayHaveLeft(doubt))) {
    throw new AppError("conflict", "ce paiement a changé entre-temps, relisez-le");
  }
  await db
    .update(payments)
    .set({ doubt: null, doubt_settled: doubt, next_poll_at: now })
    .where(eq(payments.id, payment.id));
  const body = { doubt, verdict, reason, by: db.staffId };
  await journal(db, { order_id: order.id, payment_id: payment.id, body });
  if (verdict === "gone") await bookMoneyGone(db, payment, now);
  await audit(db, {
    action: "orders.doubt",
    entity: "orders",
    entity_id: order.id,
    label: `${order.payer_name}\u202f: ${formatAmount("fr", payment.charge_amount, payment.charge_currency)}`,
    after: { doubt, verdict, reason },
  });
}
