import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  jsonb,
  pgPolicy,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  idColumn,
  oneOf,
  SITE_NOW,
  staffRoles,
  systemDoor,
} from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { type DraftValues, TABLES_WITH_DRAFTS } from "./drafts.ts";

/** Staff only see and change their own drafts. */
const OWN = sql`(select is_staff()) and account_id::text = (select current_setting('app.user_id', true))`;

/**
 * The unsaved text of a form: one row for each account and text. It is no version of the record, and nobody but its
 * author reads it.
 */
export const drafts = pgTable(
  "drafts",
  {
    id: idColumn(),
    account_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    entity: text({ enum: TABLES_WITH_DRAFTS }).notNull(),
    /** The id of a row of that table, or `new`: see drafts.ts. */
    record: text().notNull(),
    version: text().notNull().default(""),
    sequence: bigint({ mode: "number" }).notNull(),
    values: jsonb().$type<DraftValues>().notNull(),
    saved_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
  },
  (table) => [
    unique("drafts_of").on(table.account_id, table.entity, table.record),
    index("drafts_record").on(table.entity, table.record),
    index("drafts_oldest").on(table.saved_at, table.id),
    oneOf("drafts_entity", table.entity, TABLES_WITH_DRAFTS),
    check("drafts_size", sql`octet_length(${table.values}::text) <= 2097152`),
    pgPolicy("drafts_staff", { for: "all", to: staffRoles, using: OWN, withCheck: OWN }),
    systemDoor("drafts"),
  ],
);
