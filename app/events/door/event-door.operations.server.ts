import { and, count, eq, inArray, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { type DoorNews, eventDoorMail } from "../events.mail.ts";
import { eventDoor, events } from "../events.table.server.ts";

/** The accounts that may staff a door: active ones with its role. */
export const isDoorAccount = and(
  eq(profiles.is_active, true),
  sql`'door' = any(${profiles.roles})`,
);

const { id, title, date, time, location } = events;

/** The columns of an event in mails to door staff. */
export const DOOR_EVENT_COLUMNS = { id, title, date, time, location };

const RECIPIENT = { id: profiles.id, name: profiles.name, email: profiles.email };

type DoorChange = Exclude<DoorNews, "added" | "removed">;

/** Mails the door staff of an event about a change. */
export async function notifyDoor(db: StaffDb, eventId: string, news: DoorChange): Promise<void> {
  const rows = await listDoorStaff(db, eventId);
  for (const { account, event } of rows) await queueDoorMail(db, account, event, news);
}

const listDoorStaff = (db: StaffDb, eventId: string) =>
  db
    .select({ account: RECIPIENT, event: DOOR_EVENT_COLUMNS })
    .from(eventDoor)
    .innerJoin(profiles, eq(profiles.id, eventDoor.account_id))
    .innerJoin(events, eq(events.id, eventDoor.event_id))
    .where(and(eq(eventDoor.event_id, eventId), isDoorAccount));

/** How many people on the door staff of an event get a mail about a change of it. */
export const countDoorStaff = async (db: StaffDb, eventId: string): Promise<number> =>
  (await listDoorStaff(db, eventId)).length;

/** As `countDoorStaff`, of several events; those without anybody are left out. */
export async function countDoorStaffOf(
  db: StaffDb,
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ event: eventDoor.event_id, people: count() })
    .from(eventDoor)
    .innerJoin(profiles, eq(profiles.id, eventDoor.account_id))
    .where(and(inArray(eventDoor.event_id, [...eventIds]), isDoorAccount))
    .groupBy(eventDoor.event_id);
  return new Map(rows.map(({ event, people }) => [event, people]));
}

/** That mail, without the name of its reader. */
export async function previewDoorMail(db: StaffDb, event: Event, news: DoorChange) {
  const by = await nameOfStaff(db);
  const mail = eventDoorMail({ recipient: "", name: "Prénom Nom", event, by, news });
  return { subject: mail.subject, text: mail.text_body };
}

type Event = Parameters<typeof eventDoorMail>[0]["event"];

/** Queues one mail to a member of the door staff, in the transaction of its reason. */
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

/** Whether the account is on the door staff of an event and the door screen is open: see `stands_at()` in the database. */
export const isAtDoorOf = (eventId: unknown) => sql<boolean>`stands_at(${eventId})`;

/** Whether the account may open the door screen: as door staff of this event, or with the role for events. */
export async function hasDoorAccess(db: StaffDb, eventId: string): Promise<boolean> {
  const [row] = await db
    .select({ may: sql<boolean>`holds_role('events') or ${isAtDoorOf(eventId)}` })
    .from(profiles)
    .where(eq(profiles.id, db.staffId));
  return row?.may === true;
}

/** @throws AppError 'forbidden' when the account may not open the door screen of an event. */
export async function assertDoorAccess(db: StaffDb, eventId: string): Promise<void> {
  if (!(await hasDoorAccess(db, eventId))) throw new AppError("forbidden", "not at this door");
}
