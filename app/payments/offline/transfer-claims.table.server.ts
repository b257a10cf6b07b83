import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { orders } from "../orders/orders.table.server.ts";
import { OPERATORS } from "../providers/payment-methods.ts";

const CLAIM_STATUSES = ["announced", "confirmed", "refused"] as const;

/** What payers say of transfers that they made: nothing is paid by it before staff have seen the money. */
export const transferClaims = pgTable(
  "announced_transfers",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    operator: text({ enum: OPERATORS }).notNull(),
    /** The operator's own, without what people add when they copy it. */
    transaction_number: text().notNull(),
    status: text({ enum: CLAIM_STATUSES }).notNull().default("announced"),
    /** Why it was refused, for the payer. */
    reason: text(),
    decided_by: uuid().references(() => profiles.id),
    decided_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [
    oneOf("announced_transfers_operator", table.operator, OPERATORS),
    oneOf("announced_transfers_status", table.status, CLAIM_STATUSES),
    check(
      "announced_transfers_decision",
      sql`(${table.status} = 'announced') = (${table.decided_by} is null)
        and (${table.status} = 'announced') = (${table.decided_at} is null)
        and (${table.status} = 'refused') = (${table.reason} is not null)`,
    ),
    // One that was refused may be the right number of somebody else.
    uniqueIndex("announced_transfers_once")
      .on(table.transaction_number)
      .where(sql`status <> 'refused'`),
    index("announced_transfers_of_order").on(table.order_id),
    index("announced_transfers_open").on(table.created_at).where(sql`status = 'announced'`),
    index("announced_transfers_newest").on(table.created_at, table.id),
    ...doors("announced_transfers"),
  ],
);

export type TransferClaim = typeof transferClaims.$inferSelect;
