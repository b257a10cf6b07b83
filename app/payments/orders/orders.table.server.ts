import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  searchIndex,
  searchText,
  timestamps,
} from "../../core/database/doors/columns.server.ts";
import { PRICE_CURRENCIES } from "../../i18n/format.ts";
import { LANGUAGES } from "../../i18n/languages.ts";
import { MODES, ORDER_KINDS, ORDER_STATUSES } from "./orders.ts";

// Visitors have no right on money at all: what they do runs through named functions of ours. Orders
// are never deleted (a trigger refuses it to every role); personal data in them may be blanked.

/** What somebody owes, for one thing: its price is frozen when it is opened. */
export const orders = pgTable(
  "orders",
  {
    id: idColumn(),
    kind: text({ enum: ORDER_KINDS }).notNull(),
    /** Fixed when it is opened: a trigger refuses any change. */
    mode: text({ enum: MODES }).notNull().default("live"),
    /** The member or the registration that it pays for. */
    subject_id: uuid().notNull(),
    /** Short, to be read aloud at the desk; a registration's order has that of the registration. */
    reference: text().notNull(),
    label_fr: text().notNull(),
    label_en: text().notNull(),
    price_amount: integer().notNull(),
    price_currency: text({ enum: PRICE_CURRENCIES }).notNull(),
    status: text({ enum: ORDER_STATUSES }).notNull().default("held"),
    /** Without: it waits for ever, as a membership does. */
    hold_expires_at: timestamp({ withTimezone: true }),
    /** A payment under way prolongs the hold, never beyond this. */
    hold_cap_at: timestamp({ withTimezone: true }),
    /** The end of the hold before an announced transfer prolonged it, which happens once. */
    hold_before_transfer: timestamp({ withTimezone: true }),
    /** It is paid at the federation: nothing online takes it, or its payer chose so. */
    by_hand: boolean().notNull().default(false),
    /** What it pays for was given, and its price is not paid any more: a booking was taken back. */
    owes: boolean().notNull().default(false),
    /** When what it pays for was given. */
    fulfilled_at: timestamp({ withTimezone: true }),
    /** The job that ends holds leaves it alone until then. */
    claimed_until: timestamp({ withTimezone: true }),
    /** The address of its public page; whoever knows it may see and pay the order. */
    token: text().notNull().unique(),
    /** The address of the page for somebody else who pays: it shows less, and gives nothing up. */
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
    index("orders_by_hand").on(table.created_at).where(sql`status = 'held'`),
    index("orders_newest").on(table.created_at, table.id),
    index("orders_by_payer").on(sql`lower(payer_email)`, table.created_at),
    index("orders_by_status").on(table.status, table.created_at, table.id),
    searchIndex("orders", table.search_text),
    ...doors("orders"),
  ],
);

export type Order = typeof orders.$inferSelect;
