import { boolean, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  systemDoor,
  timestamps,
} from "../../core/database/doors/columns.server.ts";
import { CHARGE_CURRENCIES } from "../orders/orders.ts";
import {
  SIMULATED_STATUSES,
  type SimulatedCharge,
  type SimulatedRefund,
} from "./simulated/simulated.ts";

/** Our encrypted keys at a provider. Only the system role reads them; no log, export or bin holds them. */
export const providerKeys = pgTable(
  "provider_keys",
  {
    id: idColumn(),
    provider: text().notNull().unique(),
    /** The number of the encryption key, and the ciphertext. */
    sealed: text().notNull(),
    ...timestamps,
  },
  () => [systemDoor("provider_keys")],
);

/**
 * The books of the simulated provider. They stand for another company's database, so nothing of ours
 * refers to them.
 */
export const simulatedPayments = pgTable(
  "simulated_payments",
  {
    id: idColumn(),
    /** The address of the page where it is played. */
    reference: text().notNull().unique(),
    merchant_ref: text().notNull().unique(),
    label: text().notNull(),
    amount: integer().notNull(),
    currency: text({ enum: CHARGE_CURRENCIES }).notNull(),
    return_url: text().notNull(),
    notice_url: text().notNull(),
    status: text({ enum: SIMULATED_STATUSES }).notNull().default("pending"),
    charges: jsonb().$type<SimulatedCharge[]>().notNull().default([]),
    refunds: jsonb().$type<SimulatedRefund[]>().notNull().default([]),
    /** It answers no question about this payment. */
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
