import { gt, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { DAY } from "../../values/durations.ts";
import type { Transaction } from "../engine.server.ts";
import type { StaffDb, SystemDb } from "./doors.server.ts";

/** Runs one statement and gives its rows. */
export async function rowsOf<Row>(
  db: Pick<Transaction, "execute">,
  statement: SQL,
): Promise<Row[]> {
  const { rows } = (await db.execute(statement)) as unknown as { rows: Row[] };
  return rows;
}

/**
 * Every text of the rows of a table, JSON included, as `words`, beside the row itself as `whole`. No column has
 * to be listed, so none can be forgotten. Without the offset each row would become text once for each text
 * that is looked for in it.
 */
export const rowTexts = (table: string, where: SQL = sql`true`): SQL =>
  sql`(select to_jsonb(${sql.identifier(table)}) as whole, to_jsonb(${sql.identifier(table)})::text as words
    from ${sql.identifier(table)} where ${where} offset 0)`;

/** A text as it stands in `words`: a quote in it has a backslash before it. */
export const asInRow = (text: SQL): SQL => sql`trim(both '"' from to_jsonb(${text}::text)::text)`;

/** No lease and no pause between two tries is nearly so long. */
const FARTHEST_MS = 3 * DAY;

/**
 * Whether the moment of a row has come. One that is days ahead was written while the clock was wrong: waiting for it
 * could take years.
 */
export const isDueBy = (moment: PgColumn, now: Date): SQL | undefined =>
  or(lte(moment, now), gt(moment, new Date(now.getTime() + FARTHEST_MS)));

type Claim<T extends PgTable> = {
  /** Which rows are due. */
  where: SQL | undefined;
  orderBy?: (SQL | PgColumn)[];
  limit: number;
  /** Makes them due no more for as long as the work may take; then they are, when this process died. */
  lease: PgUpdateSetSource<T>;
};

/** Takes rows that are due for this process: the others skip them. Their order is not that of `orderBy`. */
export async function claimDue<T extends PgTable & { id: PgColumn }>(
  db: SystemDb | StaffDb,
  table: T,
  { where, orderBy = [], limit, lease }: Claim<T>,
): Promise<T["$inferSelect"][]> {
  const due = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await db.update(table).set(lease).where(inArray(table.id, due)).returning();
  return rows as T["$inferSelect"][];
}
