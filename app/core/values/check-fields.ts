import type * as z from "zod";

/** The values of a form, as strings by field name: shown again when something is wrong. */
export type FormValues = Record<string, string>;
/** The errors by field name: a message key (`validation.…`), or the sentence itself in the back office. */
export type FieldErrors = Record<string, string>;

export type Submission<T> =
  | { ok: true; value: T; values: FormValues }
  | { ok: false; values: FormValues; errors: FieldErrors };

/** Checks the fields against a schema; the first message of a field counts. */
export function checkFields<T>(values: FormValues, schema: z.ZodType<T>): Submission<T> {
  const result = schema.safeParse(values);
  if (result.success) return { ok: true, value: result.data, values };
  const errors: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? "");
    errors[field] ??= issue.message;
  }
  return { ok: false, values, errors };
}

/** A field that people do not see; only programs fill it in. */
export const HONEYPOT = "website";

/** The fields of a record as a form shows them: lists one entry per line, a flag as a ticked box. */
export function fieldTexts(record: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, fieldText(value)]),
  );
}

function fieldText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join("\n");
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
