import { index, pgTable, uuid } from "drizzle-orm/pg-core";
import { doors, idColumn, timestamps } from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { events } from "../events.table.server.ts";

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
  ],
);
