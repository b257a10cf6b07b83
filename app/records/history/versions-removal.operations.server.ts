import { inArray, type SQL, sql } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import type { BinnedRow } from "../bin/bin.table.server.ts";
import { translations } from "./translations.table.server.ts";
import { versions } from "./versions.table.server.ts";

/** Takes what is noted beside records away with those that leave the bin for good. */
export async function forgetRecords(db: SystemDb, rows: readonly BinnedRow[]): Promise<void> {
  const ids = rows.flatMap(({ row }) => (typeof row.id === "string" ? [row.id] : []));
  if (ids.length === 0) return;
  await db.delete(versions).where(inArray(versions.entity_id, ids));
  await db.delete(translations).where(inArray(translations.entity_id, ids));
}

/** The tables with something noted beside their rows: what came from elsewhere is no name of a table. */
const TABLES = sql`select entity from versions union select entity from translations`;

/**
 * Takes away what is noted of records that are neither there nor in the bin: samples that were removed, files
 * that were deleted. Returns how many versions went.
 */
export async function forgetLostRecords(db: SystemDb, atOnce: number): Promise<number> {
  const { rows: tables } = (await db.execute(sql`
    select t.table_name as name from information_schema.tables t
    where t.table_schema = 'public' and t.table_name in (${TABLES})`)) as unknown as {
    rows: { name: string }[];
  };
  let gone = 0;
  for (const { name } of tables) {
    await db
      .delete(translations)
      .where(inArray(translations.id, lost("translations", name, atOnce)));
    const removed = await db
      .delete(versions)
      .where(inArray(versions.id, lost("versions", name, atOnce)))
      .returning({ id: versions.id });
    gone += removed.length;
  }
  return gone;
}

const lost = (noted: string, table: string, atOnce: number): SQL =>
  sql`(select n.id from ${sql.identifier(noted)} n where n.entity = ${table}
    and not exists (select from ${sql.identifier(table)} r where r.id = n.entity_id)
    and not exists (select from bin, jsonb_array_elements(bin.rows) b
      where b -> 'row' ->> 'id' = n.entity_id::text)
    limit ${atOnce})`;
