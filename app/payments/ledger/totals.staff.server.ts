import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { inPeriod } from "../orders/orders.staff.server.ts";
import { orders } from "../orders/orders.table.server.ts";
import type { Period } from "../orders/period.ts";
import type { Means } from "../providers/means.ts";
import { ledgerEntries } from "../refunds/refunds.table.server.ts";

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
    .where(and(eq(ledgerEntries.mode, "live"), inPeriod(created_at, period)))
    .groupBy(sql`1`, provider, currency)
    .orderBy(sql`1 desc`, currency, provider);
}

/** Money that passed through our hands, of one person or for one thing, by one means and in one currency. */
export type HandledTotal = {
  of: string;
  means: Means;
  currency: string;
  received: number;
  /** What was given back by hand, as a positive number. */
  returned: number;
};

/** What each member of staff booked in a period, without what they took back. */
export const listTotalsByPerson = (db: StaffDb, period: Period): Promise<HandledTotal[]> =>
  handledTotals(db, period, sql`coalesce(${profiles.name}, '')`);

/** The same for each event, and for memberships together. */
export const listTotalsByEvent = (db: StaffDb, period: Period): Promise<HandledTotal[]> =>
  handledTotals(
    db,
    period,
    sql`coalesce((select e.title from event_registrations r join events e on e.id = r.event_id
      where ${orders.kind} = 'registration' and r.id = ${orders.subject_id}), 'Adhésions')`,
  );

function handledTotals(db: StaffDb, period: Period, of: SQL): Promise<HandledTotal[]> {
  const { means, currency, amount, kind, created_at } = ledgerEntries;
  return db
    .select({
      of: sql<string>`${of}`.as("of"),
      means: sql<Means>`${means}`,
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
    .where(and(eq(ledgerEntries.mode, "live"), isNotNull(means), inPeriod(created_at, period)))
    .groupBy(sql`1`, means, currency)
    .orderBy(sql`1`, currency, means);
}
