import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { doors, idColumn, oneOf, timestamps } from "../../core/database/doors/columns.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { PRICE_CURRENCIES } from "../../i18n/format.ts";
import { ledgerEntries } from "../ledger/ledger.table.server.ts";
import { HANDOVER_STATUSES, TILL_KINDS } from "./tills.ts";

/** The cash of one person, from its opening to its closing. */
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

/** Cash on its way from a till to a person, or to the bank. */
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
    /** Absent: the bank. */
    receiver: uuid().references(() => profiles.id),
    currency: text({ enum: PRICE_CURRENCIES }).notNull(),
    amount: integer().notNull(),
    status: text({ enum: HANDOVER_STATUSES }).notNull().default("in_transit"),
    /** The number of the bank's slip. */
    slip: text(),
    /** Why it came back. */
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

/** Every change of what a till holds, signed. What is in it is the sum. Append-only. */
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
