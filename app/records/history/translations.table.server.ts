import { sql } from "drizzle-orm";
import {
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  SITE_NOW,
  searchIndex,
  searchText,
} from "../../core/database/doors/columns.server.ts";

/**
 * How the English of a record stands to its French. A trigger of each table with English twins writes it
 * (database/guards.sql), whatever changes the record.
 */
export const translations = pgTable(
  "translations",
  {
    id: idColumn(),
    entity: text().notNull(),
    entity_id: uuid().notNull(),
    /** The record that this one belongs to: the page of a section, the event of a package. */
    parent_id: uuid(),
    /** What people call the record. */
    label: text().notNull(),
    /** By field, the French from which its English was last written, or found to be right. */
    basis: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** How many texts have no English, and how many an English that is older than their French. */
    missing: integer().notNull().default(0),
    outdated: integer().notNull().default(0),
    changed_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    search_text: searchText("label"),
  },
  (table) => [
    uniqueIndex("translations_of_record").on(table.entity, table.entity_id),
    index("translations_parent").on(table.parent_id),
    index("translations_due")
      .on(table.changed_at, table.id)
      .where(sql`missing > 0 or outdated > 0`),
    searchIndex("translations", table.search_text),
    ...doors("translations"),
  ],
);
