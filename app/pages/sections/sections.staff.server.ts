import { asc, eq, sql } from "drizzle-orm";
import type * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { AppError, FieldRefused } from "../../core/values/errors.ts";
import { recordForm } from "../../kit/form/restoring.server.ts";
import { formDefaults } from "../../kit/form/save.server.ts";
import { freeSlug, slugify } from "../../kit/form/slug.ts";
import { type Deleted, deleteRecords } from "../../records/bin/bin.staff.server.ts";
import {
  createRecord,
  findRecord,
  lockRow,
  lockRows,
  moveRecord,
  updateRecord,
  updateRecords,
} from "../../records/records.staff.server.ts";
import { normaliseTexts } from "../../texts/normalise-texts.operations.server.ts";
import { withMarkdownTexts } from "../../texts/read-text.server.ts";
import { sectionName } from "../pages.record.ts";
import { findPageForStaff } from "../pages.staff.server.ts";
import { pageSections, pages } from "../pages.table.server.ts";
import { HOME_SLUG, isHomeKey, type SectionType } from "../pages.ts";
import {
  type HomeSectionForm,
  homeSectionSchema,
  type SectionForm,
  sectionFormSchema,
} from "./section-schema.ts";
import { settingsFields } from "./section-settings.ts";

export type StoredSection = typeof pageSections.$inferSelect;

const label = sectionName;
const TEXTS = {
  content: { max: 50_000, required: "Le contenu est requis" },
  content_en: { max: 50_000 },
};

/** The sections of a page in their order, inactive ones too. */
export function listSections(db: StaffDb, page_id: string): Promise<StoredSection[]> {
  return db
    .select()
    .from(pageSections)
    .where(eq(pageSections.page_id, page_id))
    .orderBy(asc(pageSections.sort_order), asc(pageSections.id));
}

export function findSection(db: StaffDb, id: string): Promise<StoredSection | undefined> {
  return findRecord(db, pageSections, id);
}

/**
 * Adds a section at the end of its page.
 * @throws FieldRefused when another section of the page has its key; AppError 'not-found'.
 */
export async function createSection(
  db: StaffDb,
  values: SectionForm & { page_id: string },
): Promise<string> {
  const section_key = await freeKey(db, values.page_id, values);
  const texts = await normaliseTexts(db, values, TEXTS);
  const sort_order = (await renumberSections(db, values.page_id)) + 1;
  const section = { ...texts, section_key, sort_order };
  return createRecord(db, pageSections, section, label(section));
}

/**
 * Changes a section. The built-in ones of the home page keep their key.
 * @throws FieldRefused when the key is taken or may not change.
 */
export async function updateSection(
  db: StaffDb,
  id: string,
  values: SectionForm | HomeSectionForm,
  version?: string,
): Promise<void> {
  const section = (await lockRow(db, pageSections, id)) as StoredSection;
  const { page_id, section_key } = section;
  const key = "section_key" in values ? values.section_key || section_key : section_key;
  if (key !== section_key) {
    if (await hasHomeSection(db, [section])) {
      throw new FieldRefused("section_key", "Cette section de l’accueil garde sa clé");
    }
    await freeKey(db, page_id, { section_key: key });
  }
  const texts = "format" in values ? await normaliseTexts(db, values, TEXTS, section) : values;
  const next = { ...texts, section_key: key };
  await updateRecord(db, pageSections, id, next, {
    label: label({ ...section, ...next }),
    version,
  });
}

type Keyed = { section_key: string; title?: string | null; section_type?: SectionType };

/**
 * A unique key for a section of a page: the given one, or one made from its title. The page is locked, so that two
 * requests do not choose the same key.
 */
async function freeKey(db: StaffDb, page_id: string, section: Keyed): Promise<string> {
  await lockRow(db, pages, page_id);
  const keys = new Set((await listSections(db, page_id)).map((other) => other.section_key));
  if (section.section_key) {
    if (!keys.has(section.section_key)) return section.section_key;
    throw new FieldRefused("section_key", "Une autre section de la page a déjà cette clé");
  }
  return freeSlug(slugify(section.title ?? "") || section.section_type || "section", keys);
}

/**
 * Renumbers the sections of a page from 1 in their order, since deletions leave gaps, and returns their number. It does
 * not count as a change of the sections.
 */
async function renumberSections(db: StaffDb, page_id: string): Promise<number> {
  const rows = await rowsOf<{ count: number }>(
    db,
    sql`
    with placed as (
      select id, row_number() over (order by sort_order, id) as place
      from page_sections where page_id = ${page_id}
    ), moved as (
      update page_sections section set sort_order = placed.place from placed
      where section.id = placed.id and section.sort_order <> placed.place
    )
    select count(*)::int as count from placed`,
  );
  return rows[0]?.count ?? 0;
}

/** Shows sections on their page. Returns how many changed. */
export function activateSections(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, pageSections, ids, { is_active: true }, { label, action: "activate" });
}

/** Takes sections off their page. Returns how many changed. */
export function deactivateSections(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(
    db,
    pageSections,
    ids,
    { is_active: false },
    { label, action: "deactivate" },
  );
}

/** Swaps a section with its neighbour. @throws AppError 'conflict' when it has none on that side */
export async function moveSection(
  db: StaffDb,
  id: string,
  direction: "up" | "down",
): Promise<void> {
  const within = ({ page_id }: StoredSection) => eq(pageSections.page_id, page_id);
  const hasNeighbour = await moveRecord(db, pageSections, id, {
    by: "sort_order",
    direction,
    within,
    label,
  });
  if (hasNeighbour) return;
  const end = direction === "up" ? "la première" : "la dernière";
  throw new AppError("conflict", `cette section est déjà ${end}`);
}

/** @throws AppError 'conflict' for a built-in section of the home page */
export async function deleteSections(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  const sections = (await lockRows(db, pageSections, ids)) as StoredSection[];
  if (await hasHomeSection(db, sections)) {
    const reason = "la page d’accueil a besoin de cette section ; désactivez-la pour la masquer";
    throw new AppError("conflict", reason);
  }
  return deleteRecords(db, pageSections, ids, { label });
}

/** Whether one of the sections is a built-in one of the home page. */
async function hasHomeSection(db: StaffDb, sections: readonly StoredSection[]): Promise<boolean> {
  const [home] = await db.select({ id: pages.id }).from(pages).where(eq(pages.slug, HOME_SLUG));
  return sections.some((section) => section.page_id === home?.id && isHomeKey(section.section_key));
}

/** A section as its form shows it. */
function sectionFields({ settings, ...section }: StoredSection) {
  const isText = section.section_type === "text";
  const fields = isText ? withMarkdownTexts(section, ["content", "content_en"]) : section;
  return { ...formDefaults(fields), ...settingsFields(settings) };
}

/** Its form, through which an old version comes back too. */
export const sectionForm = recordForm({
  table: pageSections,
  find: findSection,
  fieldsOf: sectionFields,
  async schema(
    db: StaffDb,
    { page_id, section_key: key }: StoredSection,
  ): Promise<z.ZodType<SectionForm | HomeSectionForm>> {
    const page = await findPageForStaff(db, page_id);
    return page?.slug === HOME_SLUG && isHomeKey(key) ? homeSectionSchema(key) : sectionFormSchema;
  },
  update: updateSection,
});
