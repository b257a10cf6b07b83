import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { mayWriteTo } from "../../mail/outbox.visitor.server.ts";
import { orderByToken } from "../orders/orders.operations.server.ts";
import { findReceipt, queueReceipt } from "./receipts.operations.server.ts";
import { isReceiptNumber, type Receipt } from "./receipts.ts";

/** A receipt at the address of its order's holder: of that order alone. */
export function readReceipt(token: string, number: string): Promise<Receipt | undefined> {
  return asSystem("payments.receipt", async (db) => {
    const order = isReceiptNumber(number) ? await orderByToken(db, token) : undefined;
    return order && findReceipt(db, number, order.id);
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
