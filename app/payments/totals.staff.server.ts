import { and, eq, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";
import { within } from "./period.operations.server.ts";
import type { Period } from "./period.ts";
import { ledgerEntries } from "./refunds.table.server.ts";

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
    .where(and(eq(ledgerEntries.mode, "live"), within(created_at, period)))
    .groupBy(sql`1`, provider, currency)
    .orderBy(sql`1 desc`, currency, provider);
}
