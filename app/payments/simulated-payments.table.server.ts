import { boolean, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../platform/database/columns.server.ts";

export const SIMULATED_STATUSES = ["pending", "succeeded", "failed", "cancelled"] as const;

/** One transaction that the simulated provider made; before `at`, it does not speak of it. */
export type SimulatedCharge = { txnId: string; at: string };

/**
 * The books of the simulated provider. They stand for another company's database, so nothing of ours
 * refers to them.
 */
export const simulatedPayments = pgTable(
  "simulated_payments",
  {
    id: idColumn(),
    /** The address of the page where it is played. */
    token: text().notNull().unique(),
    merchant_ref: text().notNull().unique(),
    order_token: text().notNull(),
    description: text().notNull(),
    amount: integer().notNull(),
    currency: text().notNull(),
    language: text().notNull(),
    status: text({ enum: SIMULATED_STATUSES }).notNull().default("pending"),
    charges: jsonb().$type<SimulatedCharge[]>().notNull().default([]),
    /** It does not answer any question about this payment. */
    silent: boolean().notNull().default(false),
    expires_at: timestamp({ withTimezone: true }).notNull(),
    ...timestamps,
  },
  (table) => [
    oneOf("simulated_payments_status", table.status, SIMULATED_STATUSES),
    index("simulated_payments_newest").on(table.created_at, table.id),
    ...doors("simulated_payments"),
  ],
);
