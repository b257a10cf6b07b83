import { and, eq, inArray } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import type { Currency } from "../i18n/format.ts";
import type { WriteDb } from "./fulfilment.ts";
import { cancelOrder } from "./orders.operations.server.ts";
import { approveRefund } from "./refunds.operations.server.ts";
import { refunds } from "./refunds.table.server.ts";

type Sum = { amount: number; currency: Currency };

/**
 * Cancels an order whose money the rule gives back whole, by somebody's decision: that approves each return
 * that it asks for. Gives the sums that go back, in minor units. Twice, it changes nothing more.
 */
export async function cancelAndReturn(
  db: WriteDb,
  orderId: string,
  decidedBy: string,
  now = currentTime(),
): Promise<Sum[]> {
  await cancelOrder(db, orderId, now);
  const returns = await db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, orderId),
        inArray(refunds.status, ["requested", "approved", "sending", "done"]),
      ),
    );
  for (const { id, status } of returns) {
    if (status === "requested") await approveRefund(db, id, decidedBy, now);
  }
  return returns.map(({ amount, currency }) => ({ amount, currency: currency as Currency }));
}
