import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { Period } from "../orders/order-list.ts";
import { ledgerEntries, orders } from "../payments.table.server.ts";
import type { PaymentMethod } from "../providers/payment-methods.ts";
import { RECEIVED_DAY, receivedIn } from "./received-day.operations.server.ts";

const RECEIVED =
  sql<number>`coalesce(sum(${ledgerEntries.amount}) filter (where ${ledgerEntries.kind} in ('charge', 'correction')), 0)`.mapWith(
    Number,
  );

/** Of one month, one means and one currency. */
export type Total = {
  /** yyyy-mm */
  month: string;
  provider: string;
  /** Of what staff received themselves. */
  means: PaymentMethod | null;
  currency: string;
  received: number;
  /** As a positive number. */
  returned: number;
  movements: number;
};

/** By the day on which money came or went, the latest month first. */
export function listTotals(db: StaffDb, period: Period): Promise<Total[]> {
  const { provider, means, currency, amount, kind } = ledgerEntries;
  const month = sql<string>`to_char(${RECEIVED_DAY}, 'YYYY-MM')`;
  return db
    .select({
      month,
      provider,
      means,
      currency,
      received: RECEIVED,
      returned:
        sql<number>`coalesce(-sum(${amount}) filter (where ${kind} not in ('charge', 'correction')), 0)`.mapWith(
          Number,
        ),
      movements: sql<number>`count(*)`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.mode, "live"), receivedIn(period)))
    .groupBy(sql`1`, provider, means, currency)
    .orderBy(sql`1 desc`, currency, provider, means);
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

/** By event; memberships together, and licences of clubs. */
export const listTotalsByEvent = (db: StaffDb, period: Period): Promise<OfflineTotal[]> =>
  offlineTotals(
    db,
    period,
    sql`coalesce((select e.title from event_registrations r join events e on e.id = r.event_id
      where ${orders.kind} = 'registration' and r.id = ${orders.subject_id}),
      case ${orders.kind} when 'licences' then 'Licences de clubs' else 'Adhésions' end)`,
  );

function offlineTotals(db: StaffDb, period: Period, of: SQL): Promise<OfflineTotal[]> {
  const { means, currency, amount, kind } = ledgerEntries;
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
    .where(and(eq(ledgerEntries.mode, "live"), isNotNull(means), receivedIn(period)))
    .groupBy(sql`1`, means, currency)
    .orderBy(sql`1`, currency, means);
}
