import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import { paymentEvents, payments, refunds } from "../payments.table.server.ts";
import {
  type Notice,
  type NoticeSubject,
  type PaymentProvider,
  providerById,
} from "../providers/provider.ts";
import { isStorable } from "../providers/provider-http.server.ts";
import { UNCERTAIN_STATUSES } from "../refunds/refunds.ts";
import { callProvider } from "./attempts.system.server.ts";
import { requestSignal } from "./payments.ts";

type VerifiedNotice = Notice & { ok: true };

/** `again`: its sender could not be verified now, so it should be sent again. */
export type Reception = "stored" | "refused" | "again";

/** Stores a verified notice. It is only a hint: it makes its attempts due, and the job asks the provider. */
export async function receiveNotice(
  providerId: string,
  headers: Headers,
  raw: Uint8Array,
  now: Date,
  network?: string,
): Promise<Reception> {
  const provider = providerById(providerId);
  if (!provider) return "refused";
  const signal = requestSignal();
  const notice = await callProvider<Notice>(
    "notice",
    signal,
    () => provider.verifyNotice(headers, raw, signal, network),
    { ok: false, again: true },
  );
  if (!notice.ok) return notice.again ? "again" : "refused";
  await asSystem("payments.notice", (db) => storeNotice(db, provider, storableNotice(notice), now));
  return "stored";
}

/**
 * Without text that PostgreSQL refuses (NUL, lone surrogates): no name of ours has any, and an error would make the
 * provider repeat the notice for ever.
 */
function storableNotice({ ok, eventKey, about }: VerifiedNotice): VerifiedNotice {
  const { merchantRef, ids = {}, refund } = about;
  const storable = Object.entries(ids).filter(([, id]) => isStorable(id));
  return {
    ok,
    eventKey: isStorable(eventKey) ? eventKey : encodeURIComponent(eventKey.toWellFormed()),
    about: {
      ...(merchantRef && isStorable(merchantRef) && { merchantRef }),
      ...(storable.length > 0 && { ids: Object.fromEntries(storable) }),
      ...(refund && isStorable(refund) && { refund }),
    },
  };
}

async function storeNotice(
  db: WriteDb,
  provider: PaymentProvider,
  { eventKey, about }: VerifiedNotice,
  now: Date,
): Promise<void> {
  const attempts = await attemptsOf(db, provider, about);
  const [first] = attempts;
  const stored = await db
    .insert(paymentEvents)
    .values({
      provider: provider.id,
      event_key: eventKey,
      payment_id: first?.id,
      order_id: first?.order_id,
      source: "notice",
      body: { ...about },
    })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  if (stored.length === 0) return;
  const ids = attempts.map(({ id }) => id);
  if (ids.length > 0) {
    await db
      .update(payments)
      .set({
        notices: sql`${payments.notices} + 1`,
        next_poll_at: now,
        // A payer who was declined may have approved again.
        capture_after: sql`case when ${payments.status} <> 'pending' then ${payments.capture_after} end`,
      })
      .where(inArray(payments.id, ids));
  }
  if (about.refund) await scheduleRefundPoll(db, about.refund, now);
}

/** By our reference, or by any of the provider's ids. */
async function attemptsOf(
  db: WriteDb,
  { id: provider, mode }: PaymentProvider,
  { merchantRef, ids = {} }: NoticeSubject,
): Promise<{ id: string; order_id: string }[]> {
  const names: SQL[] = Object.entries(ids).map(
    ([name, id]) => sql`${payments.provider_ids} @> ${JSON.stringify({ [name]: id })}::jsonb`,
  );
  if (merchantRef) names.push(eq(payments.merchant_ref, merchantRef));
  if (names.length === 0) return [];
  return db
    .select({ id: payments.id, order_id: payments.order_id })
    .from(payments)
    .where(and(eq(payments.provider, provider), eq(payments.mode, mode), or(...names)));
}

/** Only a refund that was sent and has no final state. */
async function scheduleRefundPoll(db: WriteDb, id: string, now: Date): Promise<void> {
  await db
    .update(refunds)
    .set({ next_try_at: now })
    .where(and(eq(refunds.provider_ref, id), inArray(refunds.status, UNCERTAIN_STATUSES)));
}
