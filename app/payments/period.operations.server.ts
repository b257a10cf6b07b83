import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Period } from "./period.ts";
import { ledgerEntries } from "./refunds.table.server.ts";

/** The movements of a period. Conakry is on UTC. */
export function within({ from, to }: Period): SQL | undefined {
  const { created_at } = ledgerEntries;
  return and(
    from ? gte(created_at, sql`${`${from}T00:00:00Z`}::timestamptz`) : undefined,
    to ? lt(created_at, sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`) : undefined,
  );
}
