import { getTableColumns, sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  doorRole,
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
import { eventPackages, events } from "../events/events.table.server.ts";
import { guardianChecks, guardianColumns } from "../guardians/guardian-columns.table.server.ts";
import { PRICE_CURRENCIES } from "../i18n/format.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import { LIVE_STATUSES, PLATFORMS, REGISTRATION_STATUSES } from "./registrations.ts";

const LIVE = LIVE_STATUSES.map((status) => `'${status}'`).join(", ");
const moment = () => timestamp({ withTimezone: true });

/**
 * Who comes to an event. Visitors have no right on it: their form and their ticket go through named
 * functions. A trigger moves the event's `current_participants` with the statuses, whoever changes
 * them; every change is made with the event's row locked.
 */
export const eventRegistrations = pgTable(
  "event_registrations",
  {
    id: idColumn(),
    event_id: uuid()
      .notNull()
      .references(() => events.id),
    /** Short, to be read aloud at the door. */
    reference: text().notNull().unique(),
    /** The address of the ticket, which nobody can guess. */
    ticket_token: text().notNull().unique(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    email: text().notNull(),
    /** E.164 */
    phone: text().notNull(),
    birth_date: date({ mode: "string" }).notNull(),
    /** Where the event asks for them. */
    gamertag: text(),
    platform: text({ enum: PLATFORMS }),
    ...guardianColumns(),
    /**
     * The package that it takes a place of. None at an event with one price, and for whoever is asked to
     * choose another one, since theirs is gone.
     */
    package_id: uuid(),
    /** The package as it was when it was chosen. */
    price_id: text().notNull(),
    price_name: text().notNull(),
    price_name_en: text(),
    amount: integer().notNull(),
    currency: text({ enum: PRICE_CURRENCIES }).notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    /** The day of the version of the terms that they agreed to; absent where staff wrote it. */
    terms_since: date({ mode: "string" }),
    status: text({ enum: REGISTRATION_STATUSES }).notNull(),
    /** The order of coming: whoever waits with the smallest is next. */
    arrival: integer().generatedAlwaysAsIdentity(),
    offer_expires_at: moment(),
    confirmed_at: moment(),
    /** The order whose payment confirmed it: money of another one is too much. */
    order_id: uuid(),
    /** The member of staff who cancelled it: money that comes late does not bring it back. */
    cancelled_by: uuid().references(() => profiles.id),
    /** What it was when its event was cancelled: what it is again, where that can be, when the event is not. */
    cancelled_from: text({ enum: LIVE_STATUSES }),
    checked_in_at: moment(),
    /**
     * Too many came from its network: it has no place for good before its address is proven or staff say
     * so. `proof_due_at` is known once the mail server took the message.
     */
    proof_needed: boolean().notNull().default(false),
    proof_due_at: moment(),
    /**
     * Somebody who may be another registered a person who has a registration: it is told nothing of that
     * one, and gives a place only when it is paid, or staff say so.
     */
    is_duplicate: boolean().notNull().default(false),
    /** Every order for it is a test: a trigger of the orders writes it. */
    is_test: boolean().notNull().default(false),
    /** Hashes that only we can make: where it came from, until that is of no more use. */
    network: text(),
    wider_network: text(),
    browser: text(),
    search_text: searchText("reference", "first_name", "last_name", "email", "gamertag"),
    ...timestamps,
  },
  (table) => [
    foreignKey({
      name: "event_registrations_package",
      columns: [table.package_id, table.event_id],
      foreignColumns: [eventPackages.id, eventPackages.event_id],
    }),
    oneOf("event_registrations_currency", table.currency, PRICE_CURRENCIES),
    oneOf("event_registrations_status", table.status, REGISTRATION_STATUSES),
    oneOf("event_registrations_platform", table.platform, PLATFORMS),
    check(
      "event_registrations_player",
      sql`(${table.gamertag} is null) = (${table.platform} is null)`,
    ),
    ...guardianChecks("event_registrations", table),
    check("event_registrations_amount", sql`${table.amount} >= 0`),
    check(
      "event_registrations_cancelled_from",
      sql`${table.cancelled_from} is null or ${table.status} = 'cancelled'`,
    ),
    check(
      "event_registrations_offer",
      sql`(${table.status} = 'offered') = (${table.offer_expires_at} is not null)`,
    ),
    check(
      "event_registrations_proof",
      sql`case when ${table.proof_needed}
        then ${table.status} not in ('confirmed', 'held', 'offered')
        else ${table.status} <> 'unproven' and ${table.proof_due_at} is null end`,
    ),
    // Families share an address.
    uniqueIndex("event_registrations_one_live")
      .on(table.event_id, sql`lower(email)`, sql`search_form(first_name)`, table.birth_date)
      .where(sql.raw(`status in (${LIVE}) and not is_duplicate`)),
    // What a person has there, duplicates too.
    index("event_registrations_person").on(table.event_id, sql`lower(email)`),
    index("event_registrations_network")
      .on(table.event_id, table.wider_network, table.network)
      .where(sql`wider_network is not null`),
    index("event_registrations_unproven").on(table.proof_due_at).where(sql`proof_needed`),
    index("event_registrations_line").on(table.event_id, table.status, table.arrival),
    index("event_registrations_offers").on(table.offer_expires_at).where(sql`status = 'offered'`),
    index("event_registrations_of_package").on(table.package_id),
    index("event_registrations_newest").on(table.created_at, table.id),
    // There are few, and they are taken away from what is counted.
    index("event_registrations_tests").on(table.created_at).where(sql`is_test`),
    index("event_registrations_of_event").on(table.event_id, table.created_at, table.id),
    index("event_registrations_by_status").on(table.status, table.created_at, table.id),
    index("event_registrations_returning")
      .on(table.event_id)
      .where(sql`cancelled_from is not null`),
    index("event_registrations_present").on(table.event_id).where(sql`checked_in_at is not null`),
    searchIndex("event_registrations", table.search_text),
    ...doors("event_registrations"),
    // Whoever takes money removes what was a test, and nobody else.
    officeWrites("event_registrations", "delete", sql`is_test`),
    // Whoever stands at a door has to do with its event alone, unless another role of theirs has more.
    pgPolicy("event_registrations_own_door", {
      as: "restrictive",
      to: doorRole,
      using: sql`(select ${holdsRole("events")} or ${holdsRole("treasurer")})
        or event_id = any((select own_doors())::uuid[])`,
    }),
  ],
);

const { network, wider_network, browser, ...known } = getTableColumns(eventRegistrations);
/** Without the hashes of where it came from, which only limits and the page that it came by look at. */
export const registrationColumns = known;

/**
 * What a mail about a registration holds to open it, or to prove its address: hashes alone, which are
 * gone after their use. Staff have no right on it.
 */
export const registrationProofs = pgTable(
  "registration_proofs",
  {
    /** The id of the mail, whose row tells whether the mail server took it. */
    id: idColumn(),
    registration_id: uuid()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: "cascade" }),
    /** Of the digits that are typed, and of the link. */
    code_hash: text(),
    key_hash: text(),
    /** How often a wrong code was typed. */
    tries: integer().notNull().default(0),
    ...timestamps,
  },
  (table) => [
    index("registration_proofs_newest").on(table.registration_id, table.created_at),
    systemDoor("registration_proofs"),
  ],
);
