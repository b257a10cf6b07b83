import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";

/** Counts are exact up to this number; an exact count beyond it would cost a full scan and help nobody. */
export const COUNTED = 10_000;

/** A count, or that there are more than it. */
export type Count = { count: number; more: boolean };

/** How many rows there are, as SQL: exact up to `most`, and one more when there are more. */
export const countTo = (most: number, table: SQLWrapper, where: SQL | undefined): SQL<number> =>
  sql`(select count(*)::int from (
    select from ${table} where ${where ?? sql`true`} limit ${most + 1}) counted)`;

/** Several bounded counts in one query. Each condition should have an index. */
export async function countEach<Name extends string>(
  db: StaffDb,
  tables: Readonly<Record<Name, readonly [table: SQLWrapper, where?: SQL]>>,
): Promise<Record<Name, Count>> {
  const names = Object.keys(tables) as Name[];
  const counts = names.map(
    (name) => sql`${countTo(COUNTED, ...pair(tables[name]))} as ${sql.identifier(name)}`,
  );
  const { rows } = (await db.execute(sql`select ${sql.join(counts, sql`, `)}`)) as unknown as {
    rows: Record<Name, number>[];
  };
  const counted = names.map((name) => [name, capped(rows[0]?.[name] ?? 0)] as const);
  return Object.fromEntries(counted) as Record<Name, Count>;
}

const pair = ([table, where]: readonly [SQLWrapper, SQL?]) => [table, where] as const;

const capped = (count: number): Count => ({
  count: Math.min(count, COUNTED),
  more: count > COUNTED,
});
