import { isDeepStrictEqual } from "node:util";
import { eq, getTableColumns, getTableName, inArray, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { isId } from "../core/secrets/id.ts";
import { AppError, brokenConstraint } from "../core/values/errors.ts";
import { audit } from "./history/audit.staff.server.ts";
import {
  isVersionedRow,
  makesVersion,
  writeFirstVersions,
  writeVersions,
} from "./history/versions.operations.server.ts";
import { assertSeenVersions } from "./seen.operations.server.ts";

/** A table that staff manage: its rows have an id and a time of change. */
export type ManagedTable = PgTable & { id: PgColumn; updated_at: PgColumn };
type Values<T extends ManagedTable> = Partial<T["$inferInsert"]>;
type Row<T extends ManagedTable> = T["$inferSelect"];

/** Somebody else changed the row since it was opened; `current` is the row as they left it. */
export class EditConflict extends AppError {
  readonly current: Record<string, unknown> & { updated_at: Date };
  readonly table: ManagedTable;
  constructor(table: ManagedTable, current: Record<string, unknown>) {
    super("conflict", "changed by somebody else meanwhile");
    this.table = table;
    this.current = current as typeof this.current;
  }
}

/** The moment of a row's last change as forms carry it: to the millisecond, like JavaScript. */
export const versionOf = (row: { updated_at: Date }) => row.updated_at.toISOString();

// The form of a new record sends the id that the record will have, as an idempotency key: sent twice, or again because
// the first answer was lost, it creates one record.

const formIds = new WeakMap<StaffDb, string>();

/** Gives the id to the next record that this transaction creates. */
export const setFormId = (db: StaffDb, id: string): unknown => formIds.set(db, id);

/**
 * Runs an insert into a table with the id that the form gave, or with a new one. Returns the id.
 * @throws AppError 'conflict' when the record of this form is there already.
 */
async function insertWithFormId(
  db: StaffDb,
  table: string,
  insert: (id: string) => PromiseLike<unknown>,
): Promise<string> {
  const formId = formIds.get(db);
  const id = formId ?? newId();
  try {
    await insert(id);
  } catch (error) {
    if (formId === undefined || brokenConstraint(error) !== `${table}_pkey`) throw error;
    throw new AppError(
      "conflict",
      "Cette fiche est déjà enregistrée\u202f: un envoi précédent était bien arrivé. Vous la trouverez dans la liste.",
    );
  }
  // Not before: an insert may be tried again under another name.
  formIds.delete(db);
  return id;
}

/**
 * Adds a row and its audit entry. Returns its id.
 * @param parts What else the log says of it: rows of another table that its form holds.
 */
export async function createRecord<T extends ManagedTable>(
  db: StaffDb,
  table: T,
  values: Values<T>,
  label: string,
  parts: Record<string, unknown> = {},
): Promise<string> {
  const entity = getTableName(table);
  const id = await insertWithFormId(db, entity, (newRowId) =>
    db.insert(table).values({ ...values, id: newRowId } as never),
  );
  const after = { ...values, ...parts };
  await audit(db, { action: `${entity}.create`, entity, entity_id: id, label, after });
  if (isVersionedRow(table, values)) await writeVersions(db, table, [id], parts);
  return id;
}

/** Rows of another table that the form of a row holds too, under a name of their own: as they were, and become. */
type Parts = { before: Record<string, unknown>; after: Record<string, unknown> };

/**
 * Changes a row, and writes down what changed. A change of its `parts` alone is one of the row.
 * @param version What `versionOf` said when the form was opened; absent for a change that does not
 * depend on what was there.
 * @throws EditConflict; AppError 'not-found'.
 */
export async function updateRecord<T extends ManagedTable>(
  db: StaffDb,
  table: T,
  id: string,
  values: Values<T>,
  {
    label,
    version,
    action = "update",
    parts,
  }: { label: string; version?: string; action?: string; parts?: Parts },
): Promise<void> {
  const current = { ...(await lockRow(db, table, id)), ...parts?.before };
  if (version !== undefined && versionOf(current as { updated_at: Date }) !== version) {
    throw new EditConflict(table, current);
  }
  const { before, after } = difference(current, { ...values, ...parts?.after });
  if (Object.keys(after).length === 0) return;
  // A sample that staff have edited is content of theirs, and is kept when the samples are removed.
  const own = action.startsWith("update") && "is_sample" in table ? { is_sample: false } : {};
  const isVersion =
    makesVersion(table, Object.keys(after), parts?.after) && isVersionedRow(table, current);
  if (isVersion) await writeFirstVersions(db, table, [id], parts?.before);
  await db
    .update(table)
    .set({ ...values, ...own } as never)
    .where(eq(table.id, id));
  const entity = getTableName(table);
  await audit(db, { action: `${entity}.${action}`, entity, entity_id: id, label, before, after });
  if (isVersion) await writeVersions(db, table, [id], parts?.after);
}

/** The same change for several rows, each with its own audit entry. Returns how many changed. */
export async function updateRecords<T extends ManagedTable>(
  db: StaffDb,
  table: T,
  ids: readonly string[],
  values: Values<T>,
  { label, action = "update" }: { label: (row: Row<T>) => string; action?: string },
): Promise<number> {
  const rows = await lockRows(db, table, ids);
  const changes = rows
    .map((row) => ({ row, ...difference(row, values) }))
    .filter(({ after }) => Object.keys(after).length > 0);
  if (changes.length === 0) return 0;
  const changed = changes.map(idOf);
  const isVersion = makesVersion(table, Object.keys(values));
  if (isVersion) await writeFirstVersions(db, table, changed);
  await db
    .update(table)
    .set(values as never)
    .where(inArray(table.id, changed));
  if (isVersion) await writeVersions(db, table, changed);
  const entity = getTableName(table);
  await audit(
    db,
    ...changes.map(({ row, before, after }) => ({
      action: `${entity}.${action}`,
      entity,
      entity_id: (row as { id: string }).id,
      label: label(row as Row<T>),
      before,
      after,
    })),
  );
  return changes.length;
}

const idOf = ({ row }: { row: Record<string, unknown> }) => row.id as string;

/** The row with the id of an address, which may not be an id at all. */
export async function findRecord<T extends ManagedTable>(
  db: StaffDb,
  table: T,
  id: string,
): Promise<Row<T> | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select()
    .from(table as PgTable)
    .where(eq(table.id, id));
  return row as Row<T> | undefined;
}

