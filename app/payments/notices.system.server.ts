import { and, eq, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors.server.ts";
import type { WriteDb } from "./fulfilment.ts";
import { paymentEvents, payments } from "./payments.table.server.ts";
import { providerById } from "./provider.ts";

/**
 * Stores a provider's notice. A notice is a hint, not the truth: it makes its attempt due and wakes the
 * job that asks the provider. Returns whether the notice was authentic.
 */
export async function receiveNotice(
  providerId: string,
  headers: Headers,
  raw: Uint8Array,
  now: Date,
): Promise<boolean> {
  const notice = providerById(providerId)?.verifyNotice(headers, raw);
  if (!notice?.ok) return false;
  await asSystem("payments.notice", (db) =>
    keep(db, { provider: providerId, event_key: notice.eventKey }, notice.merchantRef, now),
  );
  return true;
}

async function keep(
  db: WriteDb,
  event: { provider: string; event_key: string },
  merchantRef: string,
  now: Date,
): Promise<void> {
  const [payment] = await db
    .select({ payment_id: payments.id, order_id: payments.order_id })
    .from(payments)
    .where(and(eq(payments.merchant_ref, merchantRef), eq(payments.provider, event.provider)));
  const stored = await db
    .insert(paymentEvents)
    .values({ ...event, ...payment, source: "notice", body: { merchantRef } })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  if (stored.length === 0 || !payment) return;
  await db
    .update(payments)
    .set({ notices: sql`${payments.notices} + 1`, next_poll_at: now })
    .where(eq(payments.id, payment.payment_id));
}
