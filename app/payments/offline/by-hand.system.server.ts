import { asSystem } from "../../core/database/doors/doors.server.ts";
import { mayWriteTo, queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { journal, lockOrder } from "../ledger/settlement.operations.server.ts";
import { fulfilmentOf } from "../orders/fulfilment.ts";
import { orderByToken } from "../orders/orders.operations.server.ts";
import { siteMode } from "../providers/provider.ts";
import { byHandChosenMail } from "./by-hand.mail.ts";
import { byHandOrder, waitForDesk } from "./by-hand.operations.server.ts";

/**
 * Its payer chooses to pay an order at the federation: the place is kept as long as the desk needs, never
 * shorter than before. Chosen again, it changes nothing.
 */
export async function chooseByHand(token: string, now: Date): Promise<void> {
  await asSystem("payments.by-hand", async (db) => {
    const found = await orderByToken(db, token);
    const order = found && (await lockOrder(db, found.id));
    if (order?.status !== "held" || order.by_hand || order.mode !== siteMode()) return;
    // Over, though the job that says so has not come by.
    if (order.hold_expires_at && order.hold_expires_at <= now) return;
    const check = { channel: "online", now, lock: true } as const;
    if ((await fulfilmentOf(order.kind).payable(db, order, check)) !== "ok") return;
    const chosen = await waitForDesk(db, order, now);
    await journal(db, { order_id: order.id, body: { by_hand: true } });
    if (!mayWriteTo(order.payer_email)) return;
    const mail = byHandChosenMail(await byHandOrder(db, chosen, now));
    await queueMail(db, withKey(mail, order.id));
  });
}
