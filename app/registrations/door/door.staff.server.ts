import { and, asc, desc, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import {
  assertDoorAccess,
  hasDoorAccess,
  isAtDoorOf,
} from "../../events/door/event-door.operations.server.ts";
import { eventDoor, events } from "../../events/events.table.server.ts";
import { findMinorAge } from "../../guardians/guardian.staff.server.ts";
import { ofName } from "../../i18n/elision.ts";
import { formatMoment } from "../../i18n/format.ts";
import { readCode } from "../../licences/licence-code.ts";
import { isValidLicence, STATE_LABELS } from "../../licences/licence-state.ts";
import {
  type AskedLicence,
  type Standing,
  stateOn,
} from "../../licences/licences.operations.server.ts";
import { formatLicence, parseLicence } from "../../membership/members/licence-number.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { ageNotice, labelOf, nameOf } from "../admin/registration-labels.ts";
import { STATUS_LABELS } from "../admin/registration-status-labels.ts";
import type { Registration } from "../places/places.system.server.ts";
import { type EventChoice, findEventOf } from "../registrations.staff.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { type DoorSearch, doorSearch, LIVE_STATUSES } from "../registrations.ts";

// What the entrance of an event shows and does. Accounts that only work at doors see no phone number, and nothing that is
// not needed there.

/** The events whose entrance is open to this account, the earliest first. */
export function listOpenDoors(db: StaffDb): Promise<EventChoice[]> {
  const { id, title, date } = events;
  return db
    .select({ id, title, date })
    .from(eventDoor)
    .innerJoin(events, eq(events.id, eventDoor.event_id))
    .where(and(eq(eventDoor.account_id, db.staffId), isAtDoorOf(id)))
    .orderBy(asc(date), asc(events.time), asc(id));
}

/** The event that is probably meant: today’s, else the next one, else the last. */
export function findNearestDoor(open: readonly EventChoice[], today: string): string | undefined {
  return (open.find(({ date }) => date >= today) ?? open.at(-1))?.id;
}

type Person = Pick<Registration, "id" | "reference" | "first_name" | "last_name" | "is_test"> & {
  /** Of their licence on the day of the event, where it asks for one. */
  licence: DoorLicence | undefined;
  /** About the age: a minor and their guardian, or outside the age limits. */
  notice: string;
  /** Absent where the account may not see it. */
  guardian_phone?: string | null;
};

export type DoorLicence = { text: string; isValid: boolean };

export type Arrival = Person & { checked_in_at: Date };

export type AtDoor = Person &
  Pick<Registration, "price_name" | "amount" | "currency" | "status" | "checked_in_at">;

const ARRIVALS = 12;
const FOUND = 10;

const { id, event_id, reference, first_name, last_name, is_test, checked_in_at, status } =
  eventRegistrations;
const { guardian_name, guardian_relation, guardian_phone } = eventRegistrations;
const { price_name, amount, currency, gamertag, licence_serial } = eventRegistrations;

const PERSON = {
  id,
  reference,
  first_name,
  last_name,
  is_test,
  checked_in_at,
  guardian_name,
  guardian_relation,
  // Accounts of the door may not read the birth date, only the age.
  age: sql<number>`age_at_event(${id})`,
  is_outside: sql<boolean>`coalesce((select age_at_event(${id}) not between
    coalesce(min_age, 0) and coalesce(max_age, 1000) from events where events.id = ${event_id}), false)`,
  licence_serial,
  // Accounts of the door may not read the register either.
  standing: sql<Standing>`(select row_to_json(found) from licence_standing(${licence_serial}) found)`,
  /** What an event that asks for a licence asks of it. */
  asked: sql<AskedLicence | null>`(select json_build_object('date', date, 'asks_club', asks_club) from events
    where events.id = ${event_id} and asks_licence)`,
};

/** The last arrivals of an event. `phones`: whether the account may see the phone of a guardian. */
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

export type DoorFindings = { rows: AtDoor[]; more: boolean };

/** Searches the registrations of an event by name, reference or the number of a licence only. */
export async function findAtDoor(
  db: StaffDb,
  eventId: string,
  words: string,
  phones: boolean,
): Promise<DoorFindings> {
  const called = sql`search_form(${reference} || ' ' || ${first_name} || ' ' || ${last_name})`;
  const parts = words.split(/\s+/).filter(Boolean).slice(0, 6);
  if (parts.length === 0) return { rows: [], more: false };
  const serial = parseLicence(words);
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
        or(
          serial === undefined ? undefined : eq(licence_serial, serial),
          and(...parts.map((part) => sql`strpos(${called}, search_form(${part})) > 0`)),
        ),
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
  | "licence_serial"
> & {
  guardian_phone?: string | null;
  age: number;
  is_outside: boolean;
  standing: Standing;
  asked: AskedLicence | null;
};

/** Without the age itself: the notice says what it means here. */
function personOf(row: Row, minorAge: number): Person {
  const { id, reference, first_name, last_name, is_test, guardian_phone, age } = row;
  const notice = ageNotice(row, age < minorAge);
  const licence = licenceOf(row);
  return { id, reference, first_name, last_name, is_test, notice, licence, guardian_phone };
}

/** The state of a licence in words; undefined where the event asks for none. */
function licenceOf({
  licence_serial: serial,
  standing,
  asked,
}: Pick<Row, "licence_serial" | "standing" | "asked">): DoorLicence | undefined {
  if (asked === null) return undefined;
  if (serial === null) return { text: "Sans licence", isValid: false };
  const state = stateOn(standing, asked);
  const text = `Licence ${formatLicence(serial)}\u202f: ${STATE_LABELS[state].toLowerCase()}`;
  return { text, isValid: isValidLicence(state) };
}

/** The only columns that an account of the door may read of a registration. */
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

type Entrant = Pick<Registration, keyof typeof ENTRANT>;

/**
 * Locks a registration at a door that must be open to the account.
 * @param atEvent The event of the door, where one is given.
 * @throws AppError 'forbidden' when the door is not open to them; 'conflict' with a message for the door.
 */
async function lockAtDoor(db: StaffDb, wanted: string, atEvent?: string): Promise<Entrant> {
  const ofEvent = isId(wanted) ? await findEventId(db, wanted) : undefined;
  if (!ofEvent) throw new AppError("not-found", "no such registration");
  // About a registration for another event, the door learns no more.
  if (atEvent && ofEvent !== atEvent)
    throw new AppError("conflict", await wrongDoorMessage(db, wanted));
  await assertDoorAccess(db, ofEvent);
  const row = await findEntrant(db, wanted, true);
  if (row?.event_id !== ofEvent) {
    throw new AppError("conflict", "cette inscription a changé entre-temps");
  }
  return row;
}

async function wrongDoorMessage(db: StaffDb, wanted: string): Promise<string> {
  const row = await findEntrant(db, wanted);
  const mayKnow = row && (await hasDoorAccess(db, row.event_id));
  const event = mayKnow ? await findEventOf(db, row.event_id) : undefined;
  return row && event
    ? `l’inscription ${ofName(nameOf(row))} est pour « ${event.title} »`
    : "ce billet est pour un autre événement";
}

async function findEntrant(db: StaffDb, wanted: string, isLocked = false) {
  const query = db.select(ENTRANT).from(eventRegistrations).where(eq(id, wanted));
  const [row] = await (isLocked ? query.for("update") : query);
  return row;
}

/** The event of a registration, also where row-level security hides the row from the account. */
async function findEventId(db: StaffDb, wanted: string): Promise<string | undefined> {
  const rows = await rowsOf<{ event: string | null }>(
    db,
    sql`select event_of_registration(${wanted}) as event`,
  );
  return rows[0]?.event ?? undefined;
}

/** The registration of a ticket’s address or a reference, at whichever event. */
async function findTicket(db: StaffDb, search: DoorSearch): Promise<string | undefined> {
  const [token, code] = "token" in search ? [search.token, null] : [null, search.reference];
  const rows = await rowsOf<{ id: string | null }>(
    db,
    sql`select registration_of_ticket(${token}, ${code}) as id`,
  );
  return rows[0]?.id ?? undefined;
}

/**
 * The registration of a licence at an event, by its number or the code of its card. The code only says the number: whose
 * place it is, and whether the licence is valid, is read from what is stored.
 */
async function findByLicence(
  db: StaffDb,
  eventId: string,
  input: string,
): Promise<string | undefined> {
  const code = /\/V\/([A-Z2-7]+)/i.exec(input)?.[1];
  const serial = code ? readCode(code)?.card.serial : parseLicence(input);
  if (serial === undefined) return undefined;
  const rows = await rowsOf<{ id: string | null }>(
    db,
    sql`select registration_of_licence(${eventId}, ${serial}) as id`,
  );
  return rows[0]?.id ?? undefined;
}

/** Sets or clears the time of arrival, with a log entry. */
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
 * Records an arrival.
 * @param atEvent The event of the door.
 * @throws AppError 'conflict' with a message for the door; 'forbidden' when the door is not open to them.
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
    throw new AppError("conflict", `l’inscription ${ofName(who)} n’est pas confirmée (${state})`);
  }
  if (row.checked_in_at) {
    const first = formatMoment("fr", row.checked_in_at);
    throw new AppError("conflict", `la présence ${ofName(who)} est déjà enregistrée (${first})`);
  }
  await setPresence(db, row, now);
  return row;
}

/** Records an arrival by what was typed or scanned at the door of an event. @throws as `checkIn` does. */
export async function checkInAtDoor(db: StaffDb, eventId: string, input: string): Promise<Entrant> {
  await assertDoorAccess(db, eventId);
  const search = doorSearch(input, cachedSettings().federation.export_prefix);
  const found = (await findTicket(db, search)) ?? (await findByLicence(db, eventId, input));
  if (!found) throw new AppError("conflict", `aucune inscription « ${input.slice(0, 60)} »`);
  return checkIn(db, found, eventId);
}

/** Undoes a check-in, whoever recorded it. @throws AppError 'forbidden' when the door is not open to them. */
export async function undoCheckIn(db: StaffDb, id: string): Promise<Entrant> {
  const row = await lockAtDoor(db, id);
  // When two undo it at once, the second finds nothing to do.
  if (row.checked_in_at) await setPresence(db, row, null);
  return row;
}
