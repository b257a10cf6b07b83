import { eq } from "drizzle-orm";
import { log } from "../../core/log/log.server.ts";
import type { Doubt } from "../attempts/doubts.ts";
import type { Payment } from "../attempts/payments.table.server.ts";
import { book, journal } from "../ledger/settlement.operations.server.ts";
import { findChargeByNumber } from "../offline/operator-numbers.operations.server.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import type { QueryAnswer } from "../providers/provider.ts";
import { ledgerEntries } from "./refunds.table.server.ts";

/** What of a provider's answer comes into the books. */

/** Writes down for staff what is to be looked at, and what was left out of an answer that is booked. */
export async function noteDoubt(
  db: WriteDb,
  payment: Payment,
  doubt: Doubt | null,
  isNew: boolean,
  { unread = [] }: QueryAnswer,
): Promise<void> {
  const isRaised = doubt !== null && doubt !== payment.doubt;
  if (!isRaised && !(isNew && unread.length > 0)) return;
  const body = { ...(isRaised && { doubt }), ...(unread.length > 0 && { unread }) };
  await journal(db, { order_id: payment.order_id, payment_id: payment.id, body });
  log.warn({ payment: payment.id, ...body }, "an answer of a provider is not as it should be");
}

/**
 * Books what was paid. The same money may have been booked by hand, under the number that its payer's operator gave
 * it: `by hand` for this very order, `elsewhere` for another one or another amount.
 */
export async function bookPaid(
  db: WriteDb,
  payment: Payment,
  { charges, ids }: QueryAnswer & { state: "paid" },
): Promise<"new" | "known" | "another" | "by hand" | "elsewhere"> {
  const number = ids?.operator;
  const isOwn = await isBooked(db, payment);
  if (number && !isOwn && payment.doubt_settled !== "booked") {
    const other = await findChargeByNumber(db, number, payment.mode, payment.id);
    const [charge] = charges;
    const isSame =
      other?.order_id === payment.order_id &&
      other.amount === charge.amount &&
      other.currency === charge.currency;
    if (other) return isSame ? "by hand" : "elsewhere";
  }
  if (await book(db, payment, charges)) return "new";
  return isOwn ? "known" : "another";
}

async function isBooked(db: WriteDb, payment: Payment): Promise<boolean> {
  const entries = await db
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.payment_id, payment.id))
    .limit(1);
  return entries.length > 0;
}
