import { sql } from "drizzle-orm";
import { index, pgPolicy, pgTable, uuid } from "drizzle-orm/pg-core";
import { doors, idColumn, staffRole, timestamps } from "../core/database/columns.server.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { events } from "./events.table.server.ts";

const TENDS_EVENTS = sql`(select holds_role('events'))`;

/**
 * Who stands at the entrance of which event. It lets somebody in only around the event, while they have the
 * role: `stands_at()` says when.
 */
export const eventDoor = pgTable(
  "event_door",
  {
    id: idColumn(),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    account_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    added_by: uuid()
      .notNull()
      .references(() => profiles.id),
    ...timestamps,
  },
  (table) => [
    index("event_door_of_event").on(table.event_id, table.account_id),
    index("event_door_of_account").on(table.account_id),
    ...doors("event_door"),
    // Nobody places themselves.
    pgPolicy("event_door_kept_adds", {
      ...{ as: "restrictive", for: "insert", to: staffRole },
      withCheck: TENDS_EVENTS,
    }),
    pgPolicy("event_door_kept_changes", {
      ...{ as: "restrictive", for: "update", to: staffRole },
      using: TENDS_EVENTS,
    }),
    pgPolicy("event_door_kept_removals", {
      ...{ as: "restrictive", for: "delete", to: staffRole },
      using: TENDS_EVENTS,
    }),
  ],
);
