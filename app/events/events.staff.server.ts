import { count, eq, inArray } from "drizzle-orm";
import { type Deleted, deleteRecords } from "../admin/bin.staff.server.ts";
import type { ListQuery } from "../admin/kit/list-query.ts";
import { FieldRefused } from "../admin/kit/save.server.ts";
import { type Listing, listRecords } from "../admin/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  lockRow,
  lockRows,
  updateRecord,
  updateRecords,
} from "../admin/records.staff.server.ts";
import type { StaffDb } from "../platform/database/doors.server.ts";
import { AppError } from "../platform/errors.ts";
import { isId } from "../platform/id.server.ts";
import { stopPayingAt } from "../registrations/changes.system.server.ts";
import { eventRegistrations } from "../registrations/registrations.table.server.ts";
import type { EventForm } from "./event-form.ts";
import { events } from "./events.table.server.ts";
import type { EventStatus, EventType } from "./events.ts";

export type StoredEvent = typeof events.$inferSelect;

export type EventRow = Pick<
  StoredEvent,
  | "id"
  | "title"
  | "location"
  | "image_url"
  | "date"
  | "time"
  | "type"
  | "max_participants"
  | "current_participants"
  | "status"
>;

/** One page of all events, in the order of their dates. */
export function listAllEvents(db: StaffDb, query: ListQuery): Promise<Listing<EventRow>> {
  const { type, status } = query.filters;
  return listRecords(db, {
    table: events,
    columns: {
      id: events.id,
      title: events.title,
      location: events.location,
      image_url: events.image_url,
      date: events.date,
      time: events.time,
      type: events.type,
      max_participants: events.max_participants,
      current_participants: events.current_participants,
      status: events.status,
    },
    sorts: { date: events.date, title: events.title },
    where: [
      type ? eq(events.type, type as EventType) : undefined,
      status ? eq(events.status, status as EventStatus) : undefined,
    ],
    query,
  });
}

export function findEventForStaff(db: StaffDb, id: string): Promise<StoredEvent | undefined> {
  return findRecord(db, events, id);
}

export function createEvent(db: StaffDb, values: EventForm): Promise<string> {
  return createRecord(db, events, values, values.title);
}

/** @throws FieldRefused when there would be fewer places than people who have one. */
export async function updateEvent(
  db: StaffDb,
  id: string,
  values: EventForm,
  version?: string,
): Promise<void> {
  const { current_participants: taken } = (await lockRow(db, events, id)) as StoredEvent;
  const { max_participants: places } = values;
  if (places !== null && places < taken) {
    const message = `${taken} places sont déjà prises : le maximum ne peut pas être plus bas`;
    throw new FieldRefused("max_participants", message);
  }
  await updateRecord(db, events, id, values, { label: values.title, version });
  if (values.status === "cancelled") await stopPayingAt(db, [id]);
}

/** Returns how many changed. */
export async function setEventStatus(
  db: StaffDb,
  ids: readonly string[],
  status: EventStatus,
): Promise<number> {
  const named = { label: ({ title }: StoredEvent) => title, action: "status" };
  const changed = await updateRecords(db, events, ids, { status }, named);
  if (status === "cancelled") await stopPayingAt(db, ids.filter(isId));
  return changed;
}

/** @throws AppError 'conflict' when somebody registered for one of them. */
export async function deleteEvents(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  // Who registers holds the event's row: nobody comes in between.
  const rows = (await lockRows(db, events, ids)) as StoredEvent[];
  const [taken] = await db
    .select({ title: events.title, registrations: count() })
    .from(eventRegistrations)
    .innerJoin(events, eq(events.id, eventRegistrations.event_id))
    .where(
      inArray(
        events.id,
        rows.map(({ id }) => id),
      ),
    )
    .groupBy(events.id)
    .limit(1);
  if (taken) {
    const people =
      taken.registrations > 1 ? `${taken.registrations} inscriptions` : "une inscription";
    throw new AppError(
      "conflict",
      `« ${taken.title} » a ${people}. Annulez l’événement au lieu de le supprimer.`,
    );
  }
  return deleteRecords(db, events, ids, { label: ({ title }) => title });
}
