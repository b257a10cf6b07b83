import { sql } from "drizzle-orm";
import { check, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  officeWrites,
  oneOf,
  timestamps,
} from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { Concerned } from "../door/ticket-office.ts";
import { events } from "../events.table.server.ts";
import { CHANGE_KINDS, RETURNS_STATES, type WhenAndWhere } from "../events.ts";

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
    /** What a cancelled event gives back, where that is too much for one person to decide. */
    returns: text({ enum: RETURNS_STATES }),
    returns_total: jsonb().$type<Concerned["owed"]>(),
    returns_approved_by: uuid().references(() => profiles.id),
    /** Where nobody else administers the site: the returns are approved from then on. */
    returns_from: timestamp({ withTimezone: true }),
    done_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [
    oneOf("event_changes_kind", table.kind, CHANGE_KINDS),
    oneOf("event_changes_returns", table.returns, RETURNS_STATES),
    check(
      "event_changes_returns_approval",
      sql`(${table.returns} in ('approved', 'sent')) = (${table.returns_approved_by} is not null)`,
    ),
    index("event_changes_returns")
      .on(table.event_id)
      .where(sql`returns in ('waiting', 'approved')`),
    index("event_changes_open").on(table.created_at).where(sql`done_at is null`),
    index("event_changes_of_event").on(table.event_id, table.created_at, table.id),
    ...doors("event_changes"),
    // Money that goes back is held by who holds events, and let go by others.
    officeWrites("event_changes", "update", sql`returns_from is null`),
  ],
);
