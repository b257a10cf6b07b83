import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { StaffDb } from "../platform/database/doors.server.ts";

/** What contains the words, whatever their accents and case: found by the trigram index. */
export function matches(search: PgColumn, words: string): SQL {
  const pattern = `%${words.replaceAll(/[\\%_]/g, "\\$&")}%`;
  return sql`${search} like search_form(${pattern})`;
}

/** The same for words that many rows contain: each row is looked at, in whatever order they come. */
export function contains(search: PgColumn, words: string): SQL {
  return sql`strpos(${search}, search_form(${words})) > 0`;
}

/** From this share of the rows on, looking at each costs less than their index. */
const COMMON = 0.1;

/**
 * Whether words are common in a table. PostgreSQL itself cannot know: it keeps its statistics of a
 * column from whoever has row-level security before them. One page in a thousand tells.
 */
export async function areCommon(
  db: StaffDb,
  table: PgTable,
  search: PgColumn,
  words: string,
): Promise<boolean> {
  const { rows } = (await db.execute(
    sql`select coalesce(avg((${contains(search, words)})::int), 0)::float as share
      from ${table} tablesample system (0.1)`,
  )) as unknown as { rows: { share: number }[] };
  return (rows[0]?.share ?? 0) >= COMMON;
}
