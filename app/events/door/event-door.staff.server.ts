import { and, asc, eq, gte, ne, or, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import { isoDay } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { lockRow } from "../../records/records.staff.server.ts";
import { eventDoor, events } from "../events.table.server.ts";
import { doorClosesAt } from "../events.ts";
import {
  DOOR_EVENT_COLUMNS,
  isAtDoorOf,
  isDoorAccount,
  queueDoorMail,
} from "./event-door.operations.server.ts";

// The door staff of events.

/** An account that is on the door staff of an event, or may be added. */
export type DoorAccount = {
  id: string;
  name: string;
  email: string;
  is_active: boolean;
  stands: boolean;
};

/** The accounts that may be on the door staff of an event, and whether they are. */
export function listDoorAccounts(db: StaffDb, eventId: string): Promise<DoorAccount[]> {
  const { id, name, email, is_active } = profiles;
  const stands = sql<boolean>`${eventDoor.id} is not null`;
  const here = and(eq(eventDoor.account_id, id), eq(eventDoor.event_id, eventId));
  return db
    .select({ id, name, email, is_active, stands })
    .from(profiles)
    .leftJoin(eventDoor, here)
    .where(or(isDoorAccount, stands))
    .orderBy(asc(name), asc(id));
}

/** The name of the added or removed account, and whether it gets a mail. */
export type DoorChange = { name: string; isTold: boolean };

/**
 * Adds an account to the door staff of an event, and mails it.
 * @throws AppError 'conflict' for an event that is over or cancelled, and for an account without the role.
 */
export async function addToDoor(
  db: StaffDb,
  eventId: string,
  accountId: string,
): Promise<DoorChange> {
  const event = (await lockRow(db, events, eventId)) as typeof events.$inferSelect;
  if (event.status === "cancelled") throw new AppError("conflict", "l’événement est annulé");
  if (doorClosesAt(event) <= currentTime()) {
    throw new AppError("conflict", "l’événement est terminé");
  }
  const account = await findAccount(db, accountId);
  if (!account.may) throw new AppError("conflict", "ce compte n’a pas, ou plus, le rôle Accueil");
  // The event's row is locked, so an account is not added twice.
  const [already] = await db.select({ id: eventDoor.id }).from(eventDoor).where(at(event, account));
  if (already) return { name: account.name, isTold: false };
  const row = { event_id: eventId, account_id: accountId, added_by: db.staffId };
  await db.insert(eventDoor).values(row);
  await audit(db, {
    action: "events.door-add",
    entity: "events",
    entity_id: eventId,
    label: event.title,
    after: { account_id: accountId },
  });
  await queueDoorMail(db, account, event, "added");
  return { name: account.name, isTold: true };
}

/** Removes an account from the door staff of an event, and mails it. */
export async function removeFromDoor(
  db: StaffDb,
  eventId: string,
  accountId: string,
): Promise<DoorChange> {
  const event = (await lockRow(db, events, eventId)) as typeof events.$inferSelect;
  const account = await findAccount(db, accountId);
  const removed = await db
    .delete(eventDoor)
    .where(at(event, account))
    .returning({ id: eventDoor.id });
  if (removed.length === 0) return { name: account.name, isTold: false };
  await audit(db, {
    action: "events.door-remove",
    entity: "events",
    entity_id: eventId,
    label: event.title,
    before: { account_id: accountId },
  });
  const isAwaited = event.status !== "cancelled" && currentTime() < doorClosesAt(event);
  const isTold = account.may && isAwaited;
  if (isTold) await queueDoorMail(db, account, event, "removed");
  return { name: account.name, isTold };
}

const at = (event: { id: string }, account: { id: string }) =>
  and(eq(eventDoor.event_id, event.id), eq(eventDoor.account_id, account.id));

async function findAccount(db: StaffDb, accountId: string) {
  const { id, name, email } = profiles;
  const [account] = isId(accountId)
    ? await db
        .select({ id, name, email, may: sql<boolean>`${isDoorAccount}` })
        .from(profiles)
        .where(eq(id, accountId))
    : [];
  if (!account) throw new AppError("not-found", "no such account");
  return account;
}

/** The events that are not over and have the account on their door staff, the next one first. */
export function listOwnDoors(db: StaffDb) {
  const { date, end_date } = events;
  const lastDay = sql`coalesce(${end_date}, ${date}) + 1`;
  return db
    .select({ ...DOOR_EVENT_COLUMNS, end_date, isOpen: isAtDoorOf(DOOR_EVENT_COLUMNS.id) })
    .from(eventDoor)
    .innerJoin(events, eq(events.id, eventDoor.event_id))
    .where(
      and(
        eq(eventDoor.account_id, db.staffId),
        ne(events.status, "cancelled"),
        gte(lastDay, isoDay(currentTime())),
      ),
    )
    .orderBy(asc(date), asc(events.time), asc(events.id));
}

export type OwnDoor = Awaited<ReturnType<typeof listOwnDoors>>[number];
