import { and, count, eq, ne, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";

/** Counts are exact up to this number; an exact count beyond it would cost a full scan and help nobody. */
export const COUNT_LIMIT = 10_000;

/** A count, or that there are more than it. */
export type Count = { count: number; more: boolean };

/** How many rows there are, as SQL: exact up to `most`, and one more when there are more. */
export const countTo = (most: number, table: SQLWrapper, where: SQL | undefined): SQL<number> =>
  sql`(select count(*)::int from (
    select from ${table} where ${where ?? sql`true`} limit ${most + 1}) counted)`;

/** The rows that are counted; `tests`: a column that is true for those that count for nothing. */
type CountedTable = readonly [table: SQLWrapper, where?: SQL, tests?: SQLWrapper];

/** Several bounded counts in one query. Each condition should have an index, and so should tests. */
export async function countEach<Name extends string>(
  db: StaffDb,
  tables: Readonly<Record<Name, CountedTable>>,
): Promise<Record<Name, Count>> {
  const names = Object.keys(tables) as Name[];
  const counts = names.map((name) => {
    const table: CountedTable = tables[name];
    return sql`${countWithoutTests(...table)} as ${sql.identifier(name)}`;
  });
  const { rows } = (await db.execute(sql`select ${sql.join(counts, sql`, `)}`)) as unknown as {
    rows: Record<Name, number>[];
  };
  const counted = names.map((name) => [name, capped(rows[0]?.[name] ?? 0)] as const);
  return Object.fromEntries(counted) as Record<Name, Count>;
}

/** Tests are counted by themselves and taken away: leaving them out would look at every row. */
function countWithoutTests(table: SQLWrapper, where?: SQL, tests?: SQLWrapper): SQL {
  const all = countTo(COUNT_LIMIT, table, where);
  if (!tests) return all;
  const testRows = countTo(COUNT_LIMIT, table, sql`${tests} and ${where ?? sql`true`}`);
  return sql`(select case when "all" > ${COUNT_LIMIT} then "all" else "all" - test_rows end
    from (select ${all} as "all", ${testRows} as test_rows) counts)`;
}

const capped = (count: number): Count => ({
  count: Math.min(count, COUNT_LIMIT),
  more: count > COUNT_LIMIT,
});

/** How many other rows of a table have the e-mail address of this one: a correction of one leaves them as they are. */
export async function countAtSameAddress(
  db: StaffDb,
  table: PgTable & { id: PgColumn; email: PgColumn },
  { id, email }: { id: string; email: string },
): Promise<number> {
  const [row] = await db
    .select({ others: count() })
    .from(table as PgTable)
    .where(and(eq(sql`lower(${table.email})`, email.toLowerCase()), ne(table.id, id)));
  return row?.others ?? 0;
}
