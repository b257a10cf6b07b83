import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { LANGUAGES } from "../i18n/languages.ts";
import {
  doors,
  idColumn,
  oneOf,
  searchIndex,
  searchText,
  timestamps,
} from "../platform/database/columns.server.ts";
import {
  CURRENCIES,
  LEDGER_KINDS,
  LIVE_STATUSES,
  ORDER_KINDS,
  ORDER_STATUSES,
  PAYMENT_STATUSES,
  REFUND_SOURCES,
  REFUND_STATUSES,
} from "./payments.ts";

// Visitors have no right on money at all: their actions run through named functions of ours.
// Nothing here is ever deleted, and the ledger and the journal are never changed either: triggers
// refuse it to every role, and foreign keys never cascade.

const moment = () => timestamp({ withTimezone: true });
const createdAt = timestamps.created_at;
const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(", ");

/** What somebody owes: amount and currency are frozen when it is opened. */
export const orders = pgTable(
  "orders",
  {
    id: idColumn(),
    kind: text({ enum: ORDER_KINDS }).notNull(),
    /** The member or the registration that it pays for. */
    subject_id: uuid().notNull(),
    description: text().notNull(),
    amount: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default("open"),
    /** Null: it waits for ever, as a membership does. */
    hold_expires_at: moment(),
    fulfilled_at: moment(),
    /** Whether the ledger holds more than is owed; recomputed with it. */
    overpaid: boolean().notNull().default(false),
    /** A job is at work on its expiry until then. */
    claimed_until: moment(),
    payer_name: text().notNull(),
    payer_email: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    /** The address of its public page; whoever knows it may see and pay the order. */
    token: text().notNull().unique(),
    search_text: searchText("description", "payer_name", "payer_email"),
    ...timestamps,
  },
  (table) => [
    oneOf("orders_kind", table.kind, ORDER_KINDS),
    oneOf("orders_currency", table.currency, CURRENCIES),
    oneOf("orders_status", table.status, ORDER_STATUSES),
    check("orders_amount", sql`${table.amount} > 0`),
    check("orders_token", sql`length(${table.token}) >= 22`),
    uniqueIndex("orders_one_open").on(table.kind, table.subject_id).where(sql`status = 'open'`),
    index("orders_subject").on(table.subject_id),
    index("orders_due").on(table.hold_expires_at).where(sql`status = 'open'`),
    index("orders_newest").on(table.created_at, table.id),
    searchIndex("orders", table.search_text),
    ...doors("orders"),
  ],
);

/** One attempt to pay an order. Written before the provider is called, so that none is lost. */
export const payments = pgTable(
  "payments",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    provider: text().notNull(),
    /** Our name for it at the provider. */
    merchant_ref: text().notNull().unique(),
    provider_ref: text(),
    amount: integer().notNull(),
    currency: text({ enum: CURRENCIES }).notNull(),
    status: text({ enum: PAYMENT_STATUSES }).notNull().default("created"),
    /** It was paid after we had given it up. */
    late: boolean().notNull().default(false),
    redirect_url: text(),
    attempted_at: moment(),
    provider_expires_at: moment(),
    polls: integer().notNull().default(0),
    /** Notices received; one that comes while the provider is being asked is asked after again. */
    notices: integer().notNull().default(0),
    next_poll_at: moment(),
    reason: text(),
    ...timestamps,
  },
  (table) => [
    oneOf("payments_currency", table.currency, CURRENCIES),
    oneOf("payments_status", table.status, PAYMENT_STATUSES),
    check("payments_amount", sql`${table.amount} > 0`),
    uniqueIndex("payments_one_live")
      .on(table.order_id)
      .where(sql.raw(`status in (${list(LIVE_STATUSES)})`)),
    index("payments_of_order").on(table.order_id),
    index("payments_due").on(table.next_poll_at).where(sql`next_poll_at is not null`),
    index("payments_newest").on(table.created_at, table.id),
    ...doors("payments"),
  ],
);

export const PAYMENT_EVENT_SOURCES = ["notice", "journal"] as const;

/** What providers told us (notices) and what we made of it (journal). Append-only. */
export const paymentEvents = pgTable(
  "payment_events",
  {
    id: idColumn(),
    provider: text().notNull(),
    /** Of a notice: the provider's own name for it, so that a repeated one is known. */
    event_key: text().notNull(),
    source: text({ enum: PAYMENT_EVENT_SOURCES }).notNull(),
    payment_id: uuid().references(() => payments.id),
    body: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    created_at: createdAt,
  },
  (table) => [
    oneOf("payment_events_source", table.source, PAYMENT_EVENT_SOURCES),
    uniqueIndex("payment_events_once").on(table.provider, table.event_key),
    index("payment_events_of_payment").on(table.payment_id),
    index("payment_events_newest").on(table.created_at, table.id),
    ...doors("payment_events"),
  ],
);

/** Every movement of money, signed. What is paid for an order is the sum of it, and nothing else. */
export const ledgerEntries = pgTable(
  "ledger_entries",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    payment_id: uuid()
      .notNull()
      .references(() => payments.id),
    provider: text().notNull(),
    provider_txn_id: text().notNull(),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    amount: integer().notNull(),
    /** As the provider says, so it may be none of ours. */
    currency: text().notNull(),
    /** False: taken, but not what was asked for. It counts for no order until staff looks at it. */
    allocated: boolean().notNull().default(true),
    created_at: createdAt,
  },
  (table) => [
    oneOf("ledger_entries_kind", table.kind, LEDGER_KINDS),
    check(
      "ledger_entries_amount",
      sql`case when ${table.kind} = 'charge' then ${table.amount} > 0 else ${table.amount} < 0 end`,
    ),
    uniqueIndex("ledger_entries_once").on(table.provider, table.provider_txn_id, table.kind),
    index("ledger_entries_of_order").on(table.order_id),
    index("ledger_entries_of_payment").on(table.payment_id),
    index("ledger_entries_newest").on(table.created_at, table.id),
    ...doors("ledger_entries"),
  ],
);

/** Money to give back; its id is the key under which a provider is asked, once. */
export const refunds = pgTable(
  "refunds",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    payment_id: uuid()
      .notNull()
      .references(() => payments.id),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull().default("requested"),
    source: text({ enum: REFUND_SOURCES }).notNull(),
    reason: text().notNull(),
    /** The operator's reference of a refund made by hand. */
    operator_reference: text(),
    /** Who recorded it. */
    staff_id: uuid(),
    done_at: moment(),
    ...timestamps,
  },
  (table) => [
    oneOf("refunds_status", table.status, REFUND_STATUSES),
    oneOf("refunds_source", table.source, REFUND_SOURCES),
    check("refunds_amount", sql`${table.amount} > 0`),
    index("refunds_of_payment").on(table.payment_id),
    index("refunds_of_order").on(table.order_id),
    index("refunds_newest").on(table.created_at, table.id),
    ...doors("refunds"),
  ],
);
