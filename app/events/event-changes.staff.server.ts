import { and, eq, isNull, sql } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import type { StaffDb } from "../core/database/doors.server.ts";
import { AppError } from "../core/errors.ts";
import { lockRow, updateRecord } from "../records/records.staff.server.ts";
import type { Cancellation } from "./cancellation-schema.ts";
import { eventChanges } from "./event-changes.table.server.ts";
import { events } from "./events.table.server.ts";
import { type WhenAndWhere, whenAndWhere } from "./events.ts";
import { type Concerned, ticketOffice } from "./ticket-office.ts";

// What staff decide about an event that others must hear of. Here the event alone changes; a job then takes
// each registration with its order, under their own locks.

type Change = Omit<typeof eventChanges.$inferInsert, "decided_by">;

async function recordChange(db: StaffDb, change: Change): Promise<void> {
  await db.insert(eventChanges).values({ ...change, decided_by: db.staffId });
  await db
    .update(events)
    .set({ sequence: sql`${events.sequence} + 1` })
    .where(eq(events.id, change.event_id));
}

/** An event is not when or where it was: those who registered are told, once for all that nobody was told yet. */
export async function recordMove(
  db: StaffDb,
  { id, ...before }: WhenAndWhere & { id: string },
): Promise<void> {
  const [untold] = await db
    .select({ id: eventChanges.id })
    .from(eventChanges)
    .where(
      and(
        eq(eventChanges.event_id, id),
        eq(eventChanges.kind, "moved"),
        isNull(eventChanges.done_at),
      ),
    );
  if (!untold) {
    await recordChange(db, { event_id: id, kind: "moved", previous: whenAndWhere(before) });
  }
}

/** An event of which it was said that it is cancelled takes place: those who were told so hear of it. */
export async function reopenEvent(db: StaffDb, id: string): Promise<void> {
  await db
    .update(events)
    .set({ cancellation_reason: null, cancellation_reason_en: null })
    .where(eq(events.id, id));
  await recordChange(db, { event_id: id, kind: "reopened" });
}

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

/** What somebody saw who confirms, as a form carries it. */
export const numbersOf = ({ places, waiting, paid, owed }: Concerned): string =>
  [places, waiting, paid, ...owed.map(({ amount, currency }) => `${amount} ${currency}`)].join(
    ", ",
  );
