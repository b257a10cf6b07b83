import { and, count, desc, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { events } from "../events/events.table.server.ts";
import type { FederationEvent } from "../events/events.ts";
import { eventColumns } from "../events/packages/event-packages.operations.server.ts";
import { orderOfSubject } from "../payments/orders/orders.operations.server.ts";
import type { Order } from "../payments/payments.table.server.ts";
import { recordExport } from "../records/history/audit.staff.server.ts";
import { type Count, countEach } from "../records/list/counting.staff.server.ts";
import type { Cursor, ListQuery } from "../records/list/list-query.ts";
import {
  type Listing,
  type ListRequest,
  listRecords,
  readBatch,
} from "../records/list/listing.staff.server.ts";
import { positionOf, type Registration } from "./places/places.system.server.ts";
import { eventRegistrations, registrationColumns } from "./registrations.table.server.ts";
import { REGISTRATION_STATUSES, type RegistrationStatus } from "./registrations.ts";

/** The columns of the list and of its export. */
const ROW_COLUMNS = columnsOf(eventRegistrations, [
  "id",
  "event_id",
  "reference",
  "first_name",
  "last_name",
  "email",
  "phone",
  "gamertag",
  "licence_serial",
  "price_name",
  "amount",
  "currency",
  "status",
  "checked_in_at",
  "created_at",
  "proof_needed",
  "is_duplicate",
  "is_sample",
  "is_test",
  "guardian_name",
  "guardian_phone",
  "guardian_relation",
]);

export type RegistrationRow = Pick<Registration, keyof typeof ROW_COLUMNS> & {
  event_title: string;
  /** On the day of the event. */
  age: number;
  /** The event is open to other ages. */
  is_outside: boolean;
  /** A place is offered to them, and no message told them. */
  is_untold: boolean;
  /** On the waiting list. */
  position: number | null;
};

/** One page of the registrations, of all events or of one. */
export function listRegistrations(
  db: StaffDb,
  query: ListQuery,
): Promise<Listing<RegistrationRow>> {
  return listRecords(db, listOf(query));
}

/** Logs the export of a list. */
export function exportRegistrations(db: StaffDb, query: ListQuery): Promise<number> {
  return recordExport(db, withoutTests(query), query, ["inscription", "inscriptions"]);
}

/** The next registrations of an export. */
export function readRegistrations(
  db: StaffDb,
  query: ListQuery,
  after: Cursor | undefined,
  size: number,
) {
  return readBatch<RegistrationRow>(db, withoutTests(query), after, size);
}

/** Tests are not exported. */
function withoutTests(query: ListQuery): ListRequest {
  const list = listOf(query);
  return { ...list, where: [...(list.where ?? []), eq(eventRegistrations.is_test, false)] };
}

/** The age on the day of the event, as `ageOn` computes it. */
const AGE = sql<number>`(select extract(year from age(events.date, birth_date))::int
  from events where events.id = event_id)`;

/** Outside the age limits, as `isOutside` computes it. */
const IS_OUTSIDE = sql<boolean>`coalesce((
  select extract(year from age(events.date, birth_date)) not between
    coalesce(events.min_age, 0) and coalesce(events.max_age, 1000)
  from events where events.id = event_id), false)`;

/** An offer that nobody was told of: not while its message is on the way. */
export const IS_UNTOLD = sql<boolean>`(offer_hours is not null
  and offered_at < site_now() - interval '5 minutes')`;

/** The same for the screen and the export. */
function listOf(query: ListQuery): ListRequest {
  const { event, status, presence, told } = query.filters;
  const { event_id, checked_in_at, created_at } = eventRegistrations;
  return {
    table: eventRegistrations,
    columns: {
      ...ROW_COLUMNS,
      age: AGE,
      is_outside: IS_OUTSIDE,
      is_untold: IS_UNTOLD,
      event_title: sql`(select title from events where events.id = event_id)`,
      position: sql`case when status = 'waiting' then (
        select count(*)::int from event_registrations line
        where line.event_id = event_registrations.event_id and line.status = 'waiting'
          and (event_registrations.proof_needed or not line.proof_needed)
          and line.arrival <= event_registrations.arrival) end`,
    },
    sorts: { created_at },
    where: [
      event ? eq(event_id, event) : undefined,
      status ? eq(eventRegistrations.status, status as RegistrationStatus) : undefined,
      presence === "in" ? isNotNull(checked_in_at) : undefined,
      presence === "out"
        ? and(eq(eventRegistrations.status, "confirmed"), isNull(checked_in_at))
        : undefined,
      told === "no" ? IS_UNTOLD : undefined,
    ],
    query,
  };
}

type RegistrationCounts = Record<RegistrationStatus | "checked_in", Count>;

/** The registrations of all events by status, and the arrivals, without tests. */
export function countRegistrations(db: StaffDb): Promise<RegistrationCounts> {
  const table = eventRegistrations;
  const { is_test } = table;
  const each = REGISTRATION_STATUSES.map((status) => [
    status,
    [table, eq(table.status, status), is_test],
  ]);
  return countEach(db, {
    ...Object.fromEntries(each),
    checked_in: [table, isNotNull(table.checked_in_at), is_test],
  });
}

export type PlacesOfEvent = Record<RegistrationStatus | "checked_in", number>;

/** The same of one event, with tests, since they take places. */
export async function countPlacesOfEvent(db: StaffDb, eventId: string): Promise<PlacesOfEvent> {
  const { status, checked_in_at, event_id } = eventRegistrations;
  const rows = await db
    .select({ status, all: count(), come: count(checked_in_at) })
    .from(eventRegistrations)
    .where(eq(event_id, eventId))
    .groupBy(status);
  const none = REGISTRATION_STATUSES.map((one) => [one, 0]);
  const places: PlacesOfEvent = { ...Object.fromEntries(none), checked_in: 0 };
  for (const row of rows) {
    places[row.status] = row.all;
    places.checked_in += row.come;
  }
  return places;
}

export type EventChoice = Pick<FederationEvent, "id" | "title" | "date">;

const CHOICES = 100;

/** The events to choose from, the latest first. */
export function listEventChoices(db: StaffDb): Promise<EventChoice[]> {
  const { id, title, date } = events;
  return db.select({ id, title, date }).from(events).orderBy(desc(date), desc(id)).limit(CHOICES);
}

/** The events that people can be added to: those that are neither over nor cancelled. */
export function listRunningEvents(db: StaffDb): Promise<FederationEvent[]> {
  return db
    .select(eventColumns)
    .from(events)
    .where(inArray(events.status, ["upcoming", "ongoing"]))
    .orderBy(events.date, events.id)
    .limit(CHOICES);
}

/** The event that is probably meant at the door: today’s, or the next one. */
export async function findNextEvent(db: StaffDb, today: string): Promise<string | undefined> {
  const [next] = await db
    .select({ id: events.id })
    .from(events)
    .where(and(gte(events.date, today), inArray(events.status, ["upcoming", "ongoing"])))
    .orderBy(events.date, events.id)
    .limit(1);
  return next?.id;
}

export async function findEventOf(db: StaffDb, id: string): Promise<FederationEvent | undefined> {
  const [event] = await db.select(eventColumns).from(events).where(eq(events.id, id));
  return event;
}

/** A registration with its event, its position on the waiting list and its newest order. */
type RegistrationFile = {
  registration: Registration;
  event: FederationEvent;
  position: number;
  order: Order | undefined;
};

export async function findRegistrationFile(
  db: StaffDb,
  id: string,
): Promise<RegistrationFile | undefined> {
  const [row] = await db
    .select({ registration: registrationColumns, event: eventColumns })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.event_id))
    .where(eq(eventRegistrations.id, id));
  if (!row) return undefined;
  const waits = row.registration.status === "waiting";
  return {
    ...row,
    position: waits ? await positionOf(db, id) : 0,
    order: await orderOfSubject(db, "registration", id),
  };
}
