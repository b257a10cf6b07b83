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
 * The rows of a table as JSON text in `words`, and as JSON in `whole`, so that a search covers every column. With
 * `offset 0` the planner converts each row only once.
 */
export const rowTexts = (table: string, where: SQL = sql`true`): SQL =>
  sql`(select to_jsonb(${sql.identifier(table)}) as whole, to_jsonb(${sql.identifier(table)})::text as words
    from ${sql.identifier(table)} where ${where} offset 0)`;

/** A text as it is escaped in `words`. */
export const asInRow = (text: SQL): SQL => sql`trim(both '"' from to_jsonb(${text}::text)::text)`;

/** Longer than any lease and any pause between two tries. */
const FARTHEST_MS = 3 * DAY;

/**
 * Whether a row is due. A moment days ahead was written while the clock was wrong, so it counts as due too.
 */
export const isDueBy = (moment: PgColumn, now: Date): SQL | undefined =>
  or(lte(moment, now), gt(moment, new Date(now.getTime() + FARTHEST_MS)));

type Claim<T extends PgTable> = {
  /** Which rows are due. */
  where: SQL | undefined;
  orderBy?: (SQL | PgColumn)[];
  limit: number;
  /** Postpones them for as long as the work may take, after which another process may take them. */
  lease: PgUpdateSetSource<T>;
};

/** Claims due rows for this process: other processes skip them. They are returned in any order. */
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
