import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../core/database/columns.server.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { events } from "./events.table.server.ts";
import { CHANGE_KINDS, type WhenAndWhere } from "./events.ts";

/**
 * What staff decided about an event that whoever registered must hear of. A job follows each of these,
 * registration by registration, and marks it as done.
 */
export const eventChanges = pgTable(
  "event_changes",
  {
    id: idColumn(),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    kind: text({ enum: CHANGE_KINDS }).notNull(),
    /** Where and when it was to be, for one that moved. */
    previous: jsonb().$type<WhenAndWhere>(),
    decided_by: uuid()
      .notNull()
      .references(() => profiles.id),
    done_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [
    oneOf("event_changes_kind", table.kind, CHANGE_KINDS),
    index("event_changes_open").on(table.created_at).where(sql`done_at is null`),
    index("event_changes_of_event").on(table.event_id, table.created_at, table.id),
    ...doors("event_changes"),
  ],
);
