import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  publicationColumns,
  publicationGuards,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { TEXT_FORMATS } from "../texts/text-document.ts";
import { pageRecord, sectionRecord } from "./pages.record.ts";
import { PAGE_STATUSES, SECTION_TYPES, type SectionSettings } from "./pages.ts";

export const pages = pgTable(
  "pages",
  {
    id: idColumn(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    title_en: text(),
    meta_description: text(),
    meta_description_en: text(),
    status: text({ enum: PAGE_STATUSES }).notNull().default("draft"),
    ...publicationColumns,
    is_sample: boolean().notNull().default(false),
    search_text: searchText("title", "title_en", "slug"),
    ...timestamps,
  },
  (table) => [
    oneOf("pages_status", table.status, PAGE_STATUSES),
    check("pages_slug", sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    index("pages_newest").on(table.created_at, table.id),
    searchIndex("pages", table.search_text),
    ...publicationGuards("pages", table),
    ...doors("pages", { reads: sql`shown_now(status = 'published', public_from, public_until)` }),
  ],
);

registerDefinition(pageRecord);

export const pageSections = pgTable(
  "page_sections",
  {
    id: idColumn(),
    page_id: uuid()
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    section_key: text().notNull(),
    section_type: text({ enum: SECTION_TYPES }).notNull().default("text"),
    title: text(),
    title_en: text(),
    content: text(),
    content_en: text(),
    /** How its text is written, in both languages. */
    format: text({ enum: TEXT_FORMATS }).notNull().default("plain"),
    image_url: text(),
    settings: jsonb().$type<SectionSettings>().notNull().default({}),
    is_active: boolean().notNull().default(true),
    sort_order: integer().notNull(),
    is_sample: boolean().notNull().default(false),
    ...timestamps,
  },
  (table) => [
    oneOf("page_sections_type", table.section_type, SECTION_TYPES),
    oneOf("page_sections_format", table.format, TEXT_FORMATS),
    index("page_sections_in_order").on(table.page_id, table.sort_order, table.id),
    ...doors("page_sections", {
      // The inner select runs with the visitor's own rights, so only published pages count.
      reads: sql`is_active and exists (select 1 from pages where pages.id = page_id)`,
    }),
  ],
);

registerDefinition(sectionRecord);

/**
 * Former addresses of pages, for redirects. A trigger writes them. They refer to the page and not to its address, so
 * that a page that moved twice needs one redirect and there are no loops.
 */
export const formerSlugs = pgTable(
  "former_slugs",
  {
    id: uuid().primaryKey().defaultRandom(),
    slug: text().notNull().unique(),
    page_id: uuid()
      .notNull()
      .references(() => pages.id, { onDelete: "cascade" }),
    ...timestamps,
  },
  (table) => [
    index("former_slugs_of_page").on(table.page_id),
    ...doors("former_slugs", {
      // As with sections: only those of published pages count.
      reads: sql`exists (select 1 from pages where pages.id = page_id)`,
    }),
  ],
);
