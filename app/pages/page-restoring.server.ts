import type * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { publicationDefaults } from "../kit/publication/publication-schema.ts";
import { withMarkdownTexts } from "../texts/read-text.server.ts";
import { pageFormSchema } from "./page-schema.ts";
import { findPageForStaff, type StoredPage, updatePage } from "./pages.staff.server.ts";
import { pageSections, pages } from "./pages.table.server.ts";
import { HOME_SLUG, isHomeKey } from "./pages.ts";
import {
  type HomeSectionForm,
  homeSectionSchema,
  type SectionForm,
  sectionFormSchema,
} from "./sections/section-schema.ts";
import { settingsFields } from "./sections/section-settings.ts";
import {
  findSection,
  type StoredSection,
  updateSection,
} from "./sections/sections.staff.server.ts";

/** A page as its form shows it. */
export function pageFields(page: StoredPage) {
  const published = page.status === "published";
  const { status, ...moments } = publicationDefaults({ ...page, published }, currentTime());
  return { ...formDefaults(page), ...moments, status: published ? status : page.status };
}

export const pageRestoring = recordForm({
  table: pages,
  find: findPageForStaff,
  fieldsOf: pageFields,
  schema: pageFormSchema,
  update: updatePage,
});

/** A section as its form shows it. */
export function sectionFields({ settings, ...section }: StoredSection) {
  const isText = section.section_type === "text";
  const fields = isText ? withMarkdownTexts(section, ["content", "content_en"]) : section;
  return { ...formDefaults(fields), ...settingsFields(settings) };
}

export const sectionRestoring = recordForm({
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
