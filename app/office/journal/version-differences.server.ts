import { isDeepStrictEqual } from "node:util";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { aroundChanges, type Stretch, textDifference } from "../../core/values/text-difference.ts";
import { withMarkdownTexts } from "../../texts/read-text.server.ts";
import type { TextFormat } from "../../texts/text-document.ts";
import { recordsOf } from "../frame/notions.ts";
import { changesOf, referencesIn } from "./audit-changes.ts";
import { findNamedRows } from "./named-rows.staff.server.ts";

type Values = Readonly<Record<string, unknown>>;

/** A field that differs, with what was taken out of it and put in. */
export type FieldDifference = { name: string; stretches: Stretch[] };

const EMPTY = "(vide)";

/** What differs between two versions of a record, field by field, in words. */
export async function differencesOf(
  db: StaffDb,
  entity: string,
  before: Values,
  after: Values,
): Promise<FieldDifference[]> {
  const [was, is] = [asRead(entity, before), asRead(entity, after)];
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !isDeepStrictEqual(was[field] ?? null, is[field] ?? null),
  );
  const entry = { entity, before: pick(was, fields), after: pick(is, fields) };
  const named = await findNamedRows(db, referencesIn(entry));
  return changesOf(entry, named).flatMap(({ name, was: old = "", is: now }) => {
    const stretches = aroundChanges(textDifference(orNothing(old), orNothing(now)));
    // Two files of one name, or a number written otherwise, are the same to whoever reads.
    return stretches.some(({ kind }) => kind !== "same") ? [{ name, stretches }] : [];
  });
}

const orNothing = (words: string) => (words === EMPTY ? "" : words);
const pick = (values: Values, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? null]));

/** Texts of lines as the Markdown that they would be: how a text is written is no difference in it. */
function asRead(entity: string, values: Values): Values {
  const isWritten = entity !== "page_sections" || values.section_type === "text";
  const long = isWritten ? (recordsOf(entity)?.longTexts ?? []) : [];
  const { format, ...rest } = values;
  if (long.length === 0) return rest;
  const row: Record<string, unknown> & { format?: TextFormat } = {
    ...rest,
    format: format as TextFormat,
  };
  const { format: _format, ...read } = withMarkdownTexts(row, long);
  return read;
}
