import { and, asc, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import { keepsDoor, needDoor, standsAt } from "../../events/door/event-door.operations.server.ts";
import { eventDoor, events } from "../../events/events.table.server.ts";
import { findMinorAge } from "../../guardians/minor-age.staff.server.ts";
import { formatMoment } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { ageNotice, labelOf, nameOf } from "../admin/registration-labels.ts";
import { STATUS_LABELS } from "../admin/registration-status-labels.ts";
import type { Registration } from "../places/places.system.server.ts";
import { type EventChoice, findEventOf } from "../registrations.staff.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { type DoorSearch, doorSearch, LIVE_STATUSES } from "../registrations.ts";

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
const { price_name, amount, currency, gamertag } = eventRegistrations;

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

/** What is asked of a registration where somebody comes in: whoever stands there reads no more of it. */
const ENTRANT = {
  id,
  event_id,
  reference,
  first_name,
  last_name,
  gamertag,
  price_name,
  status,
  checked_in_at,
  is_test,
};

export type Entrant = Pick<Registration, keyof typeof ENTRANT>;

/**
 * The registration of somebody at a door, which must be open to whoever asks.
 * @param atEvent The event whose door it is, where that is said.
 * @throws AppError 'forbidden' where it is not; 'conflict' with what to tell whoever stands there.
 */
export async function lockAtDoor(db: StaffDb, wanted: string, atEvent?: string): Promise<Entrant> {
  const ofEvent = isId(wanted) ? await findEventId(db, wanted) : undefined;
  if (!ofEvent) throw new AppError("not-found", "no such registration");
  // Of what is not at their door, whoever stands there learns no more.
  if (atEvent && ofEvent !== atEvent) throw new AppError("conflict", await elsewhere(db, wanted));
  await needDoor(db, ofEvent);
  const row = await findEntrant(db, wanted, true);
  if (row?.event_id !== ofEvent) {
    throw new AppError("conflict", "cette inscription a changé entre-temps");
  }
  return row;
}

async function elsewhere(db: StaffDb, wanted: string): Promise<string> {
  const row = await findEntrant(db, wanted);
  const mayKnow = row && (await keepsDoor(db, row.event_id));
  const event = mayKnow ? await findEventOf(db, row.event_id) : undefined;
  return row && event
    ? `l’inscription de ${nameOf(row)} est pour « ${event.title} »`
    : "ce billet est pour un autre événement";
}

async function findEntrant(db: StaffDb, wanted: string, isLocked = false) {
  const query = db.select(ENTRANT).from(eventRegistrations).where(eq(id, wanted));
  const [row] = await (isLocked ? query.for("update") : query);
  return row;
}

/** The event of a registration, also of one whose rows whoever asks does not see. */
async function findEventId(db: StaffDb, wanted: string): Promise<string | undefined> {
  const rows = await rowsOf<{ event: string | null }>(
    db,
    sql`select event_of_registration(${wanted}) as event`,
  );
  return rows[0]?.event ?? undefined;
}

/** The registration that a ticket's address or a reference is of, whosever door it is. */
export async function findTicket(db: StaffDb, search: DoorSearch): Promise<string | undefined> {
  const [token, code] = "token" in search ? [search.token, null] : [null, search.reference];
  const rows = await rowsOf<{ id: string | null }>(
    db,
    sql`select registration_of_ticket(${token}, ${code}) as id`,
  );
  return rows[0]?.id ?? undefined;
}

/** Writes down when somebody came, or that they did not, with its entry in the log. */
async function setPresence(db: StaffDb, row: Entrant, at: Date | null): Promise<void> {
  await db.update(eventRegistrations).set({ checked_in_at: at }).where(eq(id, row.id));
  await audit(db, {
    action: `event_registrations.${at ? "check-in" : "check-out"}`,
    entity: "event_registrations",
    entity_id: row.id,
    label: labelOf(row),
    before: { checked_in_at: row.checked_in_at },
    after: { checked_in_at: at },
  });
}

/**
 * Writes down that somebody came.
 * @param atEvent The event whose door it is.
 * @throws AppError 'conflict' with what to tell whoever stands there; 'forbidden' at somebody else's door.
 */
export async function checkIn(
  db: StaffDb,
  id: string,
  atEvent?: string,
  now = currentTime(),
): Promise<Entrant> {
  const row = await lockAtDoor(db, id, atEvent);
  const who = nameOf(row);
  if (row.status !== "confirmed") {
    const state = STATUS_LABELS[row.status].label.toLowerCase();
    throw new AppError("conflict", `l’inscription de ${who} n’est pas confirmée (${state})`);
  }
  if (row.checked_in_at) {
    const first = formatMoment("fr", row.checked_in_at);
    throw new AppError("conflict", `la présence de ${who} est déjà enregistrée (${first})`);
  }
  await setPresence(db, row, now);
  return row;
}

/** Writes down who came, by what was typed or scanned at the door of an event. @throws as `checkIn` does. */
export async function checkInAtDoor(db: StaffDb, eventId: string, input: string): Promise<Entrant> {
  await needDoor(db, eventId);
  const search = doorSearch(input, cachedSettings().federation.export_prefix);
  const found = await findTicket(db, search);
  if (!found) throw new AppError("conflict", `aucune inscription « ${input.slice(0, 60)} »`);
  return checkIn(db, found, eventId);
}

/** Takes a check-in back, whoever wrote it down. @throws AppError 'forbidden' at somebody else's door. */
export async function undoCheckIn(db: StaffDb, id: string): Promise<Entrant> {
  const row = await lockAtDoor(db, id);
  // Of two who take it back at once, the second finds it done.
  if (row.checked_in_at) await setPresence(db, row, null);
  return row;
}
