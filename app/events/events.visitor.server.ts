import { and, asc, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb, VisitorDb } from "../core/database/doors/doors.server.ts";
import { events } from "./events.table.server.ts";
import {
  type EventCategory,
  type EventPlaces,
  type EventType,
  type FederationEvent,
  HOME_EVENTS_LIMIT,
  isRunning,
} from "./events.ts";
import { packagesOfEvent } from "./packages/event-packages.operations.server.ts";
import type { EventCardData } from "./page/event-card.tsx";

const card = columnsOf(events, [
  "id",
  "title",
  "title_en",
  "image_url",
  "date",
  "time",
  "end_date",
  "end_time",
  "location",
  "location_en",
  "category",
  "type",
  "status",
  "max_participants",
  "current_participants",
]);
const detail = {
  ...card,
  ...columnsOf(events, ["description", "description_en", "format", "rules", "rules_en"]),
  ...columnsOf(events, ["price", "currency", "created_at"]),
  prices: packagesOfEvent,
  ...columnsOf(events, ["registration_opens_at", "registration_closes_at"]),
  ...columnsOf(events, ["cancellation_reason", "cancellation_reason_en", "sequence"]),
  ...columnsOf(events, ["asks_gamertag", "asks_licence", "asks_club", "min_age", "max_age"]),
};

/** Events on one page of the list: a dozen pictures keep the page light. */
const EVENTS_PAGE = 12;
/** The first page shows at least one row of past events. */
const PAST_AT_LEAST = 4;

export type EventFilter = { category?: EventCategory; type?: EventType };

const matchesFilter = ({ category, type }: EventFilter) => [
  category && eq(events.category, category),
  type && eq(events.type, type),
];

const running = inArray(events.status, ["upcoming", "ongoing"]);
/** Ongoing events first, then the upcoming ones by date. */
const NEXT_FIRST = [desc(eq(events.status, "ongoing")), asc(events.date), asc(events.id)];

/** The next events, with what says whether one can register. */
export const listForHome = (db: VisitorDb) =>
  db
    .select({
      ...card,
      ...columnsOf(events, ["registration_opens_at", "registration_closes_at", "by_invitation"]),
    })
    .from(events)
    .where(running)
    .orderBy(...NEXT_FIRST)
    .limit(HOME_EVENTS_LIMIT);

/** `after` is the id of the last one of the page before; after one that is not among them there are none. */
function selectUpcoming(db: VisitorDb, { after, ...filter }: EventFilter & { after?: string }) {
  const listed = and(running, ...matchesFilter(filter));
  const place = sql`(${events.status} <> 'ongoing', ${events.date}, ${events.id})`;
  const last = sql`(select ${events.status} <> 'ongoing', ${events.date}, ${events.id}
    from ${events} where ${events.id} = ${after} and ${listed})`;
  return db
    .select(card)
    .from(events)
    .where(and(listed, after ? sql`${place} > ${last}` : undefined))
    .orderBy(...NEXT_FIRST);
}

/**
 * Events that are over or cancelled, the latest first. `before` is the id of the last one of the
 * page before; after one that is not among them there are none.
 */
function selectPast(
  db: VisitorDb,
  { limit, before, ...filter }: EventFilter & { limit: number; before?: string },
) {
  const listed = and(notInArray(events.status, ["upcoming", "ongoing"]), ...matchesFilter(filter));
  const last = (id: string) =>
    db
      .select(columnsOf(events, ["date", "id"]))
      .from(events)
      .where(and(eq(events.id, id), listed));
  const older = before && sql`(${events.date}, ${events.id}) < (${last(before)})`;
  return db
    .select(card)
    .from(events)
    .where(and(listed, older || undefined))
    .orderBy(desc(events.date), desc(events.id))
    .limit(limit);
}

export type EventLists = {
  upcoming: EventCardData[];
  /** There are later ones. */
  later: boolean;
  past: EventCardData[];
  /** There are older ones. */
  more: boolean;
};

/**
 * The rows of the list of events, in one statement: upcoming events with the latest past ones, past events `before` one
 * of them, or upcoming ones `after` one of them. `splitEventList` sorts them.
 */
export function selectEventList(
  db: VisitorDb,
  { before, after, ...filter }: EventFilter & { before?: string; after?: string },
): Promise<EventCardData[]> {
  // One more than a page shows whether there is another.
  const limit = EVENTS_PAGE + 1;
  const past = selectPast(db, { ...filter, before, limit });
  if (before) return past;
  const upcoming = selectUpcoming(db, { ...filter, after }).limit(limit);
  return after ? upcoming : unionAll(upcoming, past);
}

/** Splits and sorts the rows for the page. */
export function splitEventList(rows: readonly EventCardData[]): EventLists {
  const inOrder = rows.toSorted(byDate);
  const underWay = inOrder.filter(({ status }) => status === "ongoing");
  const toCome = [...underWay, ...inOrder.filter(({ status }) => status === "upcoming")];
  const upcoming = toCome.slice(0, EVENTS_PAGE);
  const past = inOrder.filter((event) => !isRunning(event)).reverse();
  const room = Math.max(PAST_AT_LEAST, EVENTS_PAGE - upcoming.length);
  const later = toCome.length > EVENTS_PAGE;
  return { upcoming, later, past: past.slice(0, room), more: past.length > room };
}

/** The order of the database: a union has none. */
const byDate = (one: EventCardData, other: EventCardData) =>
  compare(one.date, other.date) || compare(one.id, other.id);
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

/** One event with its current places, from one statement. */
export async function findEvent(
  db: VisitorDb,
  id: string,
): Promise<(FederationEvent & { places: EventPlaces }) | undefined> {
  const places = sql<EventPlaces>`(select row_to_json(p) from event_places(${events.id}) p)`;
  const [event] = await db
    .select({ ...detail, places })
    .from(events)
    .where(eq(events.id, id));
  return event;
}

/** An event as its page shows it, for previews. */
export async function findEventDraft(
  db: StaffDb,
  id: string,
): Promise<FederationEvent | undefined> {
  const [event] = await db.select(detail).from(events).where(eq(events.id, id));
  return event;
}

/** The requirements for participants, read when a registration is submitted. */
export async function findPersonRules(db: VisitorDb, id: string) {
  const [rules] = await db
    .select(
      columnsOf(events, [
        "date",
        "asks_gamertag",
        "asks_licence",
        "min_age",
        "max_age",
        "rules",
        "rules_en",
      ]),
    )
    .from(events)
    .where(eq(events.id, id));
  return rules;
}

/** The events of the calendar feed: upcoming, ongoing and cancelled ones. */
export function listForCalendar(db: VisitorDb): Promise<FederationEvent[]> {
  return db
    .select(detail)
    .from(events)
    .where(inArray(events.status, ["upcoming", "ongoing", "cancelled"]))
    .orderBy(asc(events.date), asc(events.id));
}

/** The address and last change of every event. */
export function listAllEventIds(db: VisitorDb): Promise<{ id: string; updated_at: Date }[]> {
  return db
    .select({ id: events.id, updated_at: events.updated_at })
    .from(events)
    .orderBy(desc(events.date), desc(events.id));
}
