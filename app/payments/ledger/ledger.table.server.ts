import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  doors,
  holdsRole,
  idColumn,
  officeWrites,
  oneOf,
  timestamps,
} from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { orders } from "../orders/orders.table.server.ts";
import { MODES } from "../orders/orders.ts";
import { PAYMENT_METHODS } from "../providers/payment-methods.ts";
import {
  LEDGER_KINDS,
  REFUND_REASONS,
  REFUND_SOURCES,
  REFUND_STATUSES,
  SETTLED_STATUSES,
} from "../refunds/refunds.ts";

const ASKED = sql`${holdsRole("treasurer")} or status in ('requested', 'withdrawn')`;
const OPEN = sql.raw(`status not in (${SETTLED_STATUSES.map((one) => `'${one}'`).join(", ")})`);

/** Every movement of money, signed; append-only. What was paid for an order is their sum. */
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
    /** Its order's, by a trigger. */
    mode: text({ enum: MODES }).notNull().default("live"),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    provider: text().notNull(),
    /** The provider's id of a charge; our id of a refund. */
    provider_txn_id: text().notNull(),
    /** As the provider says: the currency may be none of ours. */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** In the order's currency; 0 for an unexpected charge. */
    price_amount: integer().notNull(),
    /** Of a charge, where the provider tells. */
    received: integer(),
    fee: integer(),
    /** Of what staff received or refunded themselves. */
    means: text({ enum: PAYMENT_METHODS }),
    received_on: date({ mode: "string" }),
    booked_by: uuid().references(() => profiles.id),
    /** The reason of a correction. */
    note: text(),
    created_at: timestamps.created_at,
  },
  (table) => [
    oneOf("ledger_entries_mode", table.mode, MODES),
    oneOf("ledger_entries_kind", table.kind, LEDGER_KINDS),
    oneOf("ledger_entries_means", table.means, PAYMENT_METHODS),
    check(
      "ledger_entries_amount",
      sql`case when ${table.kind} = 'charge' then ${table.amount} > 0 and ${table.price_amount} >= 0
        else ${table.amount} < 0 and ${table.price_amount} <= 0 end`,
    ),
    check("ledger_entries_booked", sql`(${table.means} is null) = (${table.received_on} is null)`),
    check(
      "ledger_entries_correction",
      sql`(${table.kind} = 'correction') = (${table.note} is not null)
        and (${table.note} is null or ${table.booked_by} is not null)`,
    ),
    check(
      "ledger_entries_fee",
      sql`${table.kind} = 'charge' or (${table.fee} is null and ${table.received} is null)`,
    ),
    unique("ledger_entries_once").on(table.provider, table.provider_txn_id, table.kind),
    index("ledger_entries_of_order").on(table.order_id),
    index("ledger_entries_newest").on(table.created_at, table.id),
    // Covers the sums.
    index("ledger_entries_sums").on(table.mode, table.kind, table.currency, table.amount),
    ...doors("ledger_entries"),
  ],
);

/**
 * Refunds, each of one charge; the id is the provider's idempotency key. Triggers keep them below the charge, and
 * refuse to change who did what.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    /** Its order's, by a trigger. */
    mode: text({ enum: MODES }).notNull().default("live"),
    charge_id: uuid()
      .notNull()
      .references(() => ledgerEntries.id),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull().default("requested"),
    source: text({ enum: REFUND_SOURCES }).notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    provider_ref: text(),
    /** The provider's reason. */
    refusal: text(),
    /** The refused refund that this one replaces. */
    replaces: uuid().references((): AnyPgColumn => refunds.id),
    /** Of a refund made by hand. */
    operator_reference: text(),
    /** Also who caused a refund that the product requested. */
    requested_by: uuid().references(() => profiles.id),
    /** Requested through the payer's own link. */
    holder_asked: boolean().notNull().default(false),
    approved_by: uuid().references(() => profiles.id),
    /** Approved by the rule, without a person. */
    by_rule: boolean().notNull().default(false),
    /** From then on, its requester may approve it, where nobody else can. */
    approve_from: timestamp({ withTimezone: true }),
    /** Of a refund made by hand. */
    recorded_by: uuid().references(() => profiles.id),
    /** Why the provider, which might still refund it, was not waited for. */
    decision: text(),
    next_try_at: timestamp({ withTimezone: true }),
    tries: integer().notNull().default(0),
    /** First sent: the provider forgets the key after a while. */
    sent_at: timestamp({ withTimezone: true }),
    done_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [
    oneOf("refunds_mode", table.mode, MODES),
    oneOf("refunds_status", table.status, REFUND_STATUSES),
    oneOf("refunds_source", table.source, REFUND_SOURCES),
    oneOf("refunds_reason", table.reason, REFUND_REASONS),
    check("refunds_amount", sql`${table.amount} > 0`),
    check("refunds_request", sql`${table.source} <> 'staff' or ${table.requested_by} is not null`),
    check(
      "refunds_approval",
      sql`${table.approved_by} is not null or ${table.by_rule} or ${table.source} = 'external'
        or ${table.status} in ('requested', 'withdrawn')`,
    ),
    check(
      "refunds_asker",
      sql`not (${table.holder_asked} and ${table.requested_by} is not null)
        and not (${table.by_rule} and ${table.approved_by} is not null)`,
    ),
    check(
      "refunds_record",
      sql`(${table.recorded_by} is null) = (${table.operator_reference} is null)
        and (${table.recorded_by} is null or ${table.status} = 'done')
        and (${table.decision} is null or ${table.recorded_by} is not null)`,
    ),
    index("refunds_of_charge").on(table.charge_id),
    uniqueIndex("refunds_replaced").on(table.replaces),
    index("refunds_of_order").on(table.order_id),
    index("refunds_due").on(table.next_try_at).where(sql`next_try_at is not null`),
    index("refunds_newest").on(table.created_at, table.id),
    index("refunds_open").on(table.order_id).where(OPEN),
    ...doors("refunds"),
    // Staff who cancel a place request its refund; only the treasury approves it.
    officeWrites("refunds", "insert", ASKED),
    officeWrites("refunds", "update", ASKED),
  ],
);

export type Refund = typeof refunds.$inferSelect;

export type LedgerEntry = typeof ledgerEntries.$inferSelect;

/** Another account than the payer's for a refund: the newest counts, once it is approved. */
export const refundPayees = pgTable(
  "refund_payees",
  {
    id: idColumn(),
    refund_id: uuid()
      .notNull()
      .references(() => refunds.id),
    /** Null once its owner was erased. */
    number: text(),
    reason: text().notNull(),
    requested_by: uuid()
      .notNull()
      .references(() => profiles.id),
    approved_by: uuid().references(() => profiles.id),
    /** From then on, its requester may approve it, where nobody else can. */
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

const CORRECTION_STATUSES = ["requested", "approved", "withdrawn"] as const;

/** Corrections of cash whose till was counted since: a second person approves them. */
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
    /** From then on, its requester may approve it, where nobody else can. */
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
