import { and, eq } from "drizzle-orm";
import { AppError } from "../core/errors.ts";
import { newId } from "../core/id.server.ts";
import { fulfilmentOf, type WriteDb } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import { payments } from "./payments.table.server.ts";
import { FEDERATION, merchantRef } from "./payments.ts";
import { siteMode } from "./provider.ts";
import { book, journal, lockOrder, settle } from "./settlement.operations.server.ts";

/** A payment that staff received: who took it, the number of the receipt, and the key of the button. */
export type ManualPayment = { staffId: string; receipt: string | null; key?: string };

/** The number of a receipt that is already in the ledger. */
export class ReceiptKnown extends AppError {
  constructor(receipt: string) {
    super("conflict", `le reçu ${receipt} est déjà enregistré`);
  }
}

/**
 * Records that an order was paid at the federation, then does what follows any payment: ledger entry and
 * fulfilment. Pressing the same button twice counts once.
 * @throws AppError 'conflict' when what it pays for was ended or can no longer be given, or the receipt
 * is known, as ReceiptKnown: then no money is to be taken, and nothing is recorded.
 */
export async function recordManualPayment(
  db: WriteDb,
  orderId: string,
  { staffId, receipt, key = newId() }: ManualPayment,
  now: Date,
): Promise<Order> {
  const order = await lockOrder(db, orderId);
  if (await isRecorded(db, orderId, key)) return order;
  if (order.status !== "held" && order.status !== "expired") {
    throw new AppError("conflict", "cette commande n’attend plus de paiement");
  }
  if (order.mode !== siteMode()) {
    throw new AppError("conflict", "cette commande est un essai, n’encaissez pas");
  }
  const check = { channel: "desk", now, lock: true } as const;
  const answer = await fulfilmentOf(order.kind).payable(db, order, check);
  if (answer !== "ok") throw new AppError("conflict", `${answer.staff}, n’encaissez pas`);
  const id = newId();
  const charge = { amount: order.price_amount, currency: order.price_currency };
  const [payment] = await db
    .insert(payments)
    .values({
      id,
      order_id: order.id,
      request_key: key,
      provider: FEDERATION,
      merchant_ref: merchantRef(id),
      status: "succeeded",
      price_amount: charge.amount,
      price_currency: charge.currency,
      charge_amount: charge.amount,
      charge_currency: charge.currency,
      late: order.status !== "held",
      attempted_at: now,
      provider_expires_at: now,
      created_at: now,
    })
    .returning();
  if (!payment) throw new Error("no row came back");
  const txnId = receipt ?? payment.merchant_ref;
  if (!(await book(db, payment, [{ ...charge, txnId }]))) {
    throw new ReceiptKnown(txnId);
  }
  await journal(db, { order_id: order.id, payment_id: id, body: { receipt, by: staffId } });
  const settled = await settle(db, order, now);
  if (settled.status !== "confirmed") {
    throw new AppError("conflict", "ce qui est commandé ne peut plus être donné, n’encaissez pas");
  }
  return settled;
}

async function isRecorded(db: WriteDb, orderId: string, key: string): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.order_id, orderId), eq(payments.request_key, key)));
  return rows.length > 0;
}
