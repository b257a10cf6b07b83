import { and, eq, inArray } from "drizzle-orm";
import { currentTime } from "../../core/process/clock.ts";
import type { Currency } from "../../i18n/format.ts";
import { refunds } from "../ledger/ledger.table.server.ts";
import type { RefundRequester } from "../ledger/settlement.operations.server.ts";
import { approveByRule, listReturns } from "../refunds/approval.operations.server.ts";
import type { WriteDb } from "./fulfilment.ts";
import { cancelOrder } from "./orders.operations.server.ts";

type Returned = {
  /** What goes back, in minor units. */
  sums: { amount: number; currency: Currency }[];
  /** Whether some of it waits for somebody to let it go. */
  waits: boolean;
};

/**
 * Cancels an order whose money the terms give back whole. What may go by itself goes; without `mayGo` all of it
 * waits. Twice, it changes nothing more.
 */
export async function cancelAndRefund(
  db: WriteDb,
  orderId: string,
  { asker, mayGo }: { asker: RefundRequester; mayGo: boolean },
  now = currentTime(),
): Promise<Returned> {
  await cancelOrder(db, orderId, now, undefined, asker);
  if (mayGo) for (const open of await listReturns(db, orderId)) await approveByRule(db, open, now);
  const returns = await db
    .select()
    .from(refunds)
    .where(
      and(
        eq(refunds.order_id, orderId),
        inArray(refunds.status, ["requested", "approved", "sending", "done"]),
      ),
    );
  return {
    sums: returns.map(({ amount, currency }) => ({ amount, currency: currency as Currency })),
    waits: returns.some(({ status }) => status === "requested"),
  };
}
