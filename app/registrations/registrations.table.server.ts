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
 * The registrations for events. Visitors have no right on them: forms and tickets run as the system. A trigger keeps the
 * event's `current_participants`; every change is made with the event's row locked.
 */
export const eventRegistrations = pgTable(
  "event_registrations",
  {
    id: idColumn(),
    event_id: uuid()
      .notNull()
      .references(() => events.id),
    /** Short enough to be read aloud at the door. */
    reference: text().notNull().unique(),
    /** The address of the ticket, which nobody can guess. */
    ticket_token: text().notNull().unique(),
    first_name: text().notNull(),
    last_name: text().notNull(),
    email: text().notNull(),
    /** E.164 */
    phone: text().notNull(),
    birth_date: date({ mode: "string" }).notNull(),
    /** Null where the event does not ask for them. */
    gamertag: text(),
    platform: text({ enum: PLATFORMS }),
    /** The licence that was shown for it; null where the event asked for none, or staff registered somebody without. */
    licence_serial: integer(),
    ...guardianColumns(),
    /**
     * The package that it takes a place of. Null at an event with one price, and where another package must be chosen
     * because the former is gone.
     */
    package_id: uuid(),
    /** The package as it was when chosen. */
    price_id: text().notNull(),
    price_name: text().notNull(),
    price_name_en: text(),
    amount: integer().notNull(),
    currency: text({ enum: PRICE_CURRENCIES }).notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    /** The version of the accepted terms, by its day; null where staff entered the registration. */
    terms_since: date({ mode: "string" }),
    status: text({ enum: REGISTRATION_STATUSES }).notNull(),
    /** The order of registration: on the waiting list, the smallest is next. */
    arrival: integer().generatedAlwaysAsIdentity(),
    /** Null until its holder is told: `offer_hours` run from when the mail server took the message, or staff called. */
    offer_expires_at: moment(),
    /** Of an offer that its holder was not told of: how long it will last then, and when it was made. */
    offer_hours: integer(),
    offered_at: moment(),
    confirmed_at: moment(),
    /** The order whose payment confirmed it; payments of other orders are refunded. */
    order_id: uuid(),
    /** Set where staff cancelled it: a late payment does not revive it then. */
    cancelled_by: uuid().references(() => profiles.id),
    /** The status before its event was cancelled, restored where possible if the event takes place after all. */
    cancelled_from: text({ enum: LIVE_STATUSES }),
    checked_in_at: moment(),
    /**
     * Beyond the limit of its network: its address must be proven, or staff accept it. `proof_due_at` is set once the mail
     * server has taken the message.
     */
    proof_needed: boolean().notNull().default(false),
    proof_due_at: moment(),
    /**
     * The person was registered already, and this form came from another browser: it reveals nothing of the first one,
     * and gets a place only by payment or by staff.
     */
    is_duplicate: boolean().notNull().default(false),
    /** All its orders are tests; a trigger on the orders sets it. */
    is_test: boolean().notNull().default(false),
    /** Of an invented person at a sample event: remove_sample_registrations() says when it goes. */
    is_sample: boolean().notNull().default(false),
    /** Keyed hashes of where it came from, deleted after a while. */
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
      sql`(${table.status} = 'offered')::int = num_nonnulls(${table.offer_expires_at}, ${table.offer_hours})
        and (${table.offer_hours} is null or ${table.offered_at} is not null)`,
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
    // A licence is one person's, whatever address they give.
    uniqueIndex("event_registrations_one_licence")
      .on(table.event_id, table.licence_serial)
      .where(sql.raw(`status in (${LIVE}) and not is_duplicate and licence_serial is not null`)),
    // What stands under an address: one's own space, and the erasure of a person.
    index("event_registrations_email").on(sql`lower(email)`),
    // All registrations of a person, duplicates too.
    index("event_registrations_person").on(table.event_id, sql`lower(email)`),
    index("event_registrations_network")
      .on(table.event_id, table.wider_network, table.network)
      .where(sql`wider_network is not null`),
    index("event_registrations_unproven").on(table.proof_due_at).where(sql`proof_needed`),
    index("event_registrations_line").on(table.event_id, table.status, table.arrival),
    index("event_registrations_offers").on(table.offer_expires_at).where(sql`status = 'offered'`),
    index("event_registrations_of_package").on(table.package_id),
    index("event_registrations_newest").on(table.created_at, table.id),
    // They are few, and subtracted from the counts.
    index("event_registrations_tests").on(table.created_at).where(sql`is_test`),
    index("event_registrations_of_event").on(table.event_id, table.created_at, table.id),
    index("event_registrations_by_status").on(table.status, table.created_at, table.id),
    index("event_registrations_returning")
      .on(table.event_id)
      .where(sql`cancelled_from is not null`),
    index("event_registrations_present").on(table.event_id).where(sql`checked_in_at is not null`),
    searchIndex("event_registrations", table.search_text),
    ...doors("event_registrations"),
    // The treasury removes tests, nobody else.
    officeWrites("event_registrations", "delete", sql`is_test`),
    // Accounts of the door see only their events, unless another role of theirs allows more.
    pgPolicy("event_registrations_own_door", {
      as: "restrictive",
      to: doorRole,
      using: sql`(select ${holdsRole("events")} or ${holdsRole("treasurer")})
        or event_id = any((select own_doors())::uuid[])`,
    }),
  ],
);

const { network, wider_network, browser, ...columns } = getTableColumns(eventRegistrations);
/** Without the hashes of where it came from, which only the limits and the public form read. */
export const registrationColumns = columns;

/** The hashes of the secrets in mails about a registration, deleted once used. Staff have no right on them. */
export const registrationProofs = pgTable(
  "registration_proofs",
  {
    /** The id of its mail, whose row tells whether the mail server took it. */
    id: idColumn(),
    registration_id: uuid()
      .notNull()
      .references(() => eventRegistrations.id, { onDelete: "cascade" }),
    /** Of the digits to type, and of the key of the link. */
    code_hash: text(),
    key_hash: text(),
    /** Wrong codes so far. */
    tries: integer().notNull().default(0),
    ...timestamps,
  },
  (table) => [
    index("registration_proofs_newest").on(table.registration_id, table.created_at),
    systemDoor("registration_proofs"),
  ],
);
