import { and, asc, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import { asSystem, type SystemDb } from "../core/database/doors.server.ts";
import { AppError } from "../core/errors.ts";
import type { Job } from "../core/jobs.server.ts";
import { runInSequence } from "../core/keyed-queue.ts";
import { log } from "../core/log.server.ts";
import { eventChanges } from "../events/event-changes.table.server.ts";
import {
  type FederationEvent,
  isMoved,
  isRunning,
  isToCome,
  whenAndWhere,
} from "../events/events.ts";
import { queueMail } from "../mail/outbox.visitor.server.ts";
import { orderOfSubject } from "../payments/orders.operations.server.ts";
import { cancelAndReturn } from "../payments/returning.operations.server.ts";
import { lockOrder } from "../payments/settlement.operations.server.ts";
import { eventCancelledMail } from "./event-cancelled.mail.ts";
import { eventMovedMail } from "./event-moved.mail.ts";
import { eventReopenedMail } from "./event-reopened.mail.ts";
import {
  atEvent,
  findRegistration,
  HELD_FOR,
  keepForOffer,
  lockEvent,
  type Registration,
  setStatus,
} from "./places.system.server.ts";
import { findLive } from "./register.operations.server.ts";
import { eventRegistrations } from "./registrations.table.server.ts";
import { isLive, LIVE_STATUSES, OFFER_AGAIN_MS } from "./registrations.ts";

// Follows what staff decided about an event, one registration after the other, each in a transaction of its
// own. Whatever dies in the middle goes on where it was: what was done is not found again, and each mail has
// a key.

type Change = typeof eventChanges.$inferSelect;

const AT_ONCE = 200;

export const eventChangesJob: Job = {
  name: "events.changes",
  everyMs: 60_000,
  async run(stopping) {
    const open = await asSystem("events.changes", (db) =>
      db
        .select()
        .from(eventChanges)
        .where(isNull(eventChanges.done_at))
        .orderBy(asc(eventChanges.created_at), asc(eventChanges.id)),
    );
    let failures = 0;
    for (const change of open) failures += await follow(change, stopping);
    if (failures > 0)
      throw new AppError("conflict", "some registrations are left for the next run");
  },
};

const FOLLOW: Record<Change["kind"], (change: Change, id: string) => Promise<void>> = {
  moved: tellOfMove,
  cancelled: endRegistration,
  reopened: offerAgain,
};

/** Gives how many registrations are left for the next run. */
async function follow(change: Change, stopping: AbortSignal): Promise<number> {
  let failures = 0;
  for (let last: string | undefined; ; ) {
    const ids = await listConcerned(change, last);
    for (const id of ids) {
      if (stopping.aborted) return 0;
      try {
        await FOLLOW[change.kind](change, id);
      } catch (error) {
        // The others do not wait for this one; it is tried again with the next run.
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
  await asSystem("events.changes", (db) =>
    db.update(eventChanges).set({ done_at: currentTime() }).where(eq(eventChanges.id, change.id)),
  );
  return 0;
}

/** Whom a change concerns, in the order of coming. */
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

/** Ends a registration for a cancelled event, with its order, and decides the return of what was paid. */
function endRegistration(change: Change, id: string): Promise<void> {
  return runInSequence(`event ${change.event_id}`, () =>
    asSystem("events.changes", async (db) => {
      // The order before the event, as a payment locks them.
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
      const owed = order ? await cancelAndReturn(db, order.id, change.decided_by) : [];
      // Whoever never answered is not written to once more: the address may be anybody's.
      if (registration.proof_needed) return;
      await tell(db, change, id, eventCancelledMail({ ...registration, event, owed }));
    }),
  );
}

/** Offers somebody the place that they had at an event that is not cancelled any more. */
function offerAgain(change: Change, id: string): Promise<void> {
  return atEvent(change.event_id, "events.changes", async (db, event) => {
    const registration = await findRegistration(db, id);
    if (!event || !registration?.cancelled_from || event.status === "cancelled") return;
    const now = currentTime();
    const state = isToCome(event, now) ? await stateAgain(db, event, registration) : "cancelled";
    if (state === "cancelled") return setStatus(db, id, { status: "cancelled" });
    if (state === "waiting") await setStatus(db, id, { status: "waiting" });
    const deadline =
      state === "offered" ? await keepForOffer(db, event, id, now, OFFER_AGAIN_MS) : undefined;
    await tell(db, change, id, eventReopenedMail({ ...registration, event, deadline }));
  });
}

async function stateAgain(
  db: SystemDb,
  event: FederationEvent,
  registration: Registration,
): Promise<"cancelled" | "waiting" | "offered"> {
  // They came back by themselves.
  if (await findLive(db, event.id, registration)) return "cancelled";
  const had = HELD_FOR.some((status) => status === registration.cancelled_from);
  if (!had) return registration.cancelled_from === "waiting" ? "waiting" : "cancelled";
  const { max_participants: max, current_participants: current } = event;
  return max === null || current < max ? "offered" : "waiting";
}

/** Tells somebody that their event is not when or where it was. */
async function tellOfMove(change: Change, id: string): Promise<void> {
  await atEvent(change.event_id, "events.changes", async (db, event) => {
    const registration = await findRegistration(db, id);
    const { previous } = change;
    if (!event || !previous || !isRunning(event) || !isMoved(previous, whenAndWhere(event))) return;
    if (!registration || !isLive(registration.status) || registration.proof_needed) return;
    await tell(db, change, id, eventMovedMail({ ...registration, event, previous }));
  });
}

const tell = (
  db: SystemDb,
  change: Change,
  id: string,
  mail: Parameters<typeof queueMail>[1] & object,
) => queueMail(db, { ...mail, key: `event-change:${change.id}:${id}` });
