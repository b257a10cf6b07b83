import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  SITE_NOW,
  systemDoor,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { ERASURE_SOURCES, ERASURE_STATUSES } from "./erasures.ts";

/** That somebody is to be erased, or was: without a name, an address or a date of theirs. */
export const erasures = pgTable(
  "erasures",
  {
    id: idColumn(),
    /** The record by which the person is known while they are. */
    record_id: uuid().notNull(),
    source: text({ enum: ERASURE_SOURCES }).notNull(),
    status: text({ enum: ERASURE_STATUSES }).notNull(),
    /** In which the person is told. */
    language: text({ enum: LANGUAGES }).notNull().default("fr"),
    /** Why staff refused, as the person was told. */
    reason: text(),
    decided_at: timestamp({ withTimezone: true }),
    /** What went: a backup that still has one of these is older than the erasure. */
    record_ids: uuid().array().notNull().default([]),
    /** The address, as a hash that only we can make. */
    address_hash: text(),
    ...timestamps,
  },
  (table) => [
    oneOf("erasures_source", table.source, ERASURE_SOURCES),
    oneOf("erasures_status", table.status, ERASURE_STATUSES),
    index("erasures_newest").on(table.created_at, table.id),
    index("erasures_of_record").on(table.record_id),
    ...doors("erasures"),
  ],
);

/** The link to one's own data that an address got last: hashes alone. Staff have no right on it. */
export const dataLinks = pgTable(
  "data_links",
  {
    id: idColumn(),
    address_hash: text().notNull().unique(),
    sent_at: timestamp({ withTimezone: true }).notNull().default(SITE_NOW),
    /** The person whom its holder named first: it shows no other one. */
    person_hash: text(),
    /** How often a birth date was typed that nobody at the address has. */
    tries: integer().notNull().default(0),
  },
  () => [systemDoor("data_links")],
);
