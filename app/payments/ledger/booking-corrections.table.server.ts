import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { orders } from "../orders/orders.table.server.ts";
import { ledgerEntries } from "../refunds/refunds.table.server.ts";

const CORRECTION_STATUSES = ["requested", "approved", "withdrawn"] as const;

/** Cash whose booking somebody wants to take back after its till was counted: a second person agrees. */
export const bookingCorrections = pgTable(
  "booking_corrections",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    charge_id: uuid()
      .notNull()
      .references(() => ledgerEntries.id),
    status: text({ enum: CORRECTION_STATUSES }).notNull().default("requested"),
    reason: text().notNull(),
    requested_by: uuid()
      .notNull()
      .references(() => profiles.id),
    approved_by: uuid().references(() => profiles.id),
    /** Whoever asked for it, and administers the site alone, approves it from then on. */
    approve_from: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [
    oneOf("booking_corrections_status", table.status, CORRECTION_STATUSES),
    check("booking_corrections_reason", sql`${table.reason} <> ''`),
    check(
      "booking_corrections_approval",
      sql`(${table.status} = 'approved') = (${table.approved_by} is not null)`,
    ),
    uniqueIndex("booking_corrections_open").on(table.charge_id).where(sql`status = 'requested'`),
    index("booking_corrections_of_order").on(table.order_id),
    index("booking_corrections_newest").on(table.created_at, table.id),
    ...doors("booking_corrections"),
  ],
);

export type BookingCorrection = typeof bookingCorrections.$inferSelect;
