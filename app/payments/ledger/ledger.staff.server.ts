import { and, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { recordExport } from "../../records/list/export.staff.server.ts";
import type { Cursor, ListQuery } from "../../records/list/list-query.ts";
import { type ListRequest, readBatch, whole } from "../../records/list/listing.staff.server.ts";
import { findOrderList } from "../orders/orders.staff.server.ts";
import { type Order, orders } from "../orders/orders.table.server.ts";
import { within } from "../orders/period.operations.server.ts";
import type { Period } from "../orders/period.ts";
import type { PaymentMethod } from "../providers/payment-methods.ts";
import { type LedgerEntry, ledgerEntries } from "./ledger.table.server.ts";

export type LedgerRow = Pick<
  LedgerEntry,
  "kind" | "provider" | "amount" | "currency" | "created_at"
> &
  Pick<Order, "payer_name" | "payer_email" | "label_fr"> & {
    /** What people call it by; a refund's entry has the refund's own id, which tells nobody anything. */
    reference: string | null;
    /** Of what was taken: how much of it went back, and how much was asked for and has not gone yet. */
    returned: number;
    to_return: number;
    /** Of a refund: who asked, who approved. Of what staff took or returned themselves: who recorded it. */
    requested_by: string | null;
    approved_by: string | null;
    recorded_by: string | null;
  };

/** The name of an account that a refund is from; its entry has the refund's id. */
const nameOf = (column: "requested_by" | "approved_by" | "recorded_by") =>
  sql.raw(`(select p.name from refunds r join profiles p on p.id = r.${column}
    where r.id = case when kind = 'refund' then provider_txn_id::uuid end)`);

const reference = sql.raw(`case when kind = 'refund' then (
    select coalesce(r.operator_reference, r.provider_ref) from refunds r
    where r.id = case when kind = 'refund' then provider_txn_id::uuid end)
  else provider_txn_id end`);

/** How much of what was taken has gone back, or is to. */
const refundsIn = (states: string) =>
  sql.raw(`(select coalesce(sum(r.amount), 0)::int from refunds r
    where r.charge_id = ledger_entries.id and r.status ${states})`);

/** The name of whoever booked what passed through our hands. */
const bookedBy = sql.raw("(select p.name from profiles p where p.id = ledger_entries.booked_by)");

/** The name of whoever took money at the federation: the journal keeps it. */
const takenBy = sql.raw(`(select p.name from payment_events e
  join profiles p on p.id::text = e.body->>'by'
  where e.order_id = ledger_entries.order_id and e.payment_id = ledger_entries.payment_id
    and kind = 'charge' and e.body ? 'receipt' limit 1)`);

/** The movements of money of the orders that a list shows. */
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
      within(created_at, period),
      eq(ledgerEntries.mode, "live"),
    ],
    query: { ...query, q: "" },
  };
}

/** Records who exports the ledger, and which part of it. */
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

/** The next entries of an export. */
export async function readLedger(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
  period?: Period,
) {
  return readBatch<LedgerRow>(db, await ledgerListRequest(db, query, period), after, size);
}

/** Money of one month, by one means and in one currency. */
export type Total = {
  /** yyyy-mm */
  month: string;
  provider: string;
  currency: string;
  received: number;
  /** What went back, as a positive number. */
  returned: number;
  movements: number;
};

/** What came in and went back in a period, by month and by means, the latest month first. */
export function listTotals(db: StaffDb, period: Period): Promise<Total[]> {
  const { created_at, provider, currency, amount, kind } = ledgerEntries;
  const month = sql<string>`to_char(${created_at} at time zone 'UTC', 'YYYY-MM')`;
  return db
    .select({
      month,
      provider,
      currency,
      received:
        sql<number>`coalesce(sum(${amount}) filter (where ${kind} in ('charge', 'correction')), 0)`.mapWith(
          Number,
        ),
      returned:
        sql<number>`coalesce(-sum(${amount}) filter (where ${kind} not in ('charge', 'correction')), 0)`.mapWith(
          Number,
        ),
      movements: sql<number>`count(*)`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.mode, "live"), within(created_at, period)))
    .groupBy(sql`1`, provider, currency)
    .orderBy(sql`1 desc`, currency, provider);
}

/** Money that passed through our hands, of one person or for one thing, by one means and in one currency. */
export type OfflineTotal = {
  of: string;
  means: PaymentMethod;
  currency: string;
  received: number;
  /** What was given back by hand, as a positive number. */
  returned: number;
};

/** What each member of staff booked in a period, without what they took back. */
export const listTotalsByPerson = (db: StaffDb, period: Period): Promise<OfflineTotal[]> =>
  offlineTotals(db, period, sql`coalesce(${profiles.name}, '')`);

/** The same for each event, and for memberships together. */
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
      received:
        sql<number>`coalesce(sum(${amount}) filter (where ${kind} in ('charge', 'correction')), 0)`.mapWith(
          Number,
        ),
      returned: sql<number>`coalesce(-sum(${amount}) filter (where ${kind} = 'refund'), 0)`.mapWith(
        Number,
      ),
    })
    .from(ledgerEntries)
    .innerJoin(orders, eq(orders.id, ledgerEntries.order_id))
    .leftJoin(profiles, eq(profiles.id, ledgerEntries.booked_by))
    .where(and(eq(ledgerEntries.mode, "live"), isNotNull(means), within(created_at, period)))
    .groupBy(sql`1`, means, currency)
    .orderBy(sql`1`, currency, means);
}
