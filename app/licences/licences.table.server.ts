import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  SITE_NOW,
  systemDoor,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { PHOTO_STATUSES } from "./photos/photos.ts";

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

/**
 * The photographs of holders, each re-encoded and small. They are kept here and not with the files, so that one
 * transaction removes all that there is of somebody.
 */
export const licencePhotos = pgTable(
  "licence_photos",
  {
    id: idColumn(),
    /** The membership for which it was sent: it belongs to whatever licence that has, also after a merge. */
    member_id: uuid().notNull(),
    status: text({ enum: PHOTO_STATUSES }).notNull().default("pending"),
    /** A JPEG in base64. */
    content: text().notNull(),
    ...timestamps,
  },
  (table) => [
    oneOf("licence_photos_status", table.status, PHOTO_STATUSES),
    check("licence_photos_content", sql`length(${table.content}) between 1 and 60000`),
    index("licence_photos_of_member").on(table.member_id),
    index("licence_photos_waiting").on(table.created_at).where(sql`status = 'pending'`),
    ...doors("licence_photos"),
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
