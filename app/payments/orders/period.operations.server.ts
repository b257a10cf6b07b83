import { and, gte, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Period } from "./period.ts";

/** The rows whose moment lies in a period. Conakry is on UTC. */
export function within(moment: AnyPgColumn, { from, to }: Period): SQL | undefined {
  return and(
    from ? gte(moment, sql`${`${from}T00:00:00Z`}::timestamptz`) : undefined,
    to ? lt(moment, sql`${`${to}T00:00:00Z`}::timestamptz + interval '1 day'`) : undefined,
  );
}
