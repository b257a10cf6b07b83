import type { StaffDb } from "../core/database/doors.server.ts";
import { AppError } from "../core/errors.ts";
import { isId } from "../core/id.ts";
import { keepsDoor, needDoor } from "../events/event-door.operations.server.ts";
import { lockRow } from "../records/records.staff.server.ts";
import { findRegistration, type Registration } from "./places.system.server.ts";
import { nameOf } from "./registration-labels.ts";
import { findEventOf } from "./registrations.staff.server.ts";
import { eventRegistrations } from "./registrations.table.server.ts";

/**
 * The registration of somebody at a door, which must be open to whoever asks.
 * @param atEvent The event whose door it is, where that is said.
 * @throws AppError 'forbidden' where it is not; 'conflict' with what to tell whoever stands there.
 */
export async function lockAtDoor(db: StaffDb, id: string, atEvent?: string): Promise<Registration> {
  const stored = isId(id) ? await findRegistration(db, id) : undefined;
  if (!stored) throw new AppError("not-found", "no such registration");
  if (atEvent && stored.event_id !== atEvent) {
    // Of what is not at their door, whoever stands there learns no more.
    const mayKnow = await keepsDoor(db, stored.event_id);
    const event = mayKnow ? await findEventOf(db, stored.event_id) : undefined;
    const words = event
      ? `l’inscription de ${nameOf(stored)} est pour « ${event.title} »`
      : "ce billet est pour un autre événement";
    throw new AppError("conflict", words);
  }
  await needDoor(db, stored.event_id);
  const row = (await lockRow(db, eventRegistrations, id)) as Registration;
  if (row.event_id !== stored.event_id) {
    throw new AppError("conflict", "cette inscription a changé entre-temps");
  }
  return row;
}
