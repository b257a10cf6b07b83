import { eq } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatAmount } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { journal } from "../ledger/settlement.operations.server.ts";
import { bookGone } from "../refunds/external-refunds.operations.server.ts";
import { lockPayment } from "./attempts.system.server.ts";
import { canBeGone, type Doubt, type Verdict } from "./doubts.ts";
import { payments } from "./payments.table.server.ts";

/** What somebody found, of what they had before them. */
export type Finding = { doubt: Doubt; verdict: Verdict; reason: string };

/**
 * Ends a doubt by what somebody found. What left is booked as given back by the provider, and refunds that waited
 * for it are over. The same answer is not asked about again.
 * @throws AppError 'conflict' when it is another doubt by now, or none.
 */
export async function settleDoubt(
  db: StaffDb,
  id: string,
  { doubt, verdict, reason }: Finding,
  now = currentTime(),
): Promise<void> {
  const [seen] = await db.select().from(payments).where(eq(payments.id, id));
  if (!seen) throw new AppError("not-found", "no such payment");
  const { order, payment } = await lockPayment(db, seen);
  if (payment.doubt !== doubt || (verdict === "gone" && !canBeGone(doubt))) {
    throw new AppError("conflict", "ce paiement a changé entre-temps, relisez-le");
  }
  await db
    .update(payments)
    .set({ doubt: null, doubt_settled: doubt, next_poll_at: now })
    .where(eq(payments.id, payment.id));
  const body = { doubt, verdict, reason, by: db.staffId };
  await journal(db, { order_id: order.id, payment_id: payment.id, body });
  if (verdict === "gone") await bookGone(db, payment, now);
  await audit(db, {
    action: "orders.doubt",
    entity: "orders",
    entity_id: order.id,
    label: `${order.payer_name}\u202f: ${formatAmount("fr", payment.charge_amount, payment.charge_currency)}`,
    after: { doubt, verdict, reason },
  });
}
