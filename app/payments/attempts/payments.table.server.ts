import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../../core/database/doors/columns.server.ts";
import { PRICE_CURRENCIES } from "../../i18n/format.ts";
import { orders } from "../orders/orders.table.server.ts";
import { CHARGE_CURRENCIES, MODES } from "../orders/orders.ts";
import type { ProviderIds } from "../providers/provider.ts";
import { DISCREPANCIES } from "./discrepancies.ts";
import { LIVE_STATUSES, PAYMENT_STATUSES } from "./payments.ts";

const LIVE = sql.raw(`status in (${LIVE_STATUSES.map((status) => `'${status}'`).join(", ")})`);

/** The attempts. Each is written before its provider is called, so that none is lost. */
export const payments = pgTable(
  "payments",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    /** Its order's, by a trigger. */
    mode: text({ enum: MODES }).notNull().default("live"),
    /** Of the button: pressed twice, it is one attempt. */
    request_key: text().notNull(),
    /** Started on the page for somebody else who pays. */
    shared: boolean().notNull().default(false),
    provider: text().notNull(),
    merchant_ref: text().notNull().unique(),
    /** A notice may name any of them. */
    provider_ids: jsonb().$type<ProviderIds>().notNull().default({}),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default("created"),
    price_amount: integer().notNull(),
    price_currency: text({ enum: PRICE_CURRENCIES }).notNull(),
    /** Differs from the price where the provider lacks its currency. */
    charge_amount: integer().notNull(),
    charge_currency: text({ enum: CHARGE_CURRENCIES }).notNull(),
    /** Units of the charge for one of the price. */
    fx_rate: numeric().notNull().default("1"),
    fx_source: text(),
    fx_at: timestamp({ withTimezone: true }),
    /** Paid after it had ended, or its order. */
    late: boolean().notNull().default(false),
    /** The wallet as its payer typed it; the account that paid, by the provider. */
    payer_number: text(),
    payer_account: text(),
    redirect_url: text(),
    /** A capture is not repeated before. */
    capture_after: timestamp({ withTimezone: true }),
    /** Declined captures: each try has its own key. */
    declines: integer().notNull().default(0),
    attempted_at: timestamp({ withTimezone: true }),
    provider_expires_at: timestamp({ withTimezone: true }).notNull(),
    /** How often it was polled, and when last. */
    polls: integer().notNull().default(0),
    asked_at: timestamp({ withTimezone: true }),
    next_poll_at: timestamp({ withTimezone: true }),
    /** A notice that comes during a poll causes another. */
    notices: integer().notNull().default(0),
    /** A code of the provider, for staff. */
    reason: text(),
    /** The open discrepancy, and the one that a person resolved, which is not raised again. */
    doubt: text({ enum: DISCREPANCIES }),
    doubt_settled: text({ enum: DISCREPANCIES }),
    ...timestamps,
  },
  (table) => [
    oneOf("payments_mode", table.mode, MODES),
    oneOf("payments_currency", table.price_currency, PRICE_CURRENCIES),
    oneOf("payments_charge_currency", table.charge_currency, CHARGE_CURRENCIES),
    oneOf("payments_status", table.status, PAYMENT_STATUSES),
    oneOf("payments_doubt", table.doubt, DISCREPANCIES),
    oneOf("payments_doubt_settled", table.doubt_settled, DISCREPANCIES),
    check("payments_amount", sql`${table.price_amount} > 0 and ${table.charge_amount} > 0`),
    unique("payments_request").on(table.order_id, table.request_key),
    uniqueIndex("payments_one_live").on(table.order_id).where(LIVE),
    index("payments_due").on(table.next_poll_at).where(sql`next_poll_at is not null`),
    index("payments_newest").on(table.created_at, table.id),
    index("payments_provider_ids").using("gin", table.provider_ids),
    index("payments_doubtful").on(table.order_id).where(sql`doubt is not null`),
    index("payments_review").on(table.order_id).where(sql`status = 'review'`),
    ...doors("payments"),
  ],
);

export type Payment = typeof payments.$inferSelect;

const EVENT_SOURCES = ["notice", "journal"] as const;

/** The notices of providers, and the journal of what became of each order. Append-only. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    id: idColumn(),
    /** Of a notice; `journal` otherwise. */
    provider: text().notNull(),
    /** The provider's id of a notice, so that it counts once. */
    event_key: text().notNull(),
    source: text({ enum: EVENT_SOURCES }).notNull(),
    order_id: uuid().references(() => orders.id),
    payment_id: uuid().references(() => payments.id),
    body: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    created_at: timestamps.created_at,
  },
  (table) => [
    oneOf("payment_events_source", table.source, EVENT_SOURCES),
    unique("payment_events_once").on(table.provider, table.event_key),
    index("payment_events_of_order").on(table.order_id),
    index("payment_events_newest").on(table.created_at, table.id),
    ...doors("payment_events"),
  ],
);
