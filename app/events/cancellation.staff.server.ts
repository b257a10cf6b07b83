import { currentTime } from "../core/clock.ts";
import type { StaffDb } from "../core/database/doors.server.ts";
import { AppError } from "../core/errors.ts";
import { lockRow, updateRecord } from "../records/records.staff.server.ts";
import { type Cancellation, numbersOf } from "./cancellation-schema.ts";
import { recordChange } from "./event-changes.operations.server.ts";
import { events } from "./events.table.server.ts";
import { ticketOffice } from "./ticket-office.ts";

/**
 * Cancels an event, for a reason that those who registered read. A job then ends each registration, decides
 * the return of what was paid, and writes to everybody.
 * @throws EditConflict; AppError 'conflict' when it is cancelled already, or `seen` is not who is concerned now.
 */
export async function cancelEvent(
  db: StaffDb,
  id: string,
  { seen, ...reason }: Cancellation,
): Promise<{ title: string }> {
  const event = (await lockRow(db, events, id)) as typeof events.$inferSelect;
  if (event.status === "cancelled") throw new AppError("conflict", "cet événement est déjà annulé");
  if (seen !== numbersOf(await ticketOffice().countConcerned(db, id))) {
    const message = "Des inscriptions ont changé depuis : relisez les chiffres, puis confirmez";
    throw new AppError("conflict", message);
  }
  const values = { ...reason, status: "cancelled", status_chosen_at: currentTime() } as const;
  await updateRecord(db, events, id, values, { label: event.title, action: "cancel" });
  await recordChange(db, { event_id: id, kind: "cancelled" });
  return event;
}
