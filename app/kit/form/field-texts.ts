import type { FormValues } from "../../core/values/check-fields.ts";

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
