import { asc, eq, getTableName, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import {
  AppError,
  brokenConstraint,
  isForeignKeyViolation,
  isUniqueViolation,
} from "../../core/values/errors.ts";
import { withoutPassedMoment } from "../../core/values/publication.ts";
import { audit, nameOfStaff } from "../history/audit.staff.server.ts";
import type { AuditEntry } from "../history/audit-entries.operations.server.ts";
import type { ListQuery } from "../list/list-query.ts";
import { type Listing, listRecords } from "../list/listing.staff.server.ts";
import { lockRows, type ManagedTable } from "../records.staff.server.ts";
import { type BinnedRow, bin } from "./bin.table.server.ts";

/** Rows of other tables that are deleted and restored together with a row. */
type DependentRows = (id: string) => { table: PgTable; where: SQL }[];

type Deletion<T extends ManagedTable> = {
  label: (row: T["$inferSelect"]) => string;
  dependents?: DependentRows;
};

/** What a deletion did: how many rows went, and the batch that brings them back. */
export type Deleted = { count: number; batch: string };

/** Moves rows of a table to the bin. Rows that no longer exist are skipped. */
export async function deleteRecords<T extends ManagedTable>(
  db: StaffDb,
  table: T,
  ids: readonly string[],
  { label, dependents }: Deletion<T>,
): Promise<Deleted> {
  const rows = (await lockRows(db, table, ids)) as (T["$inferSelect"] & { id: string })[];
  const batch = newId();
  if (rows.length === 0) return { count: 0, batch };
  const entity = getTableName(table);
  const deleted_by_name = await nameOfStaff(db);
  const condition = inArray(
    table.id,
    rows.map(({ id }) => id),
  );
  const whole = await wholeRows(db, table, condition);
  const entries = [];
  for (const row of rows) {
    const snapshot = whole.filter(({ row: one }) => one.id === row.id);
    for (const own of dependents?.(row.id) ?? []) {
      snapshot.push(...(await wholeRows(db, own.table, own.where)));
    }
    const reference = { entity, entity_id: row.id, label: label(row) };
    entries.push({ ...reference, batch, deleted_by: db.staffId, deleted_by_name, rows: snapshot });
  }
  await db.insert(bin).values(entries);
  await db.delete(table).where(condition);
  await audit(db, ...entries.map((entry) => auditEntry("delete", entry)));
  return { count: rows.length, batch };
}

/** Rows as the database itself writes them, so that they come back exactly as they were. */
async function wholeRows(db: StaffDb, table: PgTable, where: SQL): Promise<BinnedRow[]> {
  const rows = await rowsOf<Pick<BinnedRow, "row">>(
    db,
    sql`select to_jsonb(${table}.*) as row from ${table} where ${where}`,
  );
  return rows.map(({ row }) => ({ table: getTableName(table), row }));
}

function auditEntry(verb: string, entry: { entity: string; entity_id: string; label: string }) {
  const { entity, entity_id, label } = entry;
  return { action: `${entity}.${verb}`, entity, entity_id, label } satisfies AuditEntry;
}

/**
 * Restores everything that one deletion removed. Returns how many records came back.
 * @throws AppError 'not-found' when it is no longer in the bin; 'conflict' when something else has
 * taken its place since, or what it belongs to is gone.
 */
export async function restoreBatch(db: StaffDb, batch: string): Promise<number> {
  const entries = await db
    .select()
    .from(bin)
    .where(eq(bin.batch, batch))
    .orderBy(asc(bin.id))
    .for("update");
  if (entries.length === 0) throw new AppError("not-found", "nothing of this deletion is kept");
  try {
    // Table by table, parents first.
    const now = currentTime();
    const rows = entries.flatMap((entry) =>
      entry.rows.map(({ table, row }) => ({
        table,
        row: withoutPassedMoment(row, entry.deleted_at, now),
      })),
    );
    const byTable = Map.groupBy(rows, ({ table }) => table);
    for (const [table, rows] of byTable) await insertRows(db, table, rows);
  } catch (error) {
    const reason = conflictText(error);
    if (!reason) throw error;
    throw new AppError("conflict", reason, { cause: error });
  }
  await db.delete(bin).where(eq(bin.batch, batch));
  await audit(db, ...entries.map((entry) => auditEntry("restore", entry)));
  return entries.length;
}

/** Why the database does not take back what was deleted, where staff can do something about it. */
function conflictText(error: unknown): string | undefined {
  if (isUniqueViolation(error)) return "une fiche semblable existe déjà";
  if (isForeignKeyViolation(error)) {
    return "ce dont cette fiche dépend a été supprimé : rétablissez-le d’abord";
  }
  // The age from which nobody needs a guardian was raised since.
  if (brokenConstraint(error)?.endsWith("_minor")) {
    return "cette personne compte maintenant parmi les mineurs, et sa fiche n’a pas de responsable légal : inscrivez-la de nouveau, avec lui";
  }
  if (brokenConstraint(error) === "legal_texts_begin") {
    return "le jour à partir duquel ce texte devait s’appliquer est passé : une nouvelle version peut partir de celui d’avant";
  }
  return undefined;
}

/** Inserts the stored rows again, without their generated columns. */
async function insertRows(db: StaffDb, table: string, rows: readonly BinnedRow[]): Promise<void> {
  const restored = await rowsOf<{ name: string }>(
    db,
    sql`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`,
  );
  const columns = sql.join(
    restored.map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  await db.execute(sql`insert into ${sql.identifier(table)} (${columns}) select ${columns}
    from jsonb_populate_recordset(null::${sql.identifier(table)},
      ${JSON.stringify(rows.map(({ row }) => row))}::jsonb)`);
}

export type BinRow = Pick<
  typeof bin.$inferSelect,
  "id" | "batch" | "entity" | "label" | "deleted_at" | "deleted_by_name"
>;

/** The tables of which something is in the bin that the person may see. */
export async function listBinnedTables(db: StaffDb): Promise<string[]> {
  const rows = await db.selectDistinct({ entity: bin.entity }).from(bin);
  return rows.map(({ entity }) => entity);
}

/** What can still be restored, the latest deletion first. */
export function listBin(db: StaffDb, query: ListQuery): Promise<Listing<BinRow>> {
  const { id, batch, entity, label, deleted_at, deleted_by_name } = bin;
  const { entity: entityFilter } = query.filters;
  return listRecords(db, {
    table: bin,
    columns: { id, batch, entity, label, deleted_at, deleted_by_name },
    sorts: { deleted_at },
    where: [entityFilter ? eq(entity, entityFilter) : undefined],
    query,
  });
}
