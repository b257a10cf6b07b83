import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { doors, idColumn, timestamps } from "../../core/database/doors/columns.server.ts";
import { registerDefinition } from "../../records/definitions.server.ts";
import { packageRecord } from "../events.record.ts";
import { events } from "../events.table.server.ts";

const moment = () => timestamp({ withTimezone: true });

/**
 * What an event can be registered for. A trigger moves `taken` with the registrations, as it moves the
 * participants of the event, and the CHECK refuses one too many.
 */
export const eventPackages = pgTable(
  "event_packages",
  {
    id: idColumn(),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** The word by which forms name it. */
    key: text().notNull(),
    position: integer().notNull().default(0),
    name: text().notNull(),
    name_en: text(),
    description: text().notNull(),
    description_en: text(),
    features: text().array().notNull().default([]),
    features_en: text().array().notNull().default([]),
    /** Whole francs of the event's currency. */
    amount: integer().notNull(),
    /** How many places it has; null: as many as the event. */
    quota: integer(),
    /** It cannot be chosen any more from here on. */
    ends_at: moment(),
    taken: integer().notNull().default(0),
    /** Staff took it out of the event: who registered for it keeps it. */
    withdrawn_at: moment(),
    is_sample: boolean().notNull().default(false),
    ...timestamps,
  },
  (table) => [
    unique("event_packages_key").on(table.event_id, table.key),
    // What a registration points at, so that nobody has a package of another event.
    unique("event_packages_of_event").on(table.id, table.event_id),
    check("event_packages_amount", sql`${table.amount} >= 0`),
    // The last guard against selling a place of a package twice, whatever our code does.
    check(
      "event_packages_quota",
      sql`${table.taken} >= 0 and (${table.quota} is null or ${table.taken} <= ${table.quota})`,
    ),
    // For the clock: when the next one ends.
    index("event_packages_by_end").on(table.ends_at).where(sql`ends_at is not null`),
    ...doors("event_packages", { reads: sql`withdrawn_at is null` }),
  ],
);

registerDefinition(packageRecord);
