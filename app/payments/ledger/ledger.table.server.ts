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

/**
 * Every movement of money, signed. What was paid for an order is the sum of it, and nothing else.
 * Append-only.
 */
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
    /** As its order's: a trigger writes it, and refuses any change. */
    mode: text({ enum: MODES }).notNull().default("live"),
    kind: text({ enum: LEDGER_KINDS }).notNull(),
    provider: text().notNull(),
    /** The provider's name for a charge; for a refund, the id of ours. */
    provider_txn_id: text().notNull(),
    /** As the provider says, so the currency may be none of ours. */
    amount: integer().notNull(),
    currency: text().notNull(),
    /** What it counts for the order, in the order's currency; 0 when it is not what was asked for. */
    price_amount: integer().notNull(),
    /** Of a charge: what reached us of it, and what the provider kept, where it told. */
    received: integer(),
    fee: integer(),
    /** Of what passed through our hands: how, on which day, and who wrote it down. */
    means: text({ enum: PAYMENT_METHODS }),
    received_on: date({ mode: "string" }),
    booked_by: uuid().references(() => profiles.id),
    /** Why an entry was made that takes another one back. */
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
    // Holds all that the sums of money look at.
    index("ledger_entries_sums").on(table.mode, table.kind, table.currency, table.amount),
    ...doors("ledger_entries"),
  ],
);

/**
 * Money to give back, of one charge; its id is the key under which the provider is asked. Triggers see to
 * it that a charge never promises more than was taken, and that who did what is written once.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    /** As its order's: a trigger writes it, and refuses any change. */
    mode: text({ enum: MODES }).notNull().default("live"),
    charge_id: uuid()
      .notNull()
      .references(() => ledgerEntries.id),
    amount: integer().notNull(),
    currency: text().notNull(),
    status: text({ enum: REFUND_STATUSES }).notNull().default("requested"),
    source: text({ enum: REFUND_SOURCES }).notNull(),
    reason: text({ enum: REFUND_REASONS }).notNull(),
    /** The provider's name for it. */
    provider_ref: text(),
    /** Why the provider refused it, by its word. */
    refusal: text(),
    /** The refund that was refused, in whose place this one was asked for. */
    replaces: uuid().references((): AnyPgColumn => refunds.id),
    /** Of a refund made by hand: the operator's reference. */
    operator_reference: text(),
    /** Who asked for it: also who caused what the product then asked for. */
    requested_by: uuid().references(() => profiles.id),
    /** Whether the link of whoever it is of asked for it: then nobody of the staff did. */
    holder_asked: boolean().notNull().default(false),
    approved_by: uuid().references(() => profiles.id),
    /** Nobody had to approve it: a provider took it and gives it back, and it is below the limit. */
    by_rule: boolean().notNull().default(false),
    /** Whoever asked for much of it, and administers the site alone, approves it from then on. */
    approve_from: timestamp({ withTimezone: true }),
    /** Who recorded that it was made by hand. */
    recorded_by: uuid().references(() => profiles.id),
    /** Why they did not wait for a provider who might still return the money. */
    decision: text(),
    next_try_at: timestamp({ withTimezone: true }),
    tries: integer().notNull().default(0),
    /** When it was sent first: its provider knows the key for a while only. */
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
    // Whoever gives up a place asks its money back; letting it go is the treasury's.
    officeWrites("refunds", "insert", ASKED),
    officeWrites("refunds", "update", ASKED),
  ],
);

export type Refund = typeof refunds.$inferSelect;

export type LedgerEntry = typeof ledgerEntries.$inferSelect;

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
