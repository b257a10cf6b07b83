import { and, eq, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { type DoorNews, eventDoorMail } from "../events.mail.ts";
import { eventDoor, events } from "../events.table.server.ts";

/** Whom the door may let in: the accounts that have its role and are kept out by nobody. */
export const isDoorAccount = and(
  eq(profiles.is_active, true),
  sql`'door' = any(${profiles.roles})`,
);

const { id, title, date, time, location } = events;

/** An event as whoever stands at its door is told of it. */
export const DOOR_EVENT_COLUMNS = { id, title, date, time, location };

const RECIPIENT = { id: profiles.id, name: profiles.name, email: profiles.email };

/** Tells everybody who stands at the door of an event what became of it, as it is now. */
export async function notifyDoor(
  db: StaffDb,
  eventId: string,
  news: Exclude<DoorNews, "added" | "removed">,
): Promise<void> {
  const rows = await db
    .select({ account: RECIPIENT, event: DOOR_EVENT_COLUMNS })
    .from(eventDoor)
    .innerJoin(profiles, eq(profiles.id, eventDoor.account_id))
    .innerJoin(events, eq(events.id, eventDoor.event_id))
    .where(and(eq(eventDoor.event_id, eventId), isDoorAccount));
  for (const { account, event } of rows) await queueDoorMail(db, account, event, news);
}

type Event = Parameters<typeof eventDoorMail>[0]["event"];

/** Puts one mail to somebody of the door beside what gives the reason for it. */
export async function queueDoorMail(
  db: StaffDb,
  account: { id: string; name: string; email: string },
  event: Event & { id: string },
  news: DoorNews,
): Promise<void> {
  const { name, email: recipient } = account;
  const by = await nameOfStaff(db);
  const mail = eventDoorMail({ recipient, name, event, by, news });
  await queueMail(db, withKey(mail, event.id, account.id, news, currentTime()));
}

/** As the database says it: the event, or its column. */
export const isAtDoorOf = (eventId: unknown) => sql<boolean>`stands_at(${eventId})`;

/** Whether the entrance of an event is open to whoever asks: theirs now, or any to who tends the events. */
export async function hasDoorAccess(db: StaffDb, eventId: string): Promise<boolean> {
  const [row] = await db
    .select({ may: sql<boolean>`holds_role('events') or ${isAtDoorOf(eventId)}` })
    .from(profiles)
    .where(eq(profiles.id, db.staffId));
  return row?.may === true;
}

/** @throws AppError 'forbidden' when the entrance of an event is not, or no more, open to whoever asks. */
export async function assertDoorAccess(db: StaffDb, eventId: string): Promise<void> {
  if (!(await hasDoorAccess(db, eventId))) throw new AppError("forbidden", "not at this door");
}
