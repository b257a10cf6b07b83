import type * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { checkFields, type FieldErrors, type FormValues } from "../../core/values/check-fields.ts";
import { AppError, FieldRefused } from "../../core/values/errors.ts";
import type { Deleted } from "../../records/bin/bin.staff.server.ts";
import { withDates } from "../../records/history/versions.operations.server.ts";
import type { ManagedTable } from "../../records/records.staff.server.ts";

type Parts<Stored, Form> = {
  table: ManagedTable;
  find(db: StaffDb, id: string): Promise<Stored | undefined>;
  fieldsOf(row: Stored): FormValues;
  update(db: StaffDb, id: string, value: Form, version?: string): Promise<unknown>;
  /** Moves records to the bin, as their list does: it undoes a creation. */
  remove?(db: StaffDb, ids: readonly string[]): Promise<Deleted>;
};
type Schema<Stored, Form> =
  | z.ZodType<Form>
  | ((db: StaffDb, row: Stored) => Promise<z.ZodType<Form>>);

/** How a record is read, shown in its form, checked and saved; an old version is restored through it too. */
export const recordForm = <Stored, Form, S extends Schema<Stored, Form>>(
  form: Parts<Stored, Form> & { schema: S },
) => form;

/** The form of any record, without the types of its rows and values. */
export type AnyRecordForm = Omit<Parts<never, never>, "find"> & {
  find(db: StaffDb, id: string): Promise<{ updated_at: Date } | undefined>;
  schema: Schema<never, unknown>;
  /** Adds the fields of an old version that do not follow from its columns. */
  complete?: (db: StaffDb, fields: FormValues) => Promise<FormValues>;
};

/** An old version cannot be restored, with the reason for each field. */
export class RestoreRefused extends AppError {
  readonly errors: FieldErrors;
  constructor(errors: FieldErrors) {
    super("conflict", "this version cannot be brought back as it was");
    this.errors = errors;
  }
}

/**
 * Saves an old version as if somebody had typed it into the form: with all checks and effects of a save. What a
 * version does not hold keeps its present value.
 * @throws RestoreRefused, EditConflict, AppError
 */
export async function restoreValues(
  db: StaffDb,
  { table, find, fieldsOf, schema, update, complete }: AnyRecordForm,
  id: string,
  { values, seen, told }: { values: Readonly<Record<string, unknown>>; seen: string; told: string },
): Promise<void> {
  const row = await find(db, id);
  if (!row) throw new AppError("not-found", "the record is gone");
  const then = { ...row, ...withDates(table, values) };
  const shown = fieldsOf(then as never);
  const fields = { ...(complete ? await complete(db, shown) : shown), ...(told && { told }) };
  const checks = typeof schema === "function" ? await schema(db, row as never) : schema;
  const checked = checkFields(fields, checks);
  if (!checked.ok) throw new RestoreRefused(checked.errors);
  try {
    await update(db, id, checked.value as never, seen);
  } catch (error) {
    if (!(error instanceof FieldRefused)) throw error;
    const { field, message } = error;
    throw new RestoreRefused({ [typeof field === "string" ? field : field(fields)]: message });
  }
}
