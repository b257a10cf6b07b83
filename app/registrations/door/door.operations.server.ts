import { eq, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import { keepsDoor, needDoor } from "../../events/door/event-door.operations.server.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { labelOf, nameOf } from "../admin/registration-labels.ts";
import type { Registration } from "../places/places.system.server.ts";
import { findEventOf } from "../registrations.staff.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import type { DoorSearch } from "../registrations.ts";

const { id, event_id, reference, first_name, last_name, gamertag } = eventRegistrations;
const { price_name, status, checked_in_at, is_test } = eventRegistrations;

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
export async function setPresence(db: StaffDb, row: Entrant, at: Date | null): Promise<void> {
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
