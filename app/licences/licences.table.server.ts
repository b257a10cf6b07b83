import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  SITE_NOW,
  systemDoor,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { profiles } from "../core/profiles.table.server.ts";

/** One row for each number that was ever given. A trigger of the memberships adds it; none is removed. */
export const licences = pgTable(
  "licences",
  {
    id: idColumn(),
    serial: integer().notNull().unique().generatedAlwaysAsIdentity(),
    /** The last membership that began with it, also while it lies in the bin; null once its holder is forgotten. */
    member_id: uuid(),
    /** Cards with an earlier one are replaced. */
    issue: integer().notNull().default(1),
    suspended_from: date({ mode: "string" }),
    suspended_until: date({ mode: "string" }),
    suspension_reason: text(),
    suspended_by: uuid().references(() => profiles.id, { onDelete: "set null" }),
    /** The number that goes on instead: its holder had two. */
    replaced_by: integer(),
    ...timestamps,
  },
  (table) => [
    check("licences_issue", sql`${table.issue} between 1 and 255`),
    check("licences_suspension", sql`${table.suspended_until} >= ${table.suspended_from}`),
    index("licences_of_member").on(table.member_id),
    ...doors("licences"),
  ],
);

/** Every code that was signed: what is shown and was not signed here is a forgery, whatever its signature. */
export const licenceCards = pgTable(
  "licence_cards",
  {
    id: idColumn(),
    serial: integer().notNull(),
    member_id: uuid(),
    issue: integer().notNull(),
    key_number: integer().notNull(),
    valid_from: date({ mode: "string" }).notNull(),
    valid_until: date({ mode: "string" }),
    code: text().notNull().unique(),
    created_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
  },
  (table) => [
    index("licence_cards_of_licence").on(table.serial, table.created_at),
    index("licence_cards_of_member").on(table.member_id),
    systemDoor("licence_cards"),
  ],
);

/** The keys that sign cards, the private halves encrypted as those of payments are. */
export const licenceKeys = pgTable(
  "licence_keys",
  {
    id: idColumn(),
    number: integer().notNull().unique(),
    public_key: text().notNull(),
    sealed: text().notNull(),
    /** From when it signs; null for one that is published for later. */
    signs_from: timestamp({ withTimezone: true }),
    revoked_at: timestamp({ withTimezone: true }),
    created_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
  },
  (table) => [
    check("licence_keys_number", sql`${table.number} between 1 and 255`),
    systemDoor("licence_keys"),
  ],
);
