import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  SITE_NOW,
  searchIndex,
  searchText,
} from "../../core/database/doors/columns.server.ts";

/**
 * Who did what, and when, written in the transaction that did it. Rows are never changed. What the record was
 * called, and what changed in it, stands in `auditValues`: that may be a person's.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: idColumn(),
    created_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    /** The account; absent when the product itself or somebody unknown acted. */
    staff_id: uuid(),
    /** What the account was called, and its address, at that moment: both can be changed later. */
    staff_name: text().notNull(),
    staff_email: text(),
    /** A code such as 'news.update'; the screen translates it. */
    action: text().notNull(),
    /** The table, and the row, that the action was about. */
    entity: text().notNull(),
    entity_id: text(),
    /** Entries of one act, which the button of its message undoes together. */
    batch: uuid(),
    /** The entry that this one undid: the database lets each be undone once. */
    undoes: uuid().unique(),
    search_text: searchText("staff_name", "staff_email", "action"),
  },
  (table) => [
    index("audit_log_newest").on(table.created_at, table.id),
    index("audit_log_staff").on(table.staff_id, table.created_at, table.id),
    index("audit_log_entity").on(table.entity, table.entity_id, table.created_at),
    index("audit_log_batch").on(table.batch),
    searchIndex("audit_log", table.search_text),
    ...doors("audit_log"),
  ],
);

/**
 * The values of an entry of the log, under its id. They go with it, or before it with the person whose they
 * are; nothing else ever changes or removes them.
 */
export const auditValues = pgTable(
  "audit_values",
  {
    /** The entry's. */
    id: uuid().primaryKey(),
    written_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    /** What people call the row. */
    label: text().notNull(),
    /** The fields that changed, as they were and as they are. */
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    search_text: searchText("label"),
  },
  (table) => [
    index("audit_values_oldest").on(table.written_at, table.id),
    searchIndex("audit_values", table.search_text),
    ...doors("audit_values"),
  ],
);
