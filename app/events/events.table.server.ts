import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  officeWrites,
  oneOf,
  SITE_NOW,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { profiles } from "../core/profiles.table.server.ts";
import { PRICE_CURRENCIES } from "../i18n/format.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { TEXT_FORMATS } from "../texts/text-document.ts";
import type { Concerned } from "./door/ticket-office.ts";
import { eventRecord, packageRecord } from "./events.record.ts";
import {
  CHANGE_KINDS,
  EVENT_CATEGORIES,
  EVENT_STATUSES,
  EVENT_TYPES,
  RETURNS_STATES,
  type WhenAndWhere,
} from "./events.ts";

const moment = () => timestamp({ withTimezone: true });

/** A day and an hour of Conakry, which is on UTC all year, as the database compares them. */
const toMoment = (day: string, hour: string) =>
  sql.raw(
    `(${day} + make_interval(hours => left(${hour}, 2)::int, mins => right(${hour}, 2)::int)) at time zone 'UTC'`,
  );

export const events = pgTable(
  "events",
  {
    id: idColumn(),
    title: text().notNull(),
    title_en: text(),
    description: text().notNull(),
    description_en: text(),
    /** How its text is written, in both languages. */
    format: text({ enum: TEXT_FORMATS }).notNull().default("plain"),
    date: date({ mode: "string" }).notNull(),
    /** HH:MM in Conakry. */
    time: text(),
    /** Its last day, when that is another one. */
    end_date: date({ mode: "string" }),
    /** HH:MM in Conakry; without it, it lasts until the end of its last day. */
    end_time: text(),
    /** As `eventStart` and `eventEnd` say it. */
    starts_at: moment().generatedAlwaysAs(toMoment("date", `coalesce("time", '23:59')`)),
    ends_at: moment().generatedAlwaysAs(
      toMoment("coalesce(end_date, date)", "coalesce(end_time, '24:00')"),
    ),
    /** Registration opens at once and closes when it begins, unless these say otherwise. */
    registration_opens_at: moment(),
    registration_closes_at: moment(),
    location: text().notNull(),
    location_en: text(),
    image_url: text(),
    category: text({ enum: EVENT_CATEGORIES }).notNull(),
    type: text({ enum: EVENT_TYPES }).notNull().default("in-person"),
    max_participants: integer(),
    current_participants: integer().notNull().default(0),
    price: integer(),
    currency: text({ enum: PRICE_CURRENCIES }).notNull().default("XOF"),
    /** No registration on the site, whatever its price and its packages. */
    by_invitation: boolean().notNull().default(false),
    rules: text(),
    rules_en: text(),
    status: text({ enum: EVENT_STATUSES }).notNull().default("upcoming"),
    /** When staff said so: the clock does not contradict what they chose after the moment in question. */
    status_chosen_at: moment().notNull().default(SITE_NOW),
    /** Why it was cancelled, as whoever registered reads it. */
    cancellation_reason: text(),
    cancellation_reason_en: text(),
    /** How often what calendars hold of it changed. */
    sequence: integer().notNull().default(0),
    /** By its category where an insert does not say so: a trigger fills it in. */
    asks_gamertag: boolean().notNull(),
    /** Whoever registers has a licence of the federation that is valid on its day. */
    asks_licence: boolean().notNull().default(false),
    /** Of an affiliated club, too. */
    asks_club: boolean().notNull().default(false),
    /** Both included, on the day of the event. */
    min_age: integer(),
    max_age: integer(),
    is_sample: boolean().notNull().default(false),
    search_text: searchText("title", "title_en", "description", "location"),
    ...timestamps,
  },
  (table) => [
    oneOf("events_category", table.category, EVENT_CATEGORIES),
    oneOf("events_format", table.format, TEXT_FORMATS),
    oneOf("events_type", table.type, EVENT_TYPES),
    oneOf("events_status", table.status, EVENT_STATUSES),
    oneOf("events_currency", table.currency, PRICE_CURRENCIES),
    check("events_price", sql`${table.price} >= 0`),
    check("events_time", sql`${table.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check(
      "events_end",
      sql`${table.end_time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and ${table.ends_at} >= ${table.starts_at}`,
    ),
    // The last guard against selling a seat twice: the database refuses it whatever our code does.
    check(
      "events_places",
      sql`${table.current_participants} >= 0 and (${table.max_participants} is null or ${table.current_participants} <= ${table.max_participants})`,
    ),
    index("events_by_end").on(table.ends_at).where(sql`status in ('upcoming', 'ongoing')`),
    check("events_asks_club", sql`${table.asks_licence} or not ${table.asks_club}`),
    check("events_ages", sql`${table.min_age} >= 0 and ${table.max_age} >= 0`),
    check("events_age_range", sql`${table.min_age} <= ${table.max_age}`),
    index("events_by_date").on(table.date, table.id),
    searchIndex("events", table.search_text),
    ...doors("events", { reads: sql`true` }),
  ],
);

registerDefinition(eventRecord);

/**
 * What an event can be registered for. A trigger moves `taken` with the registrations, as it moves the
 * participants of the event, and the CHECK refuses one too many.
 */
export const eventPackages = pgTable(
  "event_packages",
  {
    id: idColumn(),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** The word by which forms name it. */
    key: text().notNull(),
    position: integer().notNull().default(0),
    name: text().notNull(),
    name_en: text(),
    description: text().notNull(),
    description_en: text(),
    features: text().array().notNull().default([]),
    features_en: text().array().notNull().default([]),
    /** Whole francs of the event's currency. */
    amount: integer().notNull(),
    /** How many places it has; null: as many as the event. */
    quota: integer(),
    /** It cannot be chosen any more from here on. */
    ends_at: moment(),
    taken: integer().notNull().default(0),
    /** Staff took it out of the event: who registered for it keeps it. */
    withdrawn_at: moment(),
    is_sample: boolean().notNull().default(false),
    ...timestamps,
  },
  (table) => [
    unique("event_packages_key").on(table.event_id, table.key),
    // What a registration points at, so that nobody has a package of another event.
    unique("event_packages_of_event").on(table.id, table.event_id),
    check("event_packages_amount", sql`${table.amount} >= 0`),
    // The last guard against selling a place of a package twice, whatever our code does.
    check(
      "event_packages_quota",
      sql`${table.taken} >= 0 and (${table.quota} is null or ${table.taken} <= ${table.quota})`,
    ),
    // For the clock: when the next one ends.
    index("event_packages_by_end").on(table.ends_at).where(sql`ends_at is not null`),
    ...doors("event_packages", { reads: sql`withdrawn_at is null` }),
  ],
);

registerDefinition(packageRecord);

/**
 * What staff decided about an event that whoever registered must hear of. A job follows each of these,
 * registration by registration, and marks it as done.
 */
export const eventChanges = pgTable(
  "event_changes",
  {
    id: idColumn(),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    kind: text({ enum: CHANGE_KINDS }).notNull(),
    /** Where and when it was to be, for one that moved. */
    previous: jsonb().$type<WhenAndWhere>(),
    decided_by: uuid()
      .notNull()
      .references(() => profiles.id),
    /** What a cancelled event gives back, where that is too much for one person to decide. */
    returns: text({ enum: RETURNS_STATES }),
    returns_total: jsonb().$type<Concerned["owed"]>(),
    returns_approved_by: uuid().references(() => profiles.id),
    /** Where nobody else administers the site: the returns are approved from then on. */
    returns_from: moment(),
    done_at: moment(),
    ...timestamps,
  },
  (table) => [
    oneOf("event_changes_kind", table.kind, CHANGE_KINDS),
    oneOf("event_changes_returns", table.returns, RETURNS_STATES),
    check(
      "event_changes_returns_approval",
      sql`(${table.returns} in ('approved', 'sent')) = (${table.returns_approved_by} is not null)`,
    ),
    index("event_changes_returns")
      .on(table.event_id)
      .where(sql`returns in ('waiting', 'approved')`),
    index("event_changes_open").on(table.created_at).where(sql`done_at is null`),
    index("event_changes_of_event").on(table.event_id, table.created_at, table.id),
    ...doors("event_changes"),
    // Money that goes back is held by who holds events, and let go by others.
    officeWrites("event_changes", "update", sql`returns_from is null`),
  ],
);

/**
 * Who stands at the entrance of which event. It lets somebody in only around the event, while they have the
 * role: `stands_at()` says when.
 */
export const eventDoor = pgTable(
  "event_door",
  {
    id: idColumn(),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    account_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    added_by: uuid()
      .notNull()
      .references(() => profiles.id),
    ...timestamps,
  },
  (table) => [
    index("event_door_of_event").on(table.event_id, table.account_id),
    index("event_door_of_account").on(table.account_id),
    ...doors("event_door"),
  ],
);
