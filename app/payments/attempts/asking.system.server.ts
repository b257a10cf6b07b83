import { eq } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { orderAt } from "../orders/orders.operations.server.ts";
import type { PaymentAddress } from "../page/payment-view.ts";
import type { QueryAnswer } from "../providers/provider.ts";
import { refunds } from "../refunds/refunds.table.server.ts";
import { pollOrder } from "./polling.system.server.ts";

/** However often somebody presses, an operator is asked about an order no more often than this. */
const ASK_AGAIN_MS = 10_000;

/** Asks the operators about all that was ever begun for an order. Gives the answers; none where there was no need. */
export const askAboutOrder = (orderId: string, now: Date): Promise<QueryAnswer["state"][]> =>
  pollOrder(orderId, now, { kind: "sent", notSince: new Date(now.getTime() - ASK_AGAIN_MS) });

/** The same for whoever has the address of its page. */
export async function askAtPage(address: PaymentAddress, now: Date): Promise<void> {
  const order = await asSystem("payments.read", (db) => orderAt(db, address));
  if (order) await askAboutOrder(order.id, now);
}

/** The same about the order of a refund, before it is let go. */
export async function askAboutRefund(refundId: string, now: Date): Promise<QueryAnswer["state"][]> {
  const [row] = await asSystem("payments.read", (db) =>
    db.select({ order_id: refunds.order_id }).from(refunds).where(eq(refunds.id, refundId)),
  );
  return row ? askAboutOrder(row.order_id, now) : [];
}
