import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { mayWriteTo } from "../../mail/outbox.visitor.server.ts";
import { orderAt } from "../orders/orders.operations.server.ts";
import { paymentPath } from "../page/payment-view.ts";
import { findReceipt, queueReceipt } from "./receipts.operations.server.ts";
import { isReceiptNumber, type Receipt } from "./receipts.ts";

/**
 * A receipt by the token of its order's holder, of that order alone; or of what somebody else paid by the token for them,
 * without the holder's e-mail and link. `page`: where it was paid.
 */
export function readReceipt(
  token: string,
  number: string,
): Promise<(Receipt & { page: string }) | undefined> {
  return asSystem("payments.receipt", async (db) => {
    if (!isReceiptNumber(number)) return undefined;
    for (const address of [
      { token, shared: false },
      { token, shared: true },
    ]) {
      const order = await orderAt(db, address);
      const { shared } = address;
      const receipt = order && (await findReceipt(db, number, { orderId: order.id, shared }));
      const page = paymentPath(address);
      if (receipt) return { ...receipt, ...(shared && { payer_email: "", token }), page };
    }
    return undefined;
  });
}

/** Mails it to the address of the order, whoever asks. */
export async function mailReceipt(
  token: string,
  number: string,
  now = currentTime(),
): Promise<boolean> {
  const receipt = await readReceipt(token, number);
  if (!receipt || receipt.payer_email === "" || !isMailConfigured()) return false;
  if (!mayWriteTo(receipt.payer_email)) return false;
  await asSystem("payments.receipt", (db) => queueReceipt(db, receipt, now));
  return true;
}
