import { and, count, eq, ne } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { journal, lockOrder } from "../ledger/settlement.operations.server.ts";
import { orderByToken } from "../orders/orders.operations.server.ts";
import { type Operator, transactionNumber } from "../providers/payment-methods.ts";
import { siteMode } from "../providers/provider.ts";
import { keepForTransfer } from "./announced-transfers.operations.server.ts";
import { announcedTransfers } from "./announced-transfers.table.server.ts";
import { chargeUnder } from "./operator-numbers.operations.server.ts";

/** Several people may pay one order together; nobody fills our list. */
const MOST_OPEN = 5;

/** `known`: it is announced or booked already, here or elsewhere. */
export type Announcement = "announced" | "known" | "closed" | "too-many";

/** Its payer says that they sent the money of an order: nothing is paid by it before staff have seen it. */
export function announceTransfer(
  token: string,
  transfer: { operator: Operator; number: string },
  now = currentTime(),
): Promise<Announcement> {
  return asSystem("payments.announce", async (db) => {
    const seen = await orderByToken(db, token);
    const order = seen && (await lockOrder(db, seen.id));
    // Money that left in time may be announced when the time is over.
    if (!order || !(["held", "expired"].includes(order.status) || order.owes)) return "closed";
    if (order.mode !== siteMode()) return "closed";
    const { operator } = transfer;
    const transaction_number = transactionNumber(transfer.number);
    if (await chargeUnder(db, transaction_number, order.mode)) return "known";
    const [open] = await db
      .select({ count: count() })
      .from(announcedTransfers)
      .where(
        and(eq(announcedTransfers.order_id, order.id), ne(announcedTransfers.status, "confirmed")),
      );
    if ((open?.count ?? 0) >= MOST_OPEN) return "too-many";
    const rows = await db
      .insert(announcedTransfers)
      .values({ order_id: order.id, operator, transaction_number })
      .onConflictDoNothing()
      .returning({ id: announcedTransfers.id });
    if (rows.length === 0) return "known";
    await journal(db, { order_id: order.id, body: { announced: "announced" } });
    await keepForTransfer(db, order, now);
    return "announced";
  });
}
