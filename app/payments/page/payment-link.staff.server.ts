import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { journal, lockOrder } from "../ledger/settlement.operations.server.ts";
import { assertTreasuryRole } from "../refunds/approval.operations.server.ts";

/**
 * Gives somebody of the staff the address of a payer's own page, to hand it on. It is in the log, and whoever was
 * given it does not let much of that money go.
 */
export async function showPaymentLink(db: StaffDb, orderId: string): Promise<string> {
  await assertTreasuryRole(db, db.staffId, "donner le lien du payeur");
  const order = await lockOrder(db, orderId);
  await journal(db, { order_id: order.id, body: { link: "payment", by: db.staffId } });
  await audit(db, {
    action: "orders.show-link",
    entity: "orders",
    entity_id: order.id,
    label: order.payer_name,
  });
  return `/payments/${order.token}`;
}
