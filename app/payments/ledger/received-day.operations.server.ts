import { and, type SQL, sql } from "drizzle-orm";
import type { Period } from "../orders/order-list.ts";
import { ledgerEntries } from "../payments.table.server.ts";

/**
 * The day on which money came or went: for what staff received, as they said; else that of its entry. Conakry is on UTC.
 */
export const RECEIVED_DAY = sql<string>`coalesce(${ledgerEntries.received_on}, (${ledgerEntries.created_at} at time zone 'UTC')::date)`;

/** Staff book up to 90 days later: with these bounds, the index of `created_at` serves. */
const LATEST_BOOKING = sql.raw("interval '92 days'");

/** Entries of which the money came or went within a period. */
export function receivedIn({ from, to }: Period): SQL | undefined {
  const { created_at } = ledgerEntries;
  return and(
    from ? sql`${RECEIVED_DAY} >= ${from}::date` : undefined,
    to ? sql`${RECEIVED_DAY} <= ${to}::date` : undefined,
    from ? sql`${created_at} >= ${`${from}T00:00:00Z`}::timestamptz` : undefined,
    to ? sql`${created_at} < ${`${to}T00:00:00Z`}::timestamptz + ${LATEST_BOOKING}` : undefined,
  );
}