/** Locks a row until the transaction ends. @throws AppError 'not-found' */
export async function lockRow<T extends ManagedTable>(db: StaffDb, table: T, id: string) {
  const [row] = await lockRows(db, table, [id]);
  if (!row) throw new AppError("not-found", `${getTableName(table)} ${id} is not there`);
  return row;
}

/** Locks the rows of these ids that exist until the transaction ends, always in the same order. */
export async function lockRows<T extends ManagedTable>(
  db: StaffDb,
  table: T,
  ids: readonly string[],
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select(readableColumns(table))
    .from(table as PgTable)
    .where(inArray(table.id, ids.filter(isId)))
    .orderBy(table.id)
    .for("update");
  assertSeenVersions(db, rows, ids);
  return rows;
}

/**
 * The columns that are left out when a row is locked and compared: the roles of the office have no grant on them
 * (database/office-rights.sql).
 */
const HIDDEN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  // The network and the browser that a registration came from: only rate limits read them.
  event_registrations: ["network", "wider_network", "browser"],
};

function readableColumns(table: ManagedTable) {
  const hidden = HIDDEN_COLUMNS[getTableName(table)] ?? [];
  const columns = Object.entries(getTableColumns(table as PgTable));
  return Object.fromEntries(columns.filter(([name]) => !hidden.includes(name)));
}

/** The fields of `values` that differ from `current`, as they were and as they become. */
function difference(current: Record<string, unknown>, values: Record<string, unknown>) {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(values)) {
    if (isSameInLog(current[field], value)) continue;
    before[field] = current[field] ?? null;
    after[field] = value ?? null;
  }
  return { before, after };
}

/** Whether two values are the same in the log: PostgreSQL reorders the keys of objects, which is not a change. */
export const isSameInLog = (one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(asJson(one), asJson(other));

/** A value as the log stores it. */
export const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));

/**
 * Swaps a row with its neighbour in an order. Returns whether there was a neighbour. All rows of the
 * order are locked in the same sequence, so that two people who move rows at once wait for each other.
 */
export async function moveRecord<T extends ManagedTable>(
  db: StaffDb,
  table: T,
  id: string,
  { by, direction, within, label }: Move<T>,
): Promise<boolean> {
  const row = await findRecord(db, table, id);
  if (!row) throw new AppError("not-found", `${getTableName(table)} ${id} is not there`);
  const locked = (await db
    .select()
    .from(table as PgTable)
    .where(within?.(row))
    .orderBy(table.id)
    .for("update")) as (Row<T> & { id: string })[];
  const place = (one: Row<T>) => one[by as keyof Row<T>] as number;
  const rows = locked.sort((a, b) => place(a) - place(b));
  const from = rows.findIndex((one) => one.id === id);
  const to = direction === "up" ? from - 1 : from + 1;
  const [current, neighbour] = [rows[from], rows[to]];
  if (!current || !neighbour) return false;
  // Two rows may share a place, as when one came back from the bin: then all are numbered anew.
  const shared = rows.some(
    (one, index) => index > 0 && place(one) === place(rows[index - 1] as Row<T>),
  );
  const places = rows.map((one, index) => (shared ? index + 1 : place(one)));
  rows[from] = neighbour;
  rows[to] = current;
  for (const [index, one] of rows.entries()) {
    if (place(one) === places[index]) continue;
    const change = { [by]: places[index] } as Values<T>;
    await updateRecord(db, table, one.id, change, { label: label(one), action: "move" });
  }
  return true;
}

type Move<T extends ManagedTable> = {
  /** The column of the order. */
  by: string;
  direction: "up" | "down";
  /** The rows that share the order, when it is not the whole table. */
  within?: (row: Row<T>) => SQL;
  label: (row: Row<T>) => string;
};
