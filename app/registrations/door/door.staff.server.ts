import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { standsAt } from "../../events/door/event-door.operations.server.ts";
import { eventDoor, events } from "../../events/events.table.server.ts";
import { findMinorAge } from "../../guardians/minor-age.staff.server.ts";
import { ageNotice } from "../admin/registration-labels.ts";
import type { Registration } from "../places/places.system.server.ts";
import type { EventChoice } from "../registrations.staff.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { LIVE_STATUSES } from "../registrations.ts";

// What is looked at where people come in. Whoever stands there without tending the events is shown no
// telephone number, and nothing that is not of use at a door.

/** The events whose entrance is open to whoever asks, by their place there: the next one first. */
export function listOpenDoors(db: StaffDb): Promise<EventChoice[]> {
  const { id, title, date } = events;
  return db
    .select({ id, title, date })
    .from(eventDoor)
    .innerJoin(events, eq(events.id, eventDoor.event_id))
    .where(and(eq(eventDoor.account_id, db.staffId), standsAt(id)))
    .orderBy(asc(date), asc(events.time), asc(id));
}

/** Whose entrance is probably meant, of those that are open: today's, else the next one, else the last. */
export function findNearestDoor(open: readonly EventChoice[], today: string): string | undefined {
  return (open.find(({ date }) => date >= today) ?? open.at(-1))?.id;
}

type Person = Pick<Registration, "id" | "reference" | "first_name" | "last_name" | "is_test"> & {
  /** That they are a minor and whom to call, or that the event is not for their age. */
  notice: string;
  /** Whom to call, for who is shown it. */
  guardian_phone?: string | null;
};

export type Arrival = Person & { checked_in_at: Date };

export type AtDoor = Person &
  Pick<Registration, "price_name" | "amount" | "currency" | "status" | "checked_in_at">;

const ARRIVALS = 12;
const FOUND = 10;

const { id, event_id, reference, first_name, last_name, is_test, checked_in_at, status } =
  eventRegistrations;
const { guardian_name, guardian_relation, guardian_phone } = eventRegistrations;
const { price_name, amount, currency } = eventRegistrations;

const PERSON = {
  id,
  reference,
  first_name,
  last_name,
  is_test,
  checked_in_at,
  guardian_name,
  guardian_relation,
  // Of a birth, nobody at a door reads more than this.
  age: sql<number>`age_at_event(${id})`,
  is_outside: sql<boolean>`coalesce((select age_at_event(${id}) not between
    coalesce(min_age, 0) and coalesce(max_age, 1000) from events where events.id = ${event_id}), false)`,
};

/** Who came to an event last. `phones`: whether whoever asks may call a minor's guardian. */
export async function listArrivals(
  db: StaffDb,
  eventId: string,
  phones: boolean,
): Promise<Arrival[]> {
  const rows = await db
    .select({ ...PERSON, ...(phones && { guardian_phone }) })
    .from(eventRegistrations)
    .where(and(eq(event_id, eventId), isNotNull(checked_in_at)))
    .orderBy(desc(checked_in_at))
    .limit(ARRIVALS);
  const minorAge = await findMinorAge(db);
  return rows.flatMap((row) => {
    const { checked_in_at } = row;
    return checked_in_at ? [{ ...personOf(row, minorAge), checked_in_at }] : [];
  });
}

/** What was found of the words, and whether there is more. */
export type DoorFindings = { rows: AtDoor[]; more: boolean };

/** Who registered for an event and is called so, or whose reference it is; in no other words of theirs. */
export async function findAtDoor(
  db: StaffDb,
  eventId: string,
  words: string,
  phones: boolean,
): Promise<DoorFindings> {
  const called = sql`search_form(${reference} || ' ' || ${first_name} || ' ' || ${last_name})`;
  const parts = words.split(/\s+/).filter(Boolean).slice(0, 6);
  if (parts.length === 0) return { rows: [], more: false };
  const rows = await db
    .select({
      ...PERSON,
      ...(phones && { guardian_phone }),
      price_name,
      amount,
      currency,
      status,
    })
    .from(eventRegistrations)
    .where(
      and(
        eq(event_id, eventId),
        inArray(status, [...LIVE_STATUSES]),
        ...parts.map((part) => sql`strpos(${called}, search_form(${part})) > 0`),
      ),
    )
    .orderBy(asc(last_name), asc(first_name), asc(id))
    .limit(FOUND + 1);
  const minorAge = await findMinorAge(db);
  const found = rows.slice(0, FOUND).map((row) => {
    const { price_name, amount, currency, status, checked_in_at } = row;
    const ticket = { price_name, amount, currency, status, checked_in_at };
    return { ...personOf(row, minorAge), ...ticket };
  });
  return { rows: found, more: rows.length > FOUND };
}

type Row = Pick<
  Registration,
  | "id"
  | "reference"
  | "first_name"
  | "last_name"
  | "is_test"
  | "guardian_name"
  | "guardian_relation"
> & { guardian_phone?: string | null; age: number; is_outside: boolean };

/** Who somebody is, without their age: what it means here is said. */
function personOf(row: Row, minorAge: number): Person {
  const { id, reference, first_name, last_name, is_test, guardian_phone, age } = row;
  const notice = ageNotice(row, age < minorAge);
  return { id, reference, first_name, last_name, is_test, notice, guardian_phone };
}
