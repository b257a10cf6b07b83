import { and, eq } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { lockOrder } from "../ledger/settlement.operations.server.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import {
  cancelOrder,
  hasOpenClaim,
  isBeingPaid,
  orderAt,
  orderByToken,
} from "../orders/orders.operations.server.ts";
import { orders, type Payment, payments } from "../payments.table.server.ts";
import { providerOf } from "../providers/provider.ts";
import { advance, callProvider, lockPayment, providerRequest } from "./attempts.system.server.ts";
import { requestSignal, STOP_ASKED } from "./payments.ts";
import { pollOrder } from "./polling.system.server.ts";

/**
 * Stops the unpaid attempts of a payer who changed their mind, where the provider can. On the shared page, only
 * attempts that were started there.
 */
export async function stopPaying(
  token: string,
  now: Date,
  { shared = false }: { shared?: boolean } = {},
): Promise<void> {
  const order = await asSystem("payments.read", (db) => orderAt(db, { token, shared }));
  if (order) await stopAttempts(order.id, now, shared);
}

/**
 * Cancels an unpaid order for its payer, unless money may be on its way: an attempt that may still be paid, or a transfer
 * that they declared. Their page then says that we wait.
 */
export async function giveUpOrder(token: string, now: Date): Promise<void> {
  const order = await asSystem("payments.read", (db) => orderByToken(db, token));
  if (!order) return;
  await stopAttempts(order.id, now);
  await asSystem("payments.give-up", (db) => cancelUnpaid(db, order.id, now));
}

async function cancelUnpaid(db: WriteDb, orderId: string, now: Date): Promise<void> {
  const order = await lockOrder(db, orderId);
  if (order.status !== "held") return;
  if ((await isBeingPaid(db, orderId)) || (await hasOpenClaim(db, orderId))) return;
  await cancelOrder(db, orderId, now, undefined, "holder");
}

/** Within the time of one request: the job stops the rest. */
async function stopAttempts(orderId: string, now: Date, sharedOnly = false): Promise<void> {
  const signal = requestSignal();
  await pollOrder(orderId, now, { signal, isStopping: true });
  const waiting = await asSystem("payments.read", (db) =>
    db
      .select()
      .from(payments)
      .innerJoin(orders, eq(orders.id, payments.order_id))
      .where(and(eq(payments.order_id, orderId), eq(payments.status, "pending"))),
  );
  await Promise.all(
    waiting.map(async ({ payments: payment, orders: order }) => {
      if (sharedOnly && !payment.shared) return undefined;
      const provider = providerOf(payment);
      if (provider?.isTakenByCaptureAlone) {
        return asSystem("payments.stop", (db) => cancelUncaptured(db, payment, now));
      }
      if (!provider?.cancel) return undefined;
      // Kept, so that the job repeats it for a provider that does not answer now.
      await asSystem("payments.stop", (db) => noteStop(db, payment));
      const attempt = providerRequest(order, payment);
      const cancel = async () => provider.cancel?.(attempt, signal);
      return callProvider("cancel", signal, cancel, undefined);
    }),
  );
  if (waiting.length > 0) await pollOrder(orderId, now, { signal, isStopping: true });
}

async function noteStop(db: WriteDb, waiting: Payment): Promise<void> {
  const { payment } = await lockPayment(db, waiting);
  if (payment.status !== "pending") return;
  await db.update(payments).set({ reason: STOP_ASKED }).where(eq(payments.id, payment.id));
}

/** Nothing is charged without our capture: a later approval by its payer is ignored. */
async function cancelUncaptured(db: WriteDb, waiting: Payment, now: Date): Promise<void> {
  const { order, payment } = await lockPayment(db, waiting);
  if (payment.status === "pending") await advance(db, order, payment, "cancelled", {}, now);
}
