import { and, asc, eq } from "drizzle-orm";
import * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { pick } from "../../core/values/pick.ts";
import { optional, required } from "../../kit/form/schema.ts";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { audit, nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { lockRow, updateRecord } from "../../records/records.staff.server.ts";
import { countDoorStaff } from "../door/event-door.operations.server.ts";
import { type Concerned, ticketOffice } from "../door/ticket-office.ts";
import { eventReturnsMail } from "../events.mail.ts";
import { recordChange } from "../events.operations.server.ts";
import { eventChanges, events } from "../events.table.server.ts";

const MAX_REASON = 1_000;

/** The form that cancels an event. */
export const cancellationSchema = z.object({
  cancellation_reason: required("Le motif est requis : les inscrits le lisent", MAX_REASON),
  cancellation_reason_en: optional(MAX_REASON),
  /** The numbers that were shown: other numbers need another confirmation. */
  seen: z.string().default(""),
});

type Cancellation = z.output<typeof cancellationSchema>;

/** Whom a cancellation concerns: registrants, and the door staff. */
type Everybody = Concerned & { door: number };

export const countEverybody = async (db: StaffDb, id: string): Promise<Everybody> => ({
  ...(await ticketOffice().countConcerned(db, id)),
  door: await countDoorStaff(db, id),
});

/** The numbers that the form shows, as one string. */
export const formatConcerned = ({ places, waiting, paid, owed, door }: Everybody): string =>
  [places, waiting, paid, ...formatSums(owed), door].join(", ");

const formatSums = (sums: Concerned["owed"]) =>
  sums.map(({ amount, currency }) => `${amount} ${currency}`);

/** The refunds that the screen shows, as one string: of which cancellation, and how much. */
const formatReturns = (changeId: string, total: Concerned["owed"]): string =>
  [changeId, ...formatSums(total)].join(", ");

/**
 * Cancels an event with a reason for its registrants. A job then ends each registration, requests the refunds and
 * mails everybody.
 * @throws EditConflict; AppError 'conflict' when it is cancelled already, or when the numbers differ from `seen`.
 */
export async function cancelEvent(
  db: StaffDb,
  id: string,
  { seen, ...reason }: Cancellation,
): Promise<{ title: string }> {
  const event = (await lockRow(db, events, id)) as typeof events.$inferSelect;
  if (event.status === "cancelled") throw new AppError("conflict", "cet événement est déjà annulé");
  const concerned = await countEverybody(db, id);
  if (seen !== formatConcerned(concerned)) {
    const message = "Des inscriptions ont changé depuis : relisez les chiffres, puis confirmez";
    throw new AppError("conflict", message);
  }
  const values = { ...reason, status: "cancelled", status_chosen_at: currentTime() } as const;
  await updateRecord(db, events, id, values, { label: event.title, action: "cancel" });
  // Including the refunds of an earlier cancellation that nobody approved.
  const owed = await ticketOffice().countReturns(db, { id, isCancelled: true });
  await recordChange(db, {
    event_id: id,
    kind: "cancelled" as const,
    ...(await requestReturnsApproval(db, event, owed)),
  });
  return event;
}

type Event = typeof events.$inferSelect;

/** When the refunds are above the limit for one person: mails every administrator, and marks them as waiting. */
async function requestReturnsApproval(db: StaffDb, event: Event, owed: Concerned["owed"]) {
  const now = currentTime();
  const { isAbove, alone, administrators } = await ticketOffice().judgeReturns(db, owed, now);
  if (!isAbove) return {};
  const returns = { event, owed, by: await nameOfStaff(db), until: alone?.until };
  await mailReturns(db, returns, administrators, now);
  return { returns: "waiting" as const, returns_total: owed, returns_from: alone?.until };
}

async function mailReturns(
  db: StaffDb,
  returns: Omit<Parameters<typeof eventReturnsMail>[0], "recipient" | "name">,
  administrators: readonly { name: string; email: string }[],
  now: Date,
): Promise<void> {
  for (const { name, email } of administrators) {
    const mail = eventReturnsMail({ ...returns, recipient: email, name });
    await queueMail(db, withKey(mail, returns.event.id, now, email));
  }
}

/** The refunds of a cancelled event that wait for approval, and who cancelled it. */
export type OpenReturns = {
  /** What the screen shows, as its button sends it. */
  seen: string;
  /** Whether the sum is above the limit, so that somebody else has to approve. */
  isMuch: boolean;
  total: Concerned["owed"];
  decided_by: string;
  name: string;
  from: Date | null;
};

/** The refunds of a cancelled event that still wait for approval. */
export async function findReturns(db: StaffDb, eventId: string): Promise<OpenReturns | undefined> {
  const [row] = await db
    .select({ change: eventChanges, name: profiles.name })
    .from(eventChanges)
    .innerJoin(profiles, eq(profiles.id, eventChanges.decided_by))
    .where(isWaiting(eventId))
    .orderBy(asc(eventChanges.created_at))
    .limit(1);
  if (!row) return undefined;
  const { id, decided_by, returns_from: from, returns_total } = row.change;
  const total = await countOpenReturns(db, row.change);
  if (total.length === 0) return undefined;
  const seen = formatReturns(id, total);
  return { seen, isMuch: returns_total !== null, total, decided_by, from, name: row.name };
}

/** The refunds as of now: the event may have been reopened, or a refund approved on its own. */
async function countOpenReturns(
  db: StaffDb,
  { event_id: id, decided_by }: Pick<Change, "event_id" | "decided_by">,
): Promise<Concerned["owed"]> {
  const [event] = await db.select({ status: events.status }).from(events).where(eq(events.id, id));
  const isCancelled = event?.status === "cancelled";
  return ticketOffice().countReturns(db, { id, isCancelled }, decided_by);
}

type Change = typeof eventChanges.$inferSelect;

const isWaiting = (eventId: string) =>
  and(eq(eventChanges.event_id, eventId), eq(eventChanges.returns, "waiting"));

/** @throws AppError 'conflict' when nothing waits any more, or when the sum differs from `seen`. */
async function lockReturns(db: StaffDb, eventId: string, seen: string) {
  const [change] = await db
    .select()
    .from(eventChanges)
    .where(isWaiting(eventId))
    .orderBy(asc(eventChanges.created_at))
    .limit(1)
    .for("update");
  const total = change ? await countOpenReturns(db, change) : [];
  if (!change || total.length === 0)
    throw new AppError("conflict", "il n’y a plus de décision à prendre ici");
  if (formatReturns(change.id, total) !== seen)
    throw new AppError("conflict", "la somme a changé depuis\u202f: relisez-la, puis confirmez");
  return change;
}

/**
 * Approves all refunds of a cancelled event at once, as they were `seen`. Above the limit, the person who cancelled,
 * whoever booked one of the payments and accounts of less than a day may not approve, unless nobody else can: then the
 * first approval starts a wait of a day, after which the job approves. Returns the end of that wait.
 * @throws AppError 'conflict'
 */
export async function approveEventReturns(
  db: StaffDb,
  eventId: string,
  seen: string,
): Promise<Date | undefined> {
  const change = await lockReturns(db, eventId, seen);
  const now = currentTime();
  const { decided_by: askedBy } = change;
  // A second press during the wait does not restart it.
  const waiting =
    change.returns_from && change.returns_from > now ? change.returns_from : undefined;
  const cancelled = {
    ...pick(change, ["event_id", "decided_by", "created_at"]),
    isMuch: change.returns_total !== null,
    from: waiting ? null : change.returns_from,
  };
  const until = await ticketOffice().agreeFrom(db, cancelled, now);
  const from = until && (waiting ?? until);
  await db
    .update(eventChanges)
    .set(from ? { returns_from: from } : { returns: "approved", returns_approved_by: db.staffId })
    // Two cancellations by one person are approved together.
    .where(and(isWaiting(eventId), eq(eventChanges.decided_by, askedBy)));
  // A wait that begins is alerted, as the one that begins with the cancellation.
  if (from && !waiting) await mailWait(db, change, from, now);
  await auditReturns(db, eventId, from ? "wait-returns" : "approve-returns");
  return from;
}

async function mailWait(db: StaffDb, change: Change, until: Date, now: Date): Promise<void> {
  const [event] = await db.select().from(events).where(eq(events.id, change.event_id));
  const [decider] = await db
    .select({ name: profiles.name })
    .from(profiles)
    .where(eq(profiles.id, change.decided_by));
  if (!event || !decider) return;
  const owed = await countOpenReturns(db, change);
  const { administrators } = await ticketOffice().judgeReturns(db, owed, now);
  await mailReturns(db, { event, owed, by: decider.name, until }, administrators, now);
}

/** Stops the wait: nothing is refunded before somebody approves again. */
export async function holdEventReturns(db: StaffDb, eventId: string, seen: string): Promise<void> {
  const change = await lockReturns(db, eventId, seen);
  if (!change.returns_from) throw new AppError("conflict", "ces remboursements sont déjà retenus");
  await db.update(eventChanges).set({ returns_from: null }).where(eq(eventChanges.id, change.id));
  await auditReturns(db, eventId, "hold-returns");
}

async function auditReturns(
  db: StaffDb,
  eventId: string,
  action: "approve-returns" | "wait-returns" | "hold-returns",
): Promise<void> {
  const [event] = await db
    .select({ title: events.title })
    .from(events)
    .where(eq(events.id, eventId));
  const label = event?.title ?? "";
  await audit(db, { action: `events.${action}`, entity: "events", entity_id: eventId, label });
}
