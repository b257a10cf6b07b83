import { getTableColumns, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import type { BinnedRow } from "../bin/bin.table.server.ts";
import { definitionOf } from "../definitions.server.ts";
import type { ManagedTable } from "../records.staff.server.ts";
import { translations } from "./translations.table.server.ts";
import { versions } from "./versions.table.server.ts";

/** How many versions of one record are kept. */
export const MAX_VERSIONS = 50;

/** What stands in the form of a record beside its columns, by its name: the packages of an event. */
type Parts = Readonly<Record<string, unknown>>;

/** Whether a change of these fields makes a version of a row of the table. */
export function makesVersion(table: ManagedTable, fields: readonly string[], parts: Parts = {}) {
  const versioned = definitionOf(getTableName(table))?.versioned;
  const isVersioned = (field: string) =>
    versioned?.columns.includes(field) || Object.hasOwn(parts, field);
  return !!versioned && fields.some(isVersioned);
}

/** Whether a row is one of those that have versions: of the settings, only those that hold words and pictures. */
export function isVersionedRow(
  table: ManagedTable,
  row: Readonly<Record<string, unknown>>,
): boolean {
  const only = definitionOf(getTableName(table))?.versioned?.only;
  return !only?.is || only.is.some((one) => one === row[only.column]);
}

/**
 * Writes a version of each row, unless its last version says the same. The change has locked the rows, so the numbers
 * of one record have no gaps. Only the last 50 versions stay.
 */
export async function writeVersions(
  db: StaffDb,
  table: ManagedTable,
  ids: readonly string[],
  parts?: Parts,
): Promise<void> {
  const entity = getTableName(table);
  const versioned = definitionOf(entity)?.versioned;
  if (!versioned || ids.length === 0) return;
  const { columns } = versioned;
  // What is not told this time is as it was last: a change of several rows knows no parts.
  const beside = parts
    ? sql`${JSON.stringify(parts)}::jsonb`
    : sql`coalesce(last."values" - array[${names(columns)}], '{}')`;
  await db.execute(sql`
    with current as (
      select ${table.id} as entity_id, coalesce(last.number, 0) + 1 as number,
        ${versionedValues(table, columns)} || ${beside} as "values", last."values" as before
      from ${table} left join lateral (select v.number, v."values" from versions v
        where v.entity = ${entity} and v.entity_id = ${table.id}
        order by v.number desc limit 1) last on true
      where ${inArray(table.id, [...ids])} and ${hasVersions(table)}
    ), written as (
      insert into versions (id, entity, entity_id, number, staff_id, "values")
      select new_ids.id, ${entity}, current.entity_id, current.number, ${db.staffId}::uuid, current."values"
      from current join ${newIds(ids)} on new_ids.row_id = current.entity_id
      where current.before is distinct from current."values"
      returning entity_id, number
    )
    delete from versions old using written
    where old.entity = ${entity} and old.entity_id = written.entity_id
      and old.number <= written.number - ${MAX_VERSIONS}::int`);
}

/**
 * Writes what a record says before its first change that makes a version, as version 1 without an author: it comes from
 * the samples, or from before there were versions.
 */
export async function writeFirstVersions(
  db: StaffDb,
  table: ManagedTable,
  ids: readonly string[],
  parts: Parts = {},
): Promise<void> {
  const entity = getTableName(table);
  const versioned = definitionOf(entity)?.versioned;
  if (!versioned || ids.length === 0) return;
  const { columns } = versioned;
  await db.execute(sql`
    insert into versions (id, entity, entity_id, number, written_at, "values")
    select new_ids.id, ${entity}, ${table.id}, 1, ${table.updated_at},
      ${versionedValues(table, columns)} || ${JSON.stringify(parts)}::jsonb
    from ${table} join ${newIds(ids)} on new_ids.row_id = ${table.id}
    where ${hasVersions(table)}
      and not exists (select from versions v where v.entity = ${entity} and v.entity_id = ${table.id})`);
}

/** Whether a row is one of those that staff write: a file is, as a document, and a setting that holds words. */
function hasVersions(table: ManagedTable): SQL {
  const only = definitionOf(getTableName(table))?.versioned?.only;
  if (!only) return sql`true`;
  const column = sql`${table}.${sql.identifier(only.column)}`;
  return only.is ? inArray(column, [...only.is]) : column;
}

const names = (columns: readonly string[]): SQL =>
  sql.join(
    columns.map((column) => sql`${column}::text`),
    sql`, `,
  );

/** The columns that a version holds, as one JSON value. */
const versionedValues = (table: ManagedTable, columns: readonly string[]): SQL =>
  sql`jsonb_build_object(${sql.join(
    columns.map((column) => sql`${column}::text, ${table}.${sql.identifier(column)}`),
    sql`, `,
  )})`;

/** An id for what is written of each row. */
const newIds = (ids: readonly string[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(ids.map((row_id) => ({ row_id, id: newId() })))}::jsonb)
    as new_ids (row_id uuid, id uuid)`;

/** JSON has no moments: columns that hold one get theirs back. */
export function withDates(table: ManagedTable, values: Readonly<Record<string, unknown>>) {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const isMoment = columns[name]?.dataType === "date" && typeof value === "string";
      return [name, isMoment ? new Date(value) : value];
    }),
  );
}

/** Deletes the versions and the state of translation of records that leave the bin for good. */
export async function deleteHistory(db: SystemDb, rows: readonly BinnedRow[]): Promise<void> {
  const ids = rows.flatMap(({ row }) => (typeof row.id === "string" ? [row.id] : []));
  if (ids.length === 0) return;
  await db.delete(versions).where(inArray(versions.entity_id, ids));
  await db.delete(translations).where(inArray(translations.entity_id, ids));
}

/** The tables whose rows have versions or translations. */
const TABLES = sql`select entity from versions union select entity from translations`;

/**
 * Deletes the versions and the state of translation of records that are neither in their table nor in the bin, such as
 * samples that were removed. Returns how many versions were deleted.
 */
export async function deleteOrphanedHistory(db: SystemDb, atOnce: number): Promise<number> {
  const { rows: tables } = (await db.execute(sql`
    select t.table_name as name from information_schema.tables t
    where t.table_schema = 'public' and t.table_name in (${TABLES})`)) as unknown as {
    rows: { name: string }[];
  };
  let removedVersions = 0;
  for (const { name } of tables) {
    await db
      .delete(translations)
      .where(inArray(translations.id, orphans("translations", name, atOnce)));
    const removed = await db
      .delete(versions)
      .where(inArray(versions.id, orphans("versions", name, atOnce)))
      .returning({ id: versions.id });
    removedVersions += removed.length;
  }
  return removedVersions;
}

const orphans = (history: string, table: string, atOnce: number): SQL =>
  sql`(select n.id from ${sql.identifier(history)} n where n.entity = ${table}
    and not exists (select from ${sql.identifier(table)} r where r.id = n.entity_id)
    and not exists (select from bin, jsonb_array_elements(bin.rows) b
      where b -> 'row' ->> 'id' = n.entity_id::text)
    limit ${atOnce})`;
