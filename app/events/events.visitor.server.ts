import { and, asc, desc, eq, getTableColumns, inArray, ne, sql } from "drizzle-orm";
import type { VisitorDb } from "../platform/database/doors.server.ts";
import type { EventCardData } from "./event-card.tsx";
import { events } from "./events.table.server.ts";
import type { EventCategory, EventPlaces, EventType, FederationEvent } from "./events.ts";

const card = {
  id: events.id,
  title: events.title,
  title_en: events.title_en,
  image_url: events.image_url,
  date: events.date,
  time: events.time,
  location: events.location,
  location_en: events.location_en,
  category: events.category,
  type: events.type,
  status: events.status,
  max_participants: events.max_participants,
  current_participants: events.current_participants,
};

/** Past events are a memory, not an archive: the list shows the latest ones. */
const PAST_SHOWN = 12;

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

/** Events under way, finished or cancelled, the latest first. */
export function listPast(db: VisitorDb, filter: EventFilter): Promise<EventCardData[]> {
  return db
    .select(card)
    .from(events)
    .where(and(ne(events.status, "upcoming"), ...chosen(filter)))
    .orderBy(desc(events.date), desc(events.id))
    .limit(PAST_SHOWN);
}

/** One event, with its places as they are at this moment: both come from one statement. */
export async function findEvent(
  db: VisitorDb,
  id: string,
): Promise<(FederationEvent & { places: EventPlaces }) | undefined> {
  const places = sql<EventPlaces>`(select row_to_json(p) from event_places(${events.id}) p)`;
  const [event] = await db
    .select({ ...getTableColumns(events), places })
    .from(events)
    .where(eq(events.id, id));
  return event;
}

/** For the calendar feed: what is to come or under way. */
export function listForCalendar(db: VisitorDb): Promise<FederationEvent[]> {
  return db
    .select()
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
