import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  officeOwn,
  SITE_NOW,
  searchIndex,
  searchText,
} from "../../core/database/doors/columns.server.ts";

/** One row that was deleted, whole. */
export type BinnedRow = { table: string; row: Record<string, unknown> };

/**
 * What staff deleted, kept for 30 days so that it can come back. A deleted row leaves its own table:
 * no query of the product can forget that it is gone.
 */
export const bin = pgTable(
  "bin",
  {
    id: idColumn(),
    deleted_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    deleted_by: uuid().notNull(),
    deleted_by_name: text().notNull(),
    /** Deletions made with one click come back with one click. */
    batch: uuid().notNull(),
    entity: text().notNull(),
    entity_id: uuid().notNull(),
    label: text().notNull(),
    /** The row, then what belonged to it: the order in which they come back. */
    rows: jsonb().$type<BinnedRow[]>().notNull(),
    search_text: searchText("label"),
  },
  (table) => [
    index("bin_newest").on(table.deleted_at, table.id),
    index("bin_batch").on(table.batch),
    searchIndex("bin", table.search_text),
    ...doors("bin"),
    // Administrators take back what anybody deleted, others what they deleted themselves.
    officeOwn("bin", sql`deleted_by::text = (select current_setting('app.user_id', true))`),
  ],
);
