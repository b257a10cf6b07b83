import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { PROBLEMS } from "./children/media.ts";
import { categoryRecord, fileRecord } from "./files.record.ts";
import { CATEGORY_ICONS } from "./files.ts";

export const fileCategories = pgTable(
  "file_categories",
  {
    id: idColumn(),
    name: text().notNull().unique(),
    /** What a screen of the site knows it by, whatever staff call it. */
    key: text().unique(),
    /** Its place among the categories, in the back office and on the page of the documents. */
    place: integer().notNull().default(0),
    icon: text({ enum: CATEGORY_ICONS }).notNull().default("FileText"),
    color: text().notNull().default("#00734B"),
    is_sample: boolean().notNull().default(false),
    ...timestamps,
  },
  (table) => [
    oneOf("file_categories_icon", table.icon, CATEGORY_ICONS),
    ...doors("file_categories", { reads: sql`true` }),
  ],
);

registerDefinition(categoryRecord);

export const staticFiles = pgTable(
  "static_files",
  {
    id: idColumn(),
    filename: text().notNull(),
    original_filename: text().notNull(),
    file_url: text().notNull(),
    /** MIME type. */
    file_type: text().notNull(),
    /** Bytes. */
    file_size: bigint({ mode: "number" }).notNull(),
    category_id: uuid().references(() => fileCategories.id, { onDelete: "set null" }),
    title: text().notNull(),
    title_en: text(),
    alt_text: text(),
    description: text(),
    description_en: text(),
    tags: text().array().notNull().default([]),
    width: integer(),
    height: integer(),
    is_public: boolean().notNull().default(true),
    /** Listed among the documents: whoever uploads a file publishes none by that. */
    is_resource: boolean().notNull().default(false),
    is_featured: boolean().notNull().default(false),
    /** Among the documents of the media kit, in their order; absent where it is none of them. */
    media_kit_place: integer(),
    /** Hexadecimal, of what is stored under uploads/. */
    sha256: text(),
    /** Pages of a PDF. */
    pages: integer(),
    /** The picture of a PDF's first page. */
    cover_url: text(),
    /** When the smaller pictures, or the cover, were made; absent while a job has still to. */
    prepared_at: timestamp({ withTimezone: true }),
    /** How often that was begun: a try counts before it begins, since it may end the process. */
    prepare_tries: integer().notNull().default(0),
    prepare_tried_at: timestamp({ withTimezone: true }),
    /** How the last try ended. */
    prepare_problem: text({ enum: PROBLEMS }),
    /** A document that asks for a password. */
    is_protected: boolean().notNull().default(false),
    download_count: integer().notNull().default(0),
    is_sample: boolean().notNull().default(false),
    search_text: searchText("filename", "title", "title_en", "description"),
    ...timestamps,
  },
  (table) => [
    index("static_files_newest").on(table.created_at, table.id),
    index("static_files_in_category").on(table.category_id),
    index("static_files_resources").on(table.created_at, table.id).where(sql`is_resource`),
    index("static_files_unprepared").on(table.created_at).where(sql`prepared_at is null`),
    index("static_files_address").on(table.file_url),
    searchIndex("static_files", table.search_text),
    oneOf("static_files_prepare_problem", table.prepare_problem, PROBLEMS),
    ...doors("static_files", { reads: sql`is_public` }),
  ],
);

registerDefinition(fileRecord);
