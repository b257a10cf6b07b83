import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { doors, idColumn, timestamps } from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { refunds } from "./refunds.table.server.ts";

/** Another number than the provider's, to which a refund is paid: the newest counts, once it is approved. */
export const refundPayees = pgTable(
  "refund_payees",
  {
    id: idColumn(),
    refund_id: uuid()
      .notNull()
      .references(() => refunds.id),
    /** Absent once its owner was erased. */
    number: text(),
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
    check("refund_payees_reason", sql`${table.reason} <> ''`),
    index("refund_payees_of_refund").on(table.refund_id, table.created_at, table.id),
    index("refund_payees_newest").on(table.created_at, table.id),
    ...doors("refund_payees"),
  ],
);

export type RefundPayee = typeof refundPayees.$inferSelect;
