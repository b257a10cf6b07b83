import { and, asc, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/columns.server.ts";
import type { VisitorDb } from "../core/database/doors.server.ts";
import type { EventCardData } from "./event-card.tsx";
import { events } from "./events.table.server.ts";
import type { EventCategory, EventPlaces, EventType, FederationEvent } from "./events.ts";

const card = columnsOf(events, [
  "id",
  "title",
  "title_en",
  "image_url",
  "date",
  "time",
  "location",
  "location_en",
  "category",
  "type",
  "status",
  "max_participants",
  "current_participants",
]);
const whole = {
  ...card,
  ...columnsOf(events, ["description", "description_en", "rules", "rules_en"]),
  ...columnsOf(events, ["price", "currency", "prices", "created_at"]),
};

/** How many events one page of the list shows: a dozen pictures are what a list may weigh. */
const EVENTS_PAGE = 12;
/** However many are to come, the first page shows a row of what was. */
const PAST_AT_LEAST = 4;

export type EventFilter = { category?: EventCategory; type?: EventType };

const chosen = ({ category, type }: EventFilter) => [
  category && eq(events.category, category),
  type && eq(events.type, type),
];

/** Events with the status upcoming, the next one first. */
export function listUpcoming(
  db: VisitorDb,
  { limit, ...filter }: EventFilter & { limit?: number } = {},
): Promise<EventCardData[]> {
  const query = db
    .select(card)
    .from(events)
    .where(and(eq(events.status, "upcoming"), ...chosen(filter)))
    .orderBy(asc(events.date), asc(events.id));
  return limit === undefined ? query : query.limit(limit);
}

/**
 * Events under way, finished or cancelled, the latest first. `before` is the id of the last one of the
 * page before; after one that is not among them there are none.
 */
function listPast(
  db: VisitorDb,
  { limit, before, ...filter }: EventFilter & { limit: number; before?: string },
): Promise<EventCardData[]> {
  const listed = and(ne(events.status, "upcoming"), ...chosen(filter));
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
  past: EventCardData[];
  /** There are older ones. */
  more: boolean;
};

/** The list of events: what is to come with the latest of what was, or what was `before` one of them. */
export async function listEvents(
  db: VisitorDb,
  { before, ...filter }: EventFilter & { before?: string },
): Promise<EventLists> {
  const upcoming = before ? [] : await listUpcoming(db, filter);
  const room = Math.max(PAST_AT_LEAST, EVENTS_PAGE - upcoming.length);
  // One more than a page shows whether there is another.
  const found = await listPast(db, { ...filter, before, limit: room + 1 });
  return { upcoming, past: found.slice(0, room), more: found.length > room };
}

/** One event, with its places as they are at this moment: both come from one statement. */
export async function findEvent(
  db: VisitorDb,
  id: string,
): Promise<(FederationEvent & { places: EventPlaces }) | undefined> {
  const places = sql<EventPlaces>`(select row_to_json(p) from event_places(${events.id}) p)`;
  const [event] = await db
    .select({ ...whole, places })
    .from(events)
    .where(eq(events.id, id));
  return event;
}

/** For the calendar feed: what is to come or under way. */
export function listForCalendar(db: VisitorDb): Promise<FederationEvent[]> {
  return db
    .select(whole)
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
