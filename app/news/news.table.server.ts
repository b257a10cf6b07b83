import { sql } from "drizzle-orm";
import { boolean, index, pgTable, text, timestamp } from "drizzle-orm/pg-core";
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
import { NEWS_CATEGORIES, newsRecord } from "./news.record.ts";

export const news = pgTable(
  "news",
  {
    id: idColumn(),
    title: text().notNull(),
    title_en: text(),
    excerpt: text().notNull(),
    excerpt_en: text(),
    content: text().notNull(),
    content_en: text(),
    /** How its text is written, in both languages. */
    format: text({ enum: TEXT_FORMATS }).notNull().default("plain"),
    category: text({ enum: NEWS_CATEGORIES }).notNull(),
    image_url: text(),
    tags: text().array().notNull().default([]),
    published: boolean().notNull().default(false),
    ...publicationColumns,
    /** The date shown on the article: of its publication, or of its creation. */
    dated_at: timestamp({ withTimezone: true })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(public_from, created_at)`),
    is_sample: boolean().notNull().default(false),
    search_text: searchText(...newsRecord.search),
    ...timestamps,
  },
  (table) => [
    oneOf("news_category", table.category, NEWS_CATEGORIES),
    oneOf("news_format", table.format, TEXT_FORMATS),
    index("news_newest").on(table.dated_at, table.id),
    index("news_published_newest").on(table.dated_at, table.id).where(sql`published`),
    index("news_tags").using("gin", table.tags),
    searchIndex("news", table.search_text),
    ...publicationGuards("news", table),
    ...doors("news", { reads: sql`shown_now(published, public_from, public_until)` }),
  ],
);

registerDefinition(newsRecord);
