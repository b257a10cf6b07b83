import type * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { checkFields, type FieldErrors, type FormValues } from "../../core/values/check-fields.ts";
import { AppError } from "../../core/values/errors.ts";
import { withDates } from "../../records/history/versions.operations.server.ts";
import type { ManagedTable } from "../../records/records.staff.server.ts";
import { FieldRefused } from "./save.server.ts";

type Parts<Stored, Form> = {
  table: ManagedTable;
  find(db: StaffDb, id: string): Promise<Stored | undefined>;
  fieldsOf(row: Stored): FormValues;
  update(db: StaffDb, id: string, value: Form, version?: string): Promise<unknown>;
};
type Schema<Stored, Form> =
  | z.ZodType<Form>
  | ((db: StaffDb, row: Stored) => Promise<z.ZodType<Form>>);

/** How a record is read, shown in its form, checked and saved: the same for an old version of it. */
export const recordForm = <Stored, Form, S extends Schema<Stored, Form>>(
  form: Parts<Stored, Form> & { schema: S },
) => form;

/** The form of any record, whose rows and values only itself knows. */
export type AnyRecordForm = Omit<Parts<never, never>, "find"> & {
  find(db: StaffDb, id: string): Promise<{ updated_at: Date } | undefined>;
  schema: Schema<never, unknown>;
  /** The fields of an old version that its columns alone do not say. */
  complete?: (db: StaffDb, fields: FormValues) => Promise<FormValues>;
};

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
  { table, find, fieldsOf, schema, update, complete }: AnyRecordForm,
  id: string,
  { values, seen }: { values: Readonly<Record<string, unknown>>; seen: string },
): Promise<void> {
  const row = await find(db, id);
  if (!row) throw new AppError("not-found", "the record is gone");
  const then = { ...row, ...withDates(table, values) };
  const shown = fieldsOf(then as never);
  const fields = complete ? await complete(db, shown) : shown;
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
