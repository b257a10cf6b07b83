import { and, asc, eq, gt, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import { listOthers } from "../../auth/staff/four-eyes.operations.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { runInSequence } from "../../core/process/keyed-queue.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { AppError } from "../../core/values/errors.ts";
import { eventChanges } from "../../events/events.table.server.ts";
import {
  type FederationEvent,
  isMovedFor,
  isRunning,
  isToCome,
  whenAndWhere,
} from "../../events/events.ts";
import { mailOutbox } from "../../mail/mail.table.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { lockOrder } from "../../payments/ledger/settlement.operations.server.ts";
import { orderOfSubject } from "../../payments/orders/orders.operations.server.ts";
import { orders, refunds } from "../../payments/payments.table.server.ts";
import {
  approveReturns,
  cancelAndRefund,
  hasTreasuryRole,
} from "../../payments/refunds/approval.operations.server.ts";
import { packageOf } from "../register/payment-obstacles.ts";
import { eventCancelledMail, eventMovedMail, eventReopenedMail } from "../registrations.mail.ts";
import { findLive } from "../registrations.operations.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { isLive, LIVE_STATUSES, OFFER_AGAIN_HOURS, RETURNING_STATUSES } from "../registrations.ts";
import { HAS_PAID, isReturnOf } from "../tickets/ticket-office.operations.server.ts";
import { packageReturns, readStock } from "./package-stock.operations.server.ts";
import {
  findRegistration,
  lockEvent,
  offerEnd,
  type Registration,
  reserveForOffer,
  setStatus,
  withEventLock,
} from "./places.system.server.ts";

// Applies what staff decided about an event to its registrations, one by one, each in its own transaction. After a crash
// the job continues: registrations that are done are not found again, and each mail has a key.

type Change = typeof eventChanges.$inferSelect;

const AT_ONCE = 200;

export const eventChangesJob: Job = {
  name: "events.changes",
  everyMs: MINUTE,
  async run(stopping) {
    const open = await asSystem("events.changes", (db) =>
      db
        .select()
        .from(eventChanges)
        .where(isNull(eventChanges.done_at))
        .orderBy(asc(eventChanges.created_at), asc(eventChanges.id)),
    );
    let failures = 0;
    const isNewest = ({ kind, event_id }: Change, index: number) =>
      kind !== "moved" ||
      !open.slice(index + 1).some((later) => later.kind === kind && later.event_id === event_id);
    for (const change of open.filter(isNewest)) failures += await applyChange(change, stopping);
    failures += await sendApprovedReturns(stopping);
    if (failures > 0)
      throw new AppError("conflict", "some registrations are left for the next run");
  },
};

const HANDLERS: Record<Change["kind"], (change: Change, id: string) => Promise<void>> = {
  moved: mailMove,
  cancelled: endRegistration,
  reopened: offerAgain,
};

/** Returns how many registrations failed and are left for the next run. */
async function applyChange(change: Change, stopping: AbortSignal): Promise<number> {
  let failures = 0;
  for (let last: string | undefined; ; ) {
    const ids = await listConcerned(change, last);
    for (const id of ids) {
      if (stopping.aborted) return 0;
      try {
        await HANDLERS[change.kind](change, id);
      } catch (error) {
        // The others go on; this one is tried again in the next run.
        failures += 1;
        log.error(
          { err: error, job: "events.changes" },
          "registration not brought up to its event",
        );
      }
    }
    last = ids.at(-1);
    if (ids.length < AT_ONCE) break;
  }
  if (failures > 0) return failures;
  await asSystem("events.changes", async (db) => {
    const moves = change.kind === "moved" && (await openMoves(db, change.event_id));
    // A newer move tells, or will tell, the rest.
    if (moves && moves.at(-1)?.id !== change.id) return;
    const done = moves ? moves.map(({ id }) => id) : [change.id];
    await db
      .update(eventChanges)
      .set({ done_at: currentTime() })
      .where(inArray(eventChanges.id, done));
  });
  return 0;
}

/** The moves of an event that somebody may not have been told about, the newest last; its mail covers all of them. */
function openMoves(db: SystemDb, eventId: string): Promise<Change[]> {
  return db
    .select()
    .from(eventChanges)
    .where(
      and(
        eq(eventChanges.event_id, eventId),
        eq(eventChanges.kind, "moved"),
        isNull(eventChanges.done_at),
      ),
    )
    .orderBy(asc(eventChanges.created_at), asc(eventChanges.id));
}

/** The next registrations that a change concerns, by id. */
async function listConcerned({ event_id, kind }: Change, last?: string): Promise<string[]> {
  const { id, status, cancelled_from } = eventRegistrations;
  const concerned =
    kind === "reopened" ? isNotNull(cancelled_from) : inArray(status, [...LIVE_STATUSES]);
  const rows = await asSystem("events.changes", (db) =>
    db
      .select({ id })
      .from(eventRegistrations)
      .where(
        and(
          eq(eventRegistrations.event_id, event_id),
          concerned,
          last === undefined ? undefined : gt(id, last),
        ),
      )
      .orderBy(asc(id))
      .limit(AT_ONCE),
  );
  return rows.map((row) => row.id);
}

/** Cancels a registration of a cancelled event with its order, and refunds what was paid. */
function endRegistration(change: Change, id: string): Promise<void> {
  return runInSequence(`event ${change.event_id}`, () =>
    asSystem("events.changes", async (db) => {
      // The order is locked before the event, as payments do.
      const order = await orderOfSubject(db, "registration", id);
      if (order) await lockOrder(db, order.id);
      const event = await lockEvent(db, change.event_id);
      const registration = await findRegistration(db, id);
      if (event?.status !== "cancelled" || !registration || !isLive(registration.status)) return;
      if ((await orderOfSubject(db, "registration", id))?.id !== order?.id) {
        throw new AppError("conflict", "another order was opened meanwhile");
      }
      const cancelled_from = registration.status as (typeof LIVE_STATUSES)[number];
      await setStatus(db, id, { status: "cancelled", cancelled_from });
      const owed = order ? await returnPaid(db, change, order.id) : [];
      // An unproven address gets no further mail: it may be anybody's.
      if (registration.proof_needed) return;
      await queueChangeMail(db, change, id, eventCancelledMail({ ...registration, event, owed }));
    }),
  );
}

/** Refunds an order in the name of whoever cancelled the event. What the rule does not approve waits for one approval. */
async function returnPaid(db: SystemDb, { id, decided_by, returns }: Change, orderId: string) {
  const asker = { staffId: decided_by };
  const { sums, waits } = await cancelAndRefund(db, orderId, { asker, byRule: returns === null });
  if (waits) {
    await db
      .update(eventChanges)
      .set({ returns: "waiting" })
      .where(and(eq(eventChanges.id, id), isNull(eventChanges.returns)));
  }
  return sums;
}

/** Offers the former place of a registration whose event takes place after all. */
function offerAgain(change: Change, id: string): Promise<void> {
  return withEventLock(change.event_id, "events.changes", async (db, event) => {
    const registration = await findRegistration(db, id);
    if (!event || !registration?.cancelled_from || event.status === "cancelled") return;
    const now = currentTime();
    const state = isToCome(event, now)
      ? await stateAgain(db, event, registration, now)
      : "cancelled";
    if (state === "cancelled") return setStatus(db, id, { status: "cancelled" });
    if (state === "waiting") await setStatus(db, id, { status: "waiting" });
    else {
      const change = state === "choosing" ? { package_id: null } : {};
      await reserveForOffer(db, id, now, OFFER_AGAIN_HOURS, change);
    }
    const deadline = state === "waiting" ? undefined : offerEnd(event, now, OFFER_AGAIN_HOURS);
    const [money] = await db
      .select({ hasPaid: HAS_PAID })
      .from(eventRegistrations)
      .where(eq(eventRegistrations.id, id));
    const place = { ...registration, event, deadline, hasPaid: money?.hasPaid === true };
    await queueChangeMail(db, change, id, eventReopenedMail(place));
  });
}

async function stateAgain(
  db: SystemDb,
  event: FederationEvent,
  registration: Registration,
  now: Date,
): Promise<"cancelled" | "waiting" | "offered" | "choosing"> {
  // They have registered again meanwhile.
  if (await findLive(db, event.id, registration)) return "cancelled";
  const had = RETURNING_STATUSES.some((status) => status === registration.cancelled_from);
  if (!had) return registration.cancelled_from === "waiting" ? "waiting" : "cancelled";
  const { max_participants: max, current_participants: current } = event;
  if (max !== null && current >= max) return "waiting";
  const { package_id } = registration;
  // Staff may have lowered its quota or removed it since.
  if (packageOf(event, registration) && (await packageReturns(db, package_id))) return "offered";
  const { spare } = await readStock(db, event, now);
  // One of the places reserved for those who must choose belongs to them.
  const reserved = package_id === null ? 1 : 0;
  return spare + reserved > 0 ? "choosing" : "waiting";
}

/** Mails that an event was moved. */
async function mailMove(change: Change, id: string): Promise<void> {
  await withEventLock(change.event_id, "events.changes", async (db, event) => {
    const registration = await findRegistration(db, id);
    if (!event || !isRunning(event)) return;
    if (!registration || !isLive(registration.status) || registration.proof_needed) return;
    const previous = await lastAnnounced(db, change, registration);
    if (!previous || !isMovedFor(registration.language, previous, whenAndWhere(event))) return;
    await queueChangeMail(db, change, id, eventMovedMail({ ...registration, event, previous }));
  });
}

/** The date and venue that the registrant was last told; undefined when another change tells them. */
async function lastAnnounced(db: SystemDb, change: Change, { id, created_at }: Registration) {
  const moves = await openMoves(db, change.event_id);
  if (moves.at(-1)?.id !== change.id) return undefined;
  const sent = await db
    .select({ key: mailOutbox.key })
    .from(mailOutbox)
    .where(
      inArray(
        mailOutbox.key,
        moves.map((move) => keyOf(move, id)),
      ),
    );
  const keys = new Set(sent.map(({ key }) => key));
  const unsent = moves.find((move) => !keys.has(keyOf(move, id)) && move.created_at >= created_at);
  return unsent?.previous;
}

const keyOf = (change: Change, id: string) => `event-change:${change.id}:${id}`;

const queueChangeMail = (
  db: SystemDb,
  change: Change,
  id: string,
  mail: Parameters<typeof queueMail>[1] & object,
) => queueMail(db, { ...mail, key: keyOf(change, id) });

// The refunds of a cancelled event that needed one approval for all: once approved, those of each order are approved in a
// transaction of their own. Approved ones are not found again; those in which the approver was involved stay requested,
// for somebody else.

/** Approves the refunds whose total was approved or has waited a day. Returns how many orders failed. */
export async function sendApprovedReturns(stopping: AbortSignal): Promise<number> {
  await endSettledWaits();
  await approveAfterWait();
  const approved = await asSystem("events.changes", (db) =>
    db.select().from(eventChanges).where(eq(eventChanges.returns, "approved")),
  );
  let failures = 0;
  for (const change of approved) failures += await sendReturns(change, stopping);
  return failures;
}

/** Where nobody else can approve the total, it is approved after a day's wait. */
const approveAfterWait = () =>
  asSystem("events.changes", async (db) => {
    const isOver = and(
      eq(eventChanges.returns, "waiting"),
      lte(eventChanges.returns_from, currentTime()),
    );
    const over = await db.select().from(eventChanges).where(isOver).for("update");
    if (over.length === 0) return;
    for (const { id, decided_by } of over) {
      // Somebody else is there by now, or this one lost the treasury role: then the wait does not approve.
      const others = await listOthers(db, currentTime(), "money", [decided_by]);
      if (others.length > 0) continue;
      if (!(await hasTreasuryRole(db, decided_by))) continue;
      await db
        .update(eventChanges)
        .set({ returns: "approved", returns_approved_by: decided_by })
        .where(eq(eventChanges.id, id));
    }
  });

/** The orders with refunds that the change requested and nobody has approved. */
const listOwing = (db: SystemDb, { event_id, decided_by }: Change) =>
  db
    .selectDistinct({ id: orders.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, orders.subject_id))
    .where(isReturnOf(event_id, decided_by))
    .orderBy(asc(orders.id));

/** Ends the wait where every refund was decided one by one, or the event takes place after all. */
const endSettledWaits = () =>
  asSystem("events.changes", async (db) => {
    const waiting = await db
      .select()
      .from(eventChanges)
      .where(and(eq(eventChanges.returns, "waiting"), isNotNull(eventChanges.done_at)))
      .for("update");
    for (const change of waiting) {
      if ((await listOwing(db, change)).length > 0) continue;
      await db
        .update(eventChanges)
        .set({ returns: null, returns_from: null })
        .where(eq(eventChanges.id, change.id));
    }
  });

async function sendReturns(change: Change, stopping: AbortSignal): Promise<number> {
  const { id, returns_approved_by: by } = change;
  if (!by) return 0;
  const owing = await asSystem("events.changes", (db) => listOwing(db, change));
  let failures = 0;
  const now = currentTime();
  for (const order of owing) {
    if (stopping.aborted) return failures;
    try {
      await asSystem("events.changes", (db) => approveReturns(db, order.id, by, now));
    } catch (error) {
      failures += 1;
      log.error({ err: error, job: "events.changes" }, "returns of an event not let go");
    }
  }
  // While registrations are still being cancelled, more refunds may follow.
  if (failures > 0 || !change.done_at) return failures;
  await asSystem("events.changes", (db) =>
    db.update(eventChanges).set({ returns: "sent" }).where(eq(eventChanges.id, id)),
  );
  return 0;
}
