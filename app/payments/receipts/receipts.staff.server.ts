import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import { isMailConfigured } from "../../mail/mail.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { findReceipt, queueReceipt } from "./receipts.operations.server.ts";

/**
 * Mails a receipt to the address of its order.
 * @throws AppError 'conflict' when there is no address, or no mail leaves.
 */
export async function sendReceipt(
  db: StaffDb,
  number: string,
  now = currentTime(),
): Promise<string> {
  const receipt = await findReceipt(db, number);
  if (!receipt) throw new AppError("not-found", "no such receipt");
  const { payer_email, payer_name, order_id } = receipt;
  if (payer_email === "")
    throw new AppError("conflict", "cette commande n’a plus d’adresse e-mail");
  if (!isMailConfigured()) {
    throw new AppError("conflict", "ce site ne peut pas envoyer d’e-mail, imprimez le reçu");
  }
  await queueReceipt(db, receipt, now);
  await audit(db, {
    action: "orders.send-receipt",
    entity: "orders",
    entity_id: order_id,
    label: `${payer_name} : ${number}`,
  });
  return payer_email;
}
