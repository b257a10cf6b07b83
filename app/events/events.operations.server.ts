import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { FieldRefused } from "../core/values/errors.ts";
import { several } from "../i18n/format.ts";
import { LANGUAGES } from "../i18n/languages.ts";
import type { FormValues } from "../kit/form/field-groups.ts";
import type { PeopleNotice } from "../kit/form/save.server.ts";
import {
  countDoorStaff,
  notifyDoor,
  previewDoorMail,
} from "./door/event-door.operations.server.ts";
import { type EventNews, type Offered, ticketOffice } from "./door/ticket-office.ts";
import { quotaField } from "./event-schema.ts";
import { eventChanges, eventPackages, events } from "./events.table.server.ts";
import {
  type FederationEvent,
  isMoved,
  isMovedFor,
  isRunning,
  type PackageText,
  type WhenAndWhere,
  whenAndWhere,
} from "./events.ts";

// Changes of an event that registrants are notified of. Here the event alone changes; a job then processes each
// registration with its order, under their own locks.

type NewChange = Omit<typeof eventChanges.$inferInsert, "decided_by">;

/** Records a change, for the job that notifies registrants, and mails the door staff. */
export async function recordChange(db: StaffDb, change: NewChange): Promise<void> {
  await insertChange(db, change);
  await notifyDoor(db, change.event_id, change.kind);
}

async function insertChange(db: StaffDb, change: NewChange): Promise<void> {
  await db.insert(eventChanges).values({ ...change, decided_by: db.staffId });
  await db
    .update(events)
    .set({ sequence: sql`${events.sequence} + 1` })
    .where(eq(events.id, change.event_id));
}

/** Records that an event was moved. The door staff read French. */
export async function recordMove(
  db: StaffDb,
  before: WhenAndWhere & { id: string },
  after: WhenAndWhere,
): Promise<void> {
  await insertChange(db, { event_id: before.id, kind: "moved", previous: whenAndWhere(before) });
  if (isMovedFor("fr", before, after)) await notifyDoor(db, before.id, "moved");
}

/** What people are told when an event becomes `after`; undefined when nobody is concerned. */
export async function findNotice(
  db: StaffDb,
  before: FederationEvent,
  after: FederationEvent,
): Promise<PeopleNotice | undefined> {
  const news = newsOf(before, after);
  if (!news) return undefined;
  const readers = await ticketOffice().listReaders(db, news);
  const reachesDoor = news.kind === "reopened" || isMovedFor("fr", before, after);
  const door = reachesDoor ? await countDoorStaff(db, before.id) : 0;
  const mails = readers.flatMap(({ language, people, situation, mail }) => {
    const to = [`${registered(people)} ${READING[language]}`, situation].filter(Boolean).join(", ");
    return mail ? [{ to, language, people, ...mail }] : [];
  });
  if (door > 0) {
    const mail = await previewDoorMail(db, after, news.kind);
    const to = several(door, "personne à l’entrée", "personnes à l’entrée");
    mails.push({ to, language: "fr", people: door, ...mail });
  }
  for (const mail of mails) mail.text = withoutSignature(mail.text);
  const people = mails.reduce((sum, mail) => sum + mail.people, 0);
  // They read the English place, which did not follow the French one.
  const unaware = readers.find(({ language, mail }) => language === "en" && !mail)?.people ?? 0;
  if (people === 0 && unaware === 0) return undefined;
  const notes =
    unaware > 0
      ? [
          `${registered(unaware)} en anglais ${unaware > 1 ? "ne seront pas prévenues" : "ne sera pas prévenue"} : le lieu en anglais reste « ${after.location_en} ». S’il change aussi, corrigez-le.`,
        ]
      : [];
  const numbers = mails.map(({ to, language }) => [to, language]);
  const shown = [news.kind, numbers, notes, whenAndWhere(before), after.title, whenAndWhere(after)];
  const seen = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return { people, notes, mails, seen };
}

/**
 * The same, with those on the waiting list who are offered a place by a change that is written already. Whoever is told
 * that the event moves is among them.
 */
