import { and, eq, inArray, ne, or, sql } from "drizzle-orm";
import { payments } from "../attempts/payments.table.server.ts";
import { FEDERATION } from "../attempts/payments.ts";
import { type LedgerEntry, ledgerEntries, refunds } from "../ledger/ledger.table.server.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import type { Mode } from "../orders/orders.ts";
import { OPERATORS, RECEIPT_MARKS } from "../providers/payment-methods.ts";

/** Two who book the same number at once, for two orders, come one after the other. */
const NUMBER_LOCKS = 1_947;

const lockNumber = (db: WriteDb, number: string) =>
  db.execute(sql`select pg_advisory_xact_lock(${NUMBER_LOCKS}, hashtext(${number}))`);

/**
 * The charge that an operator's number stands for already, whether somebody booked it by hand or a provider told the
 * number of what it took: one transfer is one charge. What was taken back is none.
 */
export async function findChargeByNumber(
  db: WriteDb,
  number: string,
  mode: Mode,
  notOf?: string,
): Promise<LedgerEntry | undefined> {
  await lockNumber(db, number);
  const isByHand = and(
    eq(ledgerEntries.provider, FEDERATION),
    inArray(ledgerEntries.means, [...OPERATORS]),
    inArray(
      ledgerEntries.provider_txn_id,
      RECEIPT_MARKS.map((mark) => number + mark),
    ),
  );
  const isTold = sql`${payments.provider_ids} @> ${JSON.stringify({ operator: number })}::jsonb`;
  const [row] = await db
    .select({ charge: ledgerEntries })
    .from(ledgerEntries)
    .innerJoin(payments, eq(payments.id, ledgerEntries.payment_id))
    .where(
      and(
        eq(ledgerEntries.kind, "charge"),
        eq(ledgerEntries.mode, mode),
        notOf ? ne(ledgerEntries.payment_id, notOf) : undefined,
        or(isByHand, isTold),
        sql`not exists (select from ledger_entries undone where undone.kind = 'correction'
          and undone.provider = ${ledgerEntries.provider}
          and undone.provider_txn_id = ${ledgerEntries.provider_txn_id})`,
      ),
    )
    .limit(1);
  return row?.charge;
}

/** Whether a refund was recorded under an operator's number already: one transfer is one refund. */
export async function hasRefundWithNumber(db: WriteDb, number: string): Promise<boolean> {
  await lockNumber(db, number);
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.operator_reference, number));
  return rows.length > 0;
}
