import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { journal } from "../../payments/ledger/settlement.operations.server.ts";
import { orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { labelOf } from "../admin/registration-labels.ts";
import { findForStaff } from "../admin/staff-registration.staff.server.ts";

/**
 * Gives somebody of the staff the address of a ticket, to hand it on to its holder. It is in the log, and whoever was
 * given it does not let much of what was paid for it go.
 */
export async function showTicketLink(db: StaffDb, id: string): Promise<string> {
  const registration = await findForStaff(db, id);
  const order = await orderOfSubject(db, "registration", id);
  if (order) await journal(db, { order_id: order.id, body: { link: "ticket", by: db.staffId } });
  await audit(db, {
    action: "event_registrations.show-link",
    entity: "event_registrations",
    entity_id: id,
    label: labelOf(registration),
  });
  return `/tickets/${registration.ticket_token}`;
}