export function withOffers(
  notice: PeopleNotice | undefined,
  offers: readonly Offered[],
): PeopleNotice | undefined {
  if (offers.length === 0) return notice;
  const mails = LANGUAGES.flatMap((language) => {
    const readers = offers.filter((offer) => offer.language === language);
    const [first] = readers;
    if (!first) return [];
    const { subject, text } = first.mail();
    const to = `${waiting(readers.length)} ${READING[language]}`;
    return [{ to, language, people: readers.length, subject, text: withoutSignature(text) }];
  });
  const shown = [notice?.seen, mails.map(({ to }) => to)];
  return {
    people: Math.max(notice?.people ?? 0, offers.length),
    notes: notice?.notes ?? [],
    mails: [...(notice?.mails ?? []), ...mails],
    seen: createHash("sha256").update(JSON.stringify(shown)).digest("base64url"),
  };
}

const waiting = (count: number) =>
  several(count, "personne de la liste d’attente", "personnes de la liste d’attente");
/** The signature is the same in every mail. */
const withoutSignature = (text: string) => text.split("\n--", 1)[0] ?? "";
const registered = (count: number) => several(count, "personne inscrite", "personnes inscrites");
const READING = { fr: "en français", en: "en anglais" };

/** What registrants would be told of a change; a cancellation is told by its own screen. */
function newsOf(before: FederationEvent, after: FederationEvent): EventNews | undefined {
  if (after.status === "cancelled") return undefined;
  if (before.status === "cancelled") return { kind: "reopened", event: after };
  const isTold = isRunning(after) && isMoved(before, after);
  return isTold ? { kind: "moved", event: after, previous: whenAndWhere(before) } : undefined;
}

/** Records that a cancelled event takes place. */
export async function reopenEvent(db: StaffDb, id: string): Promise<void> {
  await db
    .update(events)
    .set({ cancellation_reason: null, cancellation_reason_en: null })
    .where(eq(events.id, id));
  await recordChange(db, { event_id: id, kind: "reopened" });
}

type PackageRow = typeof eventPackages.$inferSelect;

/**
 * Saves the packages of a locked event; only changed ones are written. A package with registrations is withdrawn
 * instead of deleted; the same key brings it back with its count.
 * @throws FieldRefused when one would have fewer places than are taken.
 */
export async function savePackages(
  db: StaffDb,
  eventId: string,
  packages: readonly PackageText[],
): Promise<void> {
  const rows = await db
    .select()
    .from(eventPackages)
    .where(eq(eventPackages.event_id, eventId))
    .orderBy(asc(eventPackages.id));
  for (const [position, { id: key, ...text }] of packages.entries()) {
    const row = rows.find((one) => one.key === key);
    const values = { ...text, position, withdrawn_at: null };
    if (!row) {
      await db.insert(eventPackages).values({ ...values, event_id: eventId, key });
      continue;
    }
    if (isSamePackage(row, values)) continue;
    if (text.quota !== null && text.quota < row.taken) {
      const field = (values: FormValues) => quotaField(values, position);
      throw new FieldRefused(field, quotaRefusal(row.taken));
    }
    const change = { ...values, is_sample: false };
    await db.update(eventPackages).set(change).where(eq(eventPackages.id, row.id));
  }
  const dropped = rows.filter((row) => !packages.some(({ id }) => id === row.key));
  await removePackages(db, eventId, dropped);
}

const isSamePackage = (row: PackageRow, values: Partial<PackageRow>): boolean =>
  Object.entries(values).every(([field, value]) =>
    isDeepStrictEqual(row[field as keyof PackageRow], value),
  );

function quotaRefusal(taken: number): string {
  const places = taken > 1 ? `${taken} places sont déjà prises` : "Une place est déjà prise";
  return `${places}, le quota ne peut pas être plus bas`;
}

async function removePackages(
  db: StaffDb,
  eventId: string,
  rows: readonly PackageRow[],
): Promise<void> {
  if (rows.length === 0) return;
  const chosen = await ticketOffice().listChosenPackages(db, eventId);
  const removed = rows.filter(({ id }) => !chosen.has(id));
  const withdrawn = rows.filter(({ id, withdrawn_at }) => chosen.has(id) && !withdrawn_at);
  const those = (some: typeof rows) =>
    and(
      eq(eventPackages.event_id, eventId),
      inArray(
        eventPackages.id,
        some.map(({ id }) => id),
      ),
    );
  if (removed.length > 0) await db.delete(eventPackages).where(those(removed));
  if (withdrawn.length === 0) return;
  await db.update(eventPackages).set({ withdrawn_at: currentTime() }).where(those(withdrawn));
}
