import type * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { checkFields, type FieldErrors, type FormValues } from "../../core/values/check-fields.ts";
import { AppError } from "../../core/values/errors.ts";
import { withDates } from "../../records/history/versions.operations.server.ts";
import type { ManagedTable } from "../../records/records.staff.server.ts";
import { FieldRefused } from "./save.server.ts";

type Row = Record<string, unknown> & { updated_at: Date };

/** How a record is read, shown in its form, checked and saved: the same for an old version of it. */
export type Restorable = {
  table: ManagedTable;
  find: (db: StaffDb, id: string) => Promise<Row | undefined>;
  fieldsOf: (db: StaffDb, row: Row) => FormValues | Promise<FormValues>;
  schemaOf: (db: StaffDb, row: Row) => z.ZodType | Promise<z.ZodType>;
  update: (db: StaffDb, id: string, value: unknown, version: string) => Promise<unknown>;
};

type Restoring<Stored, Form> = {
  table: ManagedTable;
  find: (db: StaffDb, id: string) => Promise<Stored | undefined>;
  fieldsOf: (row: Stored) => FormValues;
  schema: z.ZodType<Form> | ((db: StaffDb, row: Stored) => Promise<z.ZodType<Form>>);
  update: (db: StaffDb, id: string, value: Form, version?: string) => Promise<unknown>;
};

/** What a notion says of its form, so that an old version goes through it. */
export function restorable<Stored extends { updated_at: Date }, Form>(
  own: Restoring<Stored, Form>,
): Restorable {
  const { table, find, fieldsOf, schema, update } = own;
  return {
    table,
    find: find as Restorable["find"],
    fieldsOf: (_db, row) => fieldsOf(row as unknown as Stored),
    schemaOf: (db, row) =>
      typeof schema === "function" ? schema(db, row as unknown as Stored) : schema,
    update: update as Restorable["update"],
  };
}

/** Why an old version cannot be what the record is now, beside the field that is in the way. */
export class RestoreRefused extends AppError {
  readonly errors: FieldErrors;
  constructor(errors: FieldErrors) {
    super("conflict", "this version cannot be brought back as it was");
    this.errors = errors;
  }
}

/**
 * Saves what an old version says as if it stood in the form of today: with all its checks and all that follows
 * a save. What a version does not hold stays.
 * @throws RestoreRefused, EditConflict, AppError
 */
export async function restoreValues(
  db: StaffDb,
  { table, find, fieldsOf, schemaOf, update }: Restorable,
  id: string,
  { values, seen }: { values: Readonly<Record<string, unknown>>; seen: string },
): Promise<void> {
  const row = await find(db, id);
  if (!row) throw new AppError("not-found", "the record is gone");
  const then = { ...row, ...withDates(table, values) };
  const fields = await fieldsOf(db, then);
  const checked = checkFields(fields, await schemaOf(db, row));
  if (!checked.ok) throw new RestoreRefused(checked.errors);
  try {
    await update(db, id, checked.value, seen);
  } catch (error) {
    if (!(error instanceof FieldRefused)) throw error;
    const { field, message } = error;
    throw new RestoreRefused({ [typeof field === "string" ? field : field(fields)]: message });
  }
}
