import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { recordExport } from "../../records/history/audit.staff.server.ts";
import type { Cursor, ListQuery } from "../../records/list/list-query.ts";
import { type ListRequest, readBatch, whole } from "../../records/list/listing.staff.server.ts";
import type { Period } from "../orders/order-list.ts";
import { findOrderList, inPeriod } from "../orders/orders.staff.server.ts";
import { type LedgerEntry, ledgerEntries, type Order, orders } from "../payments.table.server.ts";
import type { PaymentMethod } from "../providers/payment-methods.ts";

export type LedgerRow = Pick<
  LedgerEntry,
  "kind" | "provider" | "amount" | "currency" | "created_at"
> &
  Pick<Order, "payer_name" | "payer_email" | "label_fr"> & {
    /** Of a refund, the operator's or the provider's, since its entry holds our id. */
    reference: string | null;
    /** Of a charge: refunded, and requested but not refunded yet. */
    returned: number;
    to_return: number;
    /** `recorded_by`: of what staff received or refunded themselves. */
    requested_by: string | null;
    approved_by: string | null;
    recorded_by: string | null;
  };

const nameOf = (column: "requested_by" | "approved_by" | "recorded_by") =>
  sql.raw(`(select p.name from refunds r join profiles p on p.id = r.${column}
    where r.id = case when kind = 'refund' then provider_txn_id::uuid end)`);

const reference = sql.raw(`case when kind = 'refund' then (
    select coalesce(r.operator_reference, r.provider_ref) from refunds r
    where r.id = case when kind = 'refund' then provider_txn_id::uuid end)
  else provider_txn_id end`);

const refundsIn = (states: string) =>
  sql.raw(`(select coalesce(sum(r.amount), 0)::int from refunds r
    where r.charge_id = ledger_entries.id and r.status ${states})`);

const bookedBy = sql.raw("(select p.name from profiles p where p.id = ledger_entries.booked_by)");

/** From the journal, which knew it before `booked_by` did. */
const takenBy = sql.raw(`(select p.name from payment_events e
  join profiles p on p.id::text = e.body->>'by'
  where e.order_id = ledger_entries.order_id and e.payment_id = ledger_entries.payment_id
    and kind = 'charge' and e.body ? 'receipt' limit 1)`);

/** The entries of the orders that a list shows. */
async function ledgerListRequest(
  db: StaffDb,
  query: ListQuery,
  period: Period = {},
): Promise<ListRequest> {
  const { kind, provider, amount, currency, created_at } = ledgerEntries;
  const orderIds = db
    .select({ id: orders.id })
    .from(orders)
    .where(whole(await findOrderList(db, query)));
  const ofOrder = (column: string) =>
    sql.raw(`(select ${column} from orders where orders.id = order_id)`);
  return {
    table: ledgerEntries,
    columns: {
      kind,
      provider,
      amount,
      currency,
      created_at,
      reference,
      payer_name: ofOrder("payer_name"),
      payer_email: ofOrder("payer_email"),
      label_fr: ofOrder("label_fr"),
      returned: refundsIn("= 'done'"),
      to_return: refundsIn("not in ('done', 'failed', 'withdrawn')"),
      requested_by: nameOf("requested_by"),
      approved_by: nameOf("approved_by"),
      recorded_by: sql`coalesce(${nameOf("recorded_by")}, ${bookedBy}, ${takenBy})`,
    },
    sorts: { created_at },
    where: [
      inArray(ledgerEntries.order_id, orderIds),
      inPeriod(created_at, period),
      eq(ledgerEntries.mode, "live"),
    ],
    query: { ...query, q: "" },
  };
}

/** Logs the export. */
export async function exportLedger(
  db: StaffDb,
  query: ListQuery,
  period: Period = {},
): Promise<number> {
  const part = { ...query, filters: { ...query.filters, ...period } };
  return recordExport(db, await ledgerListRequest(db, query, period), part, [
    "mouvement",
    "mouvements",
  ]);
}

export async function readLedger(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
  period?: Period,
) {
  return readBatch<LedgerRow>(db, await ledgerListRequest(db, query, period), after, size);
}

const RECEIVED =
  sql<number>`coalesce(sum(${ledgerEntries.amount}) filter (where ${ledgerEntries.kind} in ('charge', 'correction')), 0)`.mapWith(
    Number,
  );

/** Of one month, one provider and one currency. */
export type Total = {
  /** yyyy-mm */
  month: string;
  provider: string;
  currency: string;
  received: number;
  /** As a positive number. */
  returned: number;
  movements: number;
};

/** The latest month first. */
export function listTotals(db: StaffDb, period: Period): Promise<Total[]> {
  const { created_at, provider, currency, amount, kind } = ledgerEntries;
  const month = sql<string>`to_char(${created_at} at time zone 'UTC', 'YYYY-MM')`;
  return db
    .select({
      month,
      provider,
      currency,
      received: RECEIVED,
      returned:
        sql<number>`coalesce(-sum(${amount}) filter (where ${kind} not in ('charge', 'correction')), 0)`.mapWith(
          Number,
        ),
      movements: sql<number>`count(*)`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.mode, "live"), inPeriod(created_at, period)))
    .groupBy(sql`1`, provider, currency)
    .orderBy(sql`1 desc`, currency, provider);
}

/** Offline payments of one person or for one thing, by one method and in one currency. */
export type OfflineTotal = {
  of: string;
  means: PaymentMethod;
  currency: string;
  received: number;
  /** As a positive number. */
  returned: number;
};

/** What each member of staff booked in a period, less corrections. */
export const listTotalsByPerson = (db: StaffDb, period: Period): Promise<OfflineTotal[]> =>
  offlineTotals(db, period, sql`coalesce(${profiles.name}, '')`);

/** By event; memberships together. */
export const listTotalsByEvent = (db: StaffDb, period: Period): Promise<OfflineTotal[]> =>
  offlineTotals(
    db,
    period,
    sql`coalesce((select e.title from event_registrations r join events e on e.id = r.event_id
      where ${orders.kind} = 'registration' and r.id = ${orders.subject_id}), 'Adhésions')`,
  );

function offlineTotals(db: StaffDb, period: Period, of: SQL): Promise<OfflineTotal[]> {
  const { means, currency, amount, kind, created_at } = ledgerEntries;
  return db
    .select({
      of: sql<string>`${of}`.as("of"),
      means: sql<PaymentMethod>`${means}`,
      currency,
      received: RECEIVED,
      returned: sql<number>`coalesce(-sum(${amount}) filter (where ${kind} = 'refund'), 0)`.mapWith(
        Number,
      ),
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.order_id))
    .leftJoin(profiles, eq(profiles.id, ledgerEntries.booked_by))
    .where(and(eq(ledgerEntries.mode, "live"), isNotNull(means), inPeriod(created_at, period)))
    .groupBy(sql`1`, means, currency)
    .orderBy(sql`1`, currency, means);
}
