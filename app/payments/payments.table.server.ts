import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
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
import {
  doors,
  holdsRole,
  idColumn,
  officeWrites,
  oneOf,
  searchIndex,
  searchText,
  systemDoor,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { PRICE_CURRENCIES } from "../i18n/format.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { DISCREPANCIES, LIVE_STATUSES, PAYMENT_STATUSES } from "./attempts/payments.ts";
import { CHARGE_CURRENCIES, MODES, ORDER_KINDS, ORDER_STATUSES } from "./orders/orders.ts";
import { OPERATORS, PAYMENT_METHODS, PHONE_END } from "./providers/payment-methods.ts";
import type { ProviderIds } from "./providers/provider.ts";
import {
  SIMULATED_STATUSES,
  type SimulatedCharge,
  type SimulatedRefund,
} from "./providers/simulated/simulated.ts";
import {
  LEDGER_KINDS,
  REFUND_REASONS,
  REFUND_SOURCES,
  REFUND_STATUSES,
  SETTLED_STATUSES,
} from "./refunds/refunds.ts";
import { HANDOVER_STATUSES, TILL_KINDS } from "./tills/tills.ts";

// Visitors have no rights on these tables: their requests run as the system. Orders are never deleted, which a trigger
// refuses to every role; personal data in them may be blanked.

/** The end of a phone number, which is the same however it was typed. */
export const lastDigits = (column: AnyPgColumn | SQL | string): SQL =>
  sql`right(regexp_replace(${column}, '[^0-9]', '', 'g'), ${sql.raw(String(PHONE_END))})`;

/** What somebody owes for one subject, at the price when it was opened. */
export const orders = pgTable(
  "orders",
  {
    id: idColumn(),
    kind: text({ enum: ORDER_KINDS }).notNull(),
    /** Fixed when opened, except that real money makes an unpaid test real: a trigger refuses any other change. */
    mode: text({ enum: MODES }).notNull().default("live"),
    /** The member or the registration that it pays for. */
    subject_id: uuid().notNull(),
    /** Short enough to be read aloud at the desk; the order of a registration has the same. */
    reference: text().notNull(),
    label_fr: text().notNull(),
    label_en: text().notNull(),
    price_amount: integer().notNull(),
    price_currency: text({ enum: PRICE_CURRENCIES }).notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default("held"),
    /** Null: it never expires, as for a membership. */
    hold_expires_at: timestamp({ withTimezone: true }),
    /** A payment under way extends the hold up to this. */
    hold_cap_at: timestamp({ withTimezone: true }),
    /** The end of the hold before an announced transfer extended it, which happens once. */
    hold_before_transfer: timestamp({ withTimezone: true }),
    /** Paid at the federation: no provider takes it, or the payer chose so. */
    by_hand: boolean().notNull().default(false),
    /** A rest of the price that staff do not ask for. */
    waived: integer().notNull().default(0),
    /** Fulfilled but no longer paid, since a booking was corrected. */
    owes: boolean().notNull().default(false),
    fulfilled_at: timestamp({ withTimezone: true }),
    /** The lease of the job that ends holds. */
    claimed_until: timestamp({ withTimezone: true }),
    /** The address of its page: whoever knows it may see and pay the order. */
    token: text().notNull().unique(),
    /** The address of the page for somebody else who pays: it shows less, and cannot cancel. */
    share_token: text().notNull().unique().default(sql`replace(gen_random_uuid()::text, '-', '')`),
    language: text({ enum: LANGUAGES }).notNull(),
    payer_name: text().notNull(),
    payer_email: text().notNull(),
    payer_phone: text(),
    search_text: searchText("label_fr", "payer_name", "payer_email"),
    ...timestamps,
  },
  (table) => [
    oneOf("orders_mode", table.mode, MODES),
    oneOf("orders_kind", table.kind, ORDER_KINDS),
    oneOf("orders_currency", table.price_currency, PRICE_CURRENCIES),
    oneOf("orders_status", table.status, ORDER_STATUSES),
    check("orders_price", sql`${table.price_amount} > 0`),
    check("orders_waived", sql`${table.waived} >= 0 and ${table.waived} < ${table.price_amount}`),
    check("orders_token", sql`length(${table.token}) >= 22`),
    check(
      "orders_hold",
      sql`(${table.hold_expires_at} is null) = (${table.hold_cap_at} is null)
        and ${table.hold_expires_at} <= ${table.hold_cap_at}`,
    ),
    uniqueIndex("orders_one_held")
      .on(table.kind, table.subject_id, table.mode)
      .where(sql`status = 'held'`),
    index("orders_of_subject").on(table.subject_id, table.created_at),
    index("orders_due").on(table.hold_expires_at).where(sql`status = 'held'`),
    index("orders_test").on(table.subject_id).where(sql`mode = 'test'`),
    index("orders_owed").on(table.created_at).where(sql`owes`),
    index("orders_reference").on(table.reference),
    index("orders_by_phone").on(lastDigits(table.payer_phone)),
    index("orders_by_hand").on(table.created_at).where(sql`status = 'held'`),
    index("orders_newest").on(table.created_at, table.id),
    index("orders_by_payer").on(sql`lower(payer_email)`, table.created_at),
    index("orders_by_status").on(table.status, table.created_at, table.id),
    searchIndex("orders", table.search_text),
    ...doors("orders"),
  ],
);

export type Order = typeof orders.$inferSelect;

const CLAIM_STATUSES = ["announced", "confirmed", "refused"] as const;

/** Transfers that payers announced: they count once staff have confirmed them. */
export const transferClaims = pgTable(
  "announced_transfers",
  {
    id: idColumn(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    operator: text({ enum: OPERATORS }).notNull(),
    /** Normalised by `normaliseTransactionNumber`. */
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
    // A refused number may be the right one of somebody else.
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

const LIVE_ATTEMPTS = sql.raw(
  `status in (${LIVE_STATUSES.map((status) => `'${status}'`).join(", ")})`,
);

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
    uniqueIndex("payments_one_live").on(table.order_id).where(LIVE_ATTEMPTS),
    index("payments_due").on(table.next_poll_at).where(sql`next_poll_at is not null`),
    index("payments_newest").on(table.created_at, table.id),
    index("payments_provider_ids").using("gin", table.provider_ids),
    index("payments_doubtful").on(table.order_id).where(sql`doubt is not null`),
    index("payments_by_number").on(lastDigits(table.payer_number)),
    index("payments_by_account").on(lastDigits(table.payer_account)),
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

const REFUND_REQUESTS = sql`${holdsRole("treasurer")} or status in ('requested', 'withdrawn')`;
const OPEN_REFUNDS = sql.raw(
  `status not in (${SETTLED_STATUSES.map((one) => `'${one}'`).join(", ")})`,
);

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
    /** The rate that staff had set when it was booked, for its value in GNF; null without one. */
    gnf_per_eur: numeric(),
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
    /** Why staff asked for it. */
    note: text(),
    /** Whether the place or the membership is kept without its money; asked where nothing else of it is left. */
    keeps_place: boolean(),
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
    index("refunds_open").on(table.order_id).where(OPEN_REFUNDS),
    ...doors("refunds"),
    // Staff who cancel a place request its refund; only the treasury approves it.
    officeWrites("refunds", "insert", REFUND_REQUESTS),
    officeWrites("refunds", "update", REFUND_REQUESTS),
  ],
);

export type Refund = typeof refunds.$inferSelect;

export type LedgerEntry = typeof ledgerEntries.$inferSelect;

/**
 * The receipts, numbered without gaps per year. A trigger makes one for every real charge and counts them under a lock;
 * append-only, so no number comes twice.
 */
export const receipts = pgTable(
  "receipts",
  {
    id: uuid().primaryKey().default(sql`gen_random_uuid()`),
    charge_id: uuid()
      .notNull()
      .references(() => ledgerEntries.id),
    year: integer().notNull(),
    serial: integer().notNull(),
    /** As it is written: R-2026-000123. */
    number: text().notNull().unique(),
    created_at: timestamps.created_at,
  },
  (table) => [
    check("receipts_serial", sql`${table.serial} > 0`),
    unique("receipts_series").on(table.year, table.serial),
    index("receipts_of_charge").on(table.charge_id),
    index("receipts_newest").on(table.created_at, table.id),
    ...doors("receipts"),
  ],
);

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

/** The till of one person, from its opening to its closing. */
export const tills = pgTable(
  "tills",
  {
    id: idColumn(),
    owner: uuid()
      .notNull()
      .references(() => profiles.id),
    closed_at: timestamp({ withTimezone: true }),
    closed_by: uuid().references(() => profiles.id),
    ...timestamps,
  },
  (table) => [
    check("tills_closing", sql`(${table.closed_at} is null) = (${table.closed_by} is null)`),
    uniqueIndex("tills_one_open").on(table.owner).where(sql`closed_at is null`),
    index("tills_newest").on(table.created_at, table.id),
    ...doors("tills"),
  ],
);

export type Till = typeof tills.$inferSelect;

/** Cash in transit from a till to a person or to the bank. */
export const tillHandovers = pgTable(
  "till_handovers",
  {
    id: idColumn(),
    till_id: uuid()
      .notNull()
      .references(() => tills.id),
    sent_by: uuid()
      .notNull()
      .references(() => profiles.id),
    /** Null: the bank. */
    receiver: uuid().references(() => profiles.id),
    currency: text({ enum: PRICE_CURRENCIES }).notNull(),
    amount: integer().notNull(),
    status: text({ enum: HANDOVER_STATUSES }).notNull().default("in_transit"),
    /** The number of the bank's slip. */
    slip: text(),
    /** Why it was returned. */
    reason: text(),
    decided_by: uuid().references(() => profiles.id),
    decided_at: timestamp({ withTimezone: true }),
    ...timestamps,
  },
  (table) => [
    oneOf("till_handovers_currency", table.currency, PRICE_CURRENCIES),
    oneOf("till_handovers_status", table.status, HANDOVER_STATUSES),
    check("till_handovers_amount", sql`${table.amount} > 0`),
    check("till_handovers_receiver", sql`${table.receiver} is distinct from ${table.sent_by}`),
    check(
      "till_handovers_decision",
      sql`(${table.status} = 'in_transit') = (${table.decided_by} is null)
        and (${table.status} = 'in_transit') = (${table.decided_at} is null)
        and (${table.status} = 'returned') = (${table.reason} is not null)
        and (${table.status} = 'received' and ${table.receiver} is null) = (${table.slip} is not null)`,
    ),
    uniqueIndex("till_handovers_slip").on(table.slip),
    index("till_handovers_of_till").on(table.till_id),
    index("till_handovers_open").on(table.receiver).where(sql`status = 'in_transit'`),
    index("till_handovers_newest").on(table.created_at, table.id),
    ...doors("till_handovers"),
  ],
);

export type TillHandover = typeof tillHandovers.$inferSelect;

const among = (column: AnyPgColumn, kinds: readonly (typeof TILL_KINDS)[number][]) =>
  sql`${column} in (${sql.raw(kinds.map((kind) => `'${kind}'`).join(", "))})`;

/** Every movement of a till, signed: its balance is their sum. Append-only. */
export const tillEntries = pgTable(
  "till_entries",
  {
    id: idColumn(),
    till_id: uuid()
      .notNull()
      .references(() => tills.id),
    kind: text({ enum: TILL_KINDS }).notNull(),
    currency: text({ enum: PRICE_CURRENCIES }).notNull(),
    amount: integer().notNull(),
    counted: integer(),
    ledger_id: uuid().references(() => ledgerEntries.id),
    handover_id: uuid().references(() => tillHandovers.id),
    /** Why a count differs from the books. */
    note: text(),
    booked_by: uuid()
      .notNull()
      .references(() => profiles.id),
    created_at: timestamps.created_at,
  },
  (table) => [
    oneOf("till_entries_kind", table.kind, TILL_KINDS),
    oneOf("till_entries_currency", table.currency, PRICE_CURRENCIES),
    check(
      "till_entries_sign",
      sql`case when ${among(table.kind, ["refund", "correction", "handover"])} then ${table.amount} < 0
        when ${table.kind} = 'count' then true else ${table.amount} >= 0 end`,
    ),
    check(
      "till_entries_counted",
      sql`(${among(table.kind, ["float", "count"])}) = (${table.counted} is not null)
        and ${table.counted} >= 0`,
    ),
    check(
      "till_entries_difference",
      sql`(${table.kind} = 'count' and ${table.amount} <> 0) = (${table.note} is not null)`,
    ),
    check(
      "till_entries_source",
      sql`(${among(table.kind, ["payment", "refund", "correction"])}) = (${table.ledger_id} is not null)
        and (${among(table.kind, ["handover", "receipt", "return"])}) = (${table.handover_id} is not null)`,
    ),
    unique("till_entries_ledger").on(table.ledger_id),
    unique("till_entries_handover").on(table.handover_id, table.kind),
    index("till_entries_of_till").on(table.till_id, table.created_at, table.id),
    index("till_entries_newest").on(table.created_at, table.id),
    ...doors("till_entries"),
  ],
);

export type TillEntry = typeof tillEntries.$inferSelect;

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
 * The books of the simulated provider. They represent another company's database, so no table refers to them.
 */
export const simulatedPayments = pgTable(
  "simulated_payments",
  {
    id: idColumn(),
    /** The address of its payment page. */
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
    /** The provider does not answer about this payment. */
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
