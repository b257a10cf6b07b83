import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import {
  doors,
  idColumn,
  oneOf,
  SITE_NOW,
  searchIndex,
  searchText,
  timestamps,
} from "../core/database/doors/columns.server.ts";
import { PRICE_CURRENCIES } from "../i18n/format.ts";
import { registerDefinition } from "../records/definitions.server.ts";
import { TEXT_FORMATS } from "../texts/text-document.ts";
import { eventRecord } from "./events.record.ts";
import { EVENT_CATEGORIES, EVENT_STATUSES, EVENT_TYPES } from "./events.ts";

const moment = () => timestamp({ withTimezone: true });

/** A day and an hour of Conakry, which is on UTC all year, as the database compares them. */
const momentOf = (day: string, hour: string) =>
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
    starts_at: moment().generatedAlwaysAs(momentOf("date", `coalesce("time", '23:59')`)),
    ends_at: moment().generatedAlwaysAs(
      momentOf("coalesce(end_date, date)", "coalesce(end_time, '24:00')"),
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
    check("events_ages", sql`${table.min_age} >= 0 and ${table.max_age} >= 0`),
    check("events_age_range", sql`${table.min_age} <= ${table.max_age}`),
    index("events_by_date").on(table.date, table.id),
    searchIndex("events", table.search_text),
    ...doors("events", { reads: sql`true` }),
  ],
);

registerDefinition(eventRecord);
