import { eq, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { tellDoor } from "../door/event-door.operations.server.ts";
import { events } from "../events.table.server.ts";
import { type WhenAndWhere, whenAndWhere } from "../events.ts";
import { eventChanges } from "./event-changes.table.server.ts";

// What staff decide about an event that others must hear of. Here the event alone changes; a job then takes
// each registration with its order, under their own locks.

type Change = Omit<typeof eventChanges.$inferInsert, "decided_by">;

/** Writes down a decision about an event, for those who registered, and tells who stands at its door. */
export async function recordChange(db: StaffDb, change: Change): Promise<void> {
  await db.insert(eventChanges).values({ ...change, decided_by: db.staffId });
  await db
    .update(events)
    .set({ sequence: sql`${events.sequence} + 1` })
    .where(eq(events.id, change.event_id));
  await tellDoor(db, change.event_id, change.kind);
}

/** An event is not when or where it was: those who registered are told. */
export const recordMove = (db: StaffDb, { id, ...before }: WhenAndWhere & { id: string }) =>
  recordChange(db, { event_id: id, kind: "moved", previous: whenAndWhere(before) });

/** An event of which it was said that it is cancelled takes place: those who were told so hear of it. */
export async function reopenEvent(db: StaffDb, id: string): Promise<void> {
  await db
    .update(events)
    .set({ cancellation_reason: null, cancellation_reason_en: null })
    .where(eq(events.id, id));
  await recordChange(db, { event_id: id, kind: "reopened" });
}
