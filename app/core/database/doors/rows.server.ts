import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../engine.server.ts";

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
