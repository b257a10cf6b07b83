import { desc, eq } from "drizzle-orm";
import * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { AppError, FieldRefused, isUniqueViolation } from "../core/values/errors.ts";
import { formatDate, isoDay } from "../i18n/format.ts";
import { day, oneOf } from "../kit/form/schema.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import {
  createRecord,
  findRecord,
  lockRow,
  lockRows,
  updateRecord,
} from "../records/records.staff.server.ts";
import { normaliseTexts } from "../texts/normalise-texts.operations.server.ts";
import { parseText } from "../texts/parse.server.ts";
import { MARKDOWN, requiredText, sentText } from "../texts/text-fields.ts";
import {
  hasApplied,
  LEGAL_DOCUMENTS,
  LEGAL_LABELS,
  type LegalDocument,
  type LegalState,
  stateOf,
} from "./legal-documents.ts";
import { legalTexts } from "./legal-texts.table.server.ts";
import { placeholderProblem } from "./placeholders.ts";

export type LegalRow = Pick<
  typeof legalTexts.$inferSelect,
  "id" | "document" | "starts_on" | "published" | "updated_at"
> & { state: LegalState };

const today = () => isoDay(currentTime());

const labelOf = ({ document, starts_on }: { document: LegalDocument; starts_on: string }) =>
  `${LEGAL_LABELS[document]} (${formatDate("fr", starts_on)})`;

/** Every version that the federation wrote, the latest first. There are a few in a year. */
export async function listLegalTexts(db: StaffDb): Promise<LegalRow[]> {
  const { id, document, starts_on, published, updated_at } = legalTexts;
  const rows = await db
    .select({ id, document, starts_on, published, updated_at })
    .from(legalTexts)
    .orderBy(desc(starts_on), desc(id));
  return rows.map((row) => ({ ...row, state: stateOf(row, rows, today()) }));
}

export const findLegalText = (db: StaffDb, id: string) => findRecord(db, legalTexts, id);

/** The version that a new one starts from: the last one that was written; undefined for the site's own text. */
export async function findLatestText(db: StaffDb, document: LegalDocument) {
  const [row] = await db
    .select()
    .from(legalTexts)
    .where(eq(legalTexts.document, document))
    .orderBy(desc(legalTexts.published), desc(legalTexts.starts_on))
    .limit(1);
  return row;
}

const TEXTS = {
  content: { max: 60_000, required: "Le texte est requis" },
  content_en: { max: 60_000 },
};

/** The values to store. @throws FieldRefused for a day that is over and a text that cannot be promised */
async function checkedValues(
  db: StaffDb,
  form: LegalForm,
  before?: { format: "plain" | "markdown" },
) {
  if (form.starts_on < today()) {
    throw new FieldRefused(
      "starts_on",
      "Ce jour est passé : un texte ne s’applique pas à ce qui a été accepté avant lui",
    );
  }
  const values = await normaliseTexts(db, form, TEXTS, before);
  for (const field of ["content", "content_en"] as const) {
    const text = values[field];
    const problem = text && placeholderProblem(form.document, parseText(text));
    if (problem) throw new FieldRefused(field, problem);
  }
  return values;
}

async function withDayCheck<T>(saving: Promise<T>): Promise<T> {
  try {
    return await saving;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FieldRefused("starts_on", "Une autre version s’applique déjà à partir de ce jour");
  }
}

/** @throws FieldRefused for a day that is over or taken, and for a text that breaks what the site promises */
export async function createLegalText(db: StaffDb, form: LegalForm): Promise<string> {
  const values = await checkedValues(db, form);
  return withDayCheck(createRecord(db, legalTexts, values, labelOf(form)));
}

const FROZEN =
  "elle s’applique déjà et ne change plus ; une nouvelle version peut partir de son texte";

/** @throws AppError 'conflict' when it applies or has applied; FieldRefused as for a new one */
export async function updateLegalText(
  db: StaffDb,
  id: string,
  form: LegalForm,
  version?: string,
): Promise<void> {
  const before = (await lockRow(db, legalTexts, id)) as typeof legalTexts.$inferSelect;
  if (hasApplied(before, today())) throw new AppError("conflict", `Version gardée : ${FROZEN}.`);
  // A version never moves to the other document.
  const values = await checkedValues(db, { ...form, document: before.document }, before);
  await withDayCheck(updateRecord(db, legalTexts, id, values, { label: labelOf(values), version }));
}

/** Deletes drafts and versions to come. @throws AppError 'conflict' for one that applies or has applied */
export async function deleteLegalTexts(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  const rows = (await lockRows(db, legalTexts, ids)) as (typeof legalTexts.$inferSelect)[];
  if (rows.some((row) => hasApplied(row, today()))) throw new AppError("conflict", FROZEN);
  return deleteRecords(db, legalTexts, ids, { label: labelOf });
}

const fields = z.object({
  document: oneOf(LEGAL_DOCUMENTS, "Choisissez le texte"),
  starts_on: day("Choisissez le jour à partir duquel cette version s’applique"),
  content: requiredText("Le texte est requis"),
  content_en: sentText,
  published: z
    .enum(["draft", "published"])
    .default("draft")
    .transform((value) => value === "published"),
});

/** What staff write of a version. */
export const legalFormSchema = fields.transform((version) => ({ ...version, ...MARKDOWN }));

type LegalForm = z.output<typeof legalFormSchema>;
