import { and, count, eq, ne } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { mayWriteTo, queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { journal, lockOrder } from "../ledger/settlement.operations.server.ts";
import { fulfilmentOf } from "../orders/fulfilment.ts";
import { orderByToken } from "../orders/orders.operations.server.ts";
import { offlinePaymentChosenMail } from "../payments.mail.ts";
import { transferClaims } from "../payments.table.server.ts";
import { normaliseTransactionNumber, type Operator } from "../providers/payment-methods.ts";
import { isEndedTest } from "../providers/provider.ts";
import { offlineOrder, switchToOffline } from "./offline-payment.operations.server.ts";
import { extendHoldForClaim, findChargeByNumber } from "./transfer-claims.operations.server.ts";

/**
 * The payer chooses to pay at the federation: the hold is extended for the desk. Repeated, it changes nothing.
 */
export async function chooseOfflinePayment(token: string, now: Date): Promise<void> {
  await asSystem("payments.by-hand", async (db) => {
    const found = await orderByToken(db, token);
    const order = found && (await lockOrder(db, found.id));
    if (order?.status !== "held" || order.by_hand || isEndedTest(order)) return;
    // The hold has ended, although the job has not expired the order yet.
    if (order.hold_expires_at && order.hold_expires_at <= now) return;
    const check = { channel: "online", now, lock: true } as const;
    if ((await fulfilmentOf(order.kind).payable(db, order, check)) !== "ok") return;
    const chosen = await switchToOffline(db, order, now);
    await journal(db, { order_id: order.id, body: { by_hand: true } });
    if (!mayWriteTo(order.payer_email)) return;
    const mail = offlinePaymentChosenMail(await offlineOrder(db, chosen, now));
    await queueMail(db, withKey(mail, order.id));
  });
}

/** Several people may pay one order together, but nobody may fill the list of staff. */
const MOST_OPEN = 5;

/** `known`: announced or booked already, for this order or another. */
export type ClaimResult = "announced" | "known" | "closed" | "too-many";

/** The payer announces a transfer for an order: it counts once staff confirm it. */
export function claimTransfer(
  token: string,
  transfer: { operator: Operator; number: string },
  now = currentTime(),
): Promise<ClaimResult> {
  return asSystem("payments.announce", async (db) => {
    const seen = await orderByToken(db, token);
    const order = seen && (await lockOrder(db, seen.id));
    // Money that was sent in time may be announced after the deadline.
    if (!order || !(["held", "expired"].includes(order.status) || order.owes)) return "closed";
    if (isEndedTest(order)) return "closed";
    const { operator } = transfer;
    const transaction_number = normaliseTransactionNumber(transfer.number);
    if (await findChargeByNumber(db, transaction_number, order.mode)) return "known";
    const [open] = await db
      .select({ count: count() })
      .from(transferClaims)
      .where(and(eq(transferClaims.order_id, order.id), ne(transferClaims.status, "confirmed")));
    if ((open?.count ?? 0) >= MOST_OPEN) return "too-many";
    const rows = await db
      .insert(transferClaims)
      .values({ order_id: order.id, operator, transaction_number })
      .onConflictDoNothing()
      .returning({ id: transferClaims.id });
    if (rows.length === 0) return "known";
    await journal(db, { order_id: order.id, body: { announced: "announced" } });
    await extendHoldForClaim(db, order, now);
    return "announced";
  });
}
