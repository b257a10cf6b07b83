import { and, asc, eq, isNotNull, lte } from "drizzle-orm";
import { listJudges } from "../../auth/staff/four-eyes.operations.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { eventChanges } from "../../events/cancellation/event-changes.table.server.ts";
import { refunds } from "../../payments/ledger/ledger.table.server.ts";
import { orders } from "../../payments/orders/orders.table.server.ts";
import {
  approveReturns,
  hasTreasuryRole,
} from "../../payments/refunds/approval.operations.server.ts";
import { eventRegistrations } from "../registrations.table.server.ts";
import { isReturnOf } from "../tickets/ticket-office.operations.server.ts";

// The money of a cancelled event that one person alone could not decide about: once it is approved, each order
// gives back what it asked for, in a transaction of its own. What was let go is not found again; what its approver had
// a hand in stays asked for, and is decided by somebody else.

/** Lets go what was approved, or has waited its day. Gives how many orders are left for the next run. */
export async function sendApprovedReturns(stopping: AbortSignal): Promise<number> {
  await forgetSettled();
  await approveAfterWait();
  const approved = await asSystem("events.changes", (db) =>
    db.select().from(eventChanges).where(eq(eventChanges.returns, "approved")),
  );
  let failures = 0;
  for (const change of approved) failures += await sendReturns(change, stopping);
  return failures;
}

/** Where nobody else can decide the day's wait does. */
const approveAfterWait = () =>
  asSystem("events.changes", async (db) => {
    const isOver = and(
      eq(eventChanges.returns, "waiting"),
      lte(eventChanges.returns_from, currentTime()),
    );
    const over = await db.select().from(eventChanges).where(isOver).for("update");
    if (over.length === 0) return;
    const judges = await listJudges(db, currentTime(), "money");
    for (const { id, decided_by } of over) {
      // Somebody else came: they decide. Who does not answer for money lets none go, however long they waited.
      if (judges.some((judge) => judge.id !== decided_by)) continue;
      if (!(await hasTreasuryRole(db, decided_by))) continue;
      await db
        .update(eventChanges)
        .set({ returns: "approved", returns_approved_by: decided_by })
        .where(eq(eventChanges.id, id));
    }
  });

type Change = typeof eventChanges.$inferSelect;

/** The orders that still wait to give back what the change asked for. */
const listOwing = (db: SystemDb, { event_id, decided_by }: Change) =>
  db
    .selectDistinct({ id: orders.id })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.order_id))
    .innerJoin(eventRegistrations, eq(eventRegistrations.id, orders.subject_id))
    .where(isReturnOf(event_id, decided_by))
    .orderBy(asc(orders.id));

/** What was to go back was decided one by one, or the event takes place: there is nothing to agree to. */
const forgetSettled = () =>
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
  // While registrations are still being ended, more may ask for their money.
  if (failures > 0 || !change.done_at) return failures;
  await asSystem("events.changes", (db) =>
    db.update(eventChanges).set({ returns: "sent" }).where(eq(eventChanges.id, id)),
  );
  return 0;
}
