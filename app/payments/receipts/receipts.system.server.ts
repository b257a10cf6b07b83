import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { mayWriteTo } from "../../mail/outbox.visitor.server.ts";
import { orderAt } from "../orders/orders.operations.server.ts";
import type { PaymentAddress } from "../page/payment-view.ts";
import { findReceipt, queueReceipt } from "./receipts.operations.server.ts";
import { isReceiptNumber, type Receipt } from "./receipts.ts";

/**
 * A receipt at the address of its order's holder, of that order alone; or of what somebody else paid at the address for
 * them, without the holder's e-mail and link.
 */
export function readReceipt(address: PaymentAddress, number: string): Promise<Receipt | undefined> {
  const { token, shared } = address;
  return asSystem("payments.receipt", async (db) => {
    const order = isReceiptNumber(number) ? await orderAt(db, address) : undefined;
    const receipt = order && (await findReceipt(db, number, { orderId: order.id, shared }));
    return receipt && shared ? { ...receipt, payer_email: "", token } : receipt;
  });
}

/** Mails it to the address of the order, whoever asks. */
export async function mailReceipt(
  address: PaymentAddress,
  number: string,
  now = currentTime(),
): Promise<boolean> {
  const receipt = await readReceipt(address, number);
  if (!receipt || receipt.payer_email === "" || !isMailConfigured()) return false;
  if (!mayWriteTo(receipt.payer_email)) return false;
  await asSystem("payments.receipt", (db) => queueReceipt(db, receipt, now));
  return true;
}
