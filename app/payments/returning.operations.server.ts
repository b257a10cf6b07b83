import { and, eq, inArray, ne } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import type { Currency } from "../i18n/format.ts";
import { isInDoubt } from "./doubts.operations.server.ts";
import type { WriteDb } from "./fulfilment.ts";
import { cancelOrder } from "./orders.operations.server.ts";
import { letGo, lockRefund } from "./refunds.operations.server.ts";
import { refunds } from "./refunds.table.server.ts";
import { lockOrder } from "./settlement.operations.server.ts";

type Sum = { amount: number; currency: Currency };

/** Who asked that money goes back, and who let it go: without the latter it waits. */
export type Decision = { requestedBy?: string; approvedBy?: string };

/**
 * Cancels an order whose money the rule gives back whole, by somebody's decision: that approves each return
 * that it asks for. Gives the sums that go back, in minor units. Twice, it changes nothing more.
 */
export async function cancelAndReturn(
  db: WriteDb,
  orderId: string,
  { requestedBy, approvedBy }: Decision,
  now = currentTime(),
): Promise<Sum[]> {
  await cancelOrder(db, orderId, now, undefined, requestedBy);
  if (approvedBy) await approveReturns(db, orderId, approvedBy, now);
  const returns = await db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, orderId),
        inArray(refunds.status, ["requested", "approved", "sending", "done"]),
      ),
    );
  return returns.map(({ amount, currency }) => ({ amount, currency: currency as Currency }));
}

/**
 * Lets go all that an order asks to give back, by a decision that was taken for it and others together. What staff
 * asked for by itself has its own approval.
 */
export async function approveReturns(
  db: WriteDb,
  orderId: string,
  approvedBy: string,
  now = currentTime(),
): Promise<void> {
  await lockOrder(db, orderId);
  const requested = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, orderId),
        eq(refunds.status, "requested"),
        ne(refunds.reason, "staff"),
      ),
    );
  for (const { id } of requested) {
    const { refund, charge } = await lockRefund(db, id);
    // It waits until people have looked at what its provider says.
    if (await isInDoubt(db, charge.payment_id)) continue;
    await letGo(db, { refund, charge }, approvedBy, now);
  }
}
