import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";
import type { Period } from "./period.ts";
import { ledgerEntries } from "./refunds.table.server.ts";

export type { Period };

/** The movements of a period. Conakry is on UTC. */
export function within({ from, to }: Period): SQL | undefined {
  const { created_at } = ledgerEntries;
  return and(
    from ? gte(created_at, sql`${`${from}T00:00:00Z`}::timestamptz`) : undefined,
    to ? lt(created_at, sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`) : undefined,
  );
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
      received: sql<number>`coalesce(sum(${amount}) filter (where ${kind} = 'charge'), 0)`.mapWith(
        Number,
      ),
      returned:
        sql<number>`coalesce(-sum(${amount}) filter (where ${kind} <> 'charge'), 0)`.mapWith(
          Number,
        ),
      movements: sql<number>`count(*)`.mapWith(Number),
    })
    .from(ledgerEntries)
    .where(within(period))
    .groupBy(sql`1`, provider, currency)
    .orderBy(sql`1 desc`, currency, provider);
}
