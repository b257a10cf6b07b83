import { and, asc, eq, inArray, or, sql } from "drizzle-orm";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { greetedFor, type WriteDb } from "../orders/fulfilment.ts";
import { receiptMail } from "../payments.mail.ts";
import { ledgerEntries, orders, payments, receipts, refunds } from "../payments.table.server.ts";
import type { Receipt } from "./receipts.ts";

/** What somebody else paid by the link that the holder of the order gave them. */
const isShared = eq(payments.shared, true);

/** The receipts of some orders, oldest first; with `shared`, only of what somebody else paid by the link for that. */
export async function listReceipts(
  db: WriteDb,
  orderIds: readonly string[],
  shared = false,
): Promise<
  { number: string; charge_id: string; order_id: string; amount: number; currency: string }[]
> {
  if (orderIds.length === 0) return [];
  const { number, charge_id } = receipts;
  const { amount, currency, order_id } = ledgerEntries;
  return db
    .select({ number, charge_id, order_id, amount, currency })
    .from(receipts)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, charge_id))
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .where(and(inArray(order_id, [...orderIds]), shared ? isShared : undefined))
    .orderBy(asc(receipts.year), asc(receipts.serial));
}

/** A receipt by its number; of one order, or of what was paid by its shared link, where that is named. */
export async function findReceipt(
  db: WriteDb,
  number: string,
  { orderId, shared = false }: { orderId?: string; shared?: boolean } = {},
): Promise<Receipt | undefined> {
  const [row] = await db
    .select({
      charge: ledgerEntries,
      order: orders,
      cashier: profiles.name,
      merchant_ref: payments.merchant_ref,
      operator: sql<string | null>`${payments.provider_ids}->>'operator'`,
    })
    .from(receipts)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, receipts.charge_id))
    .innerJoin(orders, eq(orders.id, ledgerEntries.order_id))
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .leftJoin(profiles, eq(profiles.id, ledgerEntries.booked_by))
    .where(
      and(
        eq(receipts.number, number),
        orderId ? eq(orders.id, orderId) : undefined,
        shared ? isShared : undefined,
      ),
    );
  if (!row) return undefined;
  const { charge, order, cashier, merchant_ref, operator } = row;
  const later = await listLaterEntries(db, charge);
  const undone = later.find(({ kind }) => kind === "correction" || kind === "chargeback");
  const booked_on = isoDay(charge.created_at);
  const { label_fr, label_en, language, payer_name, payer_email, token, reference } = order;
  return {
    label_fr,
    label_en,
    language,
    payer_name,
    payer_email,
    token,
    reference,
    number,
    order_id: order.id,
    amount: charge.amount,
    currency: charge.currency,
    price_amount: charge.price_amount,
    price_currency: order.price_currency,
    provider: charge.provider,
    means: charge.means,
    received_on: charge.received_on ?? booked_on,
    booked_on,
    cashier,
    transaction:
      charge.provider_txn_id === merchant_ref ? null : (operator ?? charge.provider_txn_id),
    cancelled:
      undone?.kind === "correction" || undone?.kind === "chargeback"
        ? { kind: undone.kind, at: undone.created_at }
        : null,
    returned: later
      .filter(({ kind }) => kind === "refund")
      .map(({ amount, created_at: at }) => ({ amount: -amount, at })),
  };
}

/** What took a charge back, or a part of it. */
function listLaterEntries(db: WriteDb, charge: typeof ledgerEntries.$inferSelect) {
  const { kind, amount, created_at, provider, provider_txn_id } = ledgerEntries;
  const ofCharge = db
    .select({ id: sql<string>`${refunds.id}::text` })
    .from(refunds)
    .where(eq(refunds.charge_id, charge.id));
  return db
    .select({ kind, amount, created_at })
    .from(ledgerEntries)
    .where(
      or(
        and(
          inArray(kind, ["correction", "chargeback"]),
          eq(provider, charge.provider),
          eq(provider_txn_id, charge.provider_txn_id),
        ),
        and(eq(kind, "refund"), inArray(provider_txn_id, ofCharge)),
      ),
    )
    .orderBy(asc(created_at));
}

/** Mails a receipt to its payer; asked for again on the same day, it is one message. */
export async function queueReceipt(db: WriteDb, receipt: Receipt, now: Date): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, receipt.order_id));
  if (!order) throw new AppError("not-found", "no such order");
  const mail = receiptMail(receipt, await greetedFor(db, order));
  await queueMail(db, withKey(mail, receipt.number, receipt.payer_email, isoDay(now)));
}
