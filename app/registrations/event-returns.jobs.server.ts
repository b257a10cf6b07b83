import { and, asc, eq, lte } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import { asSystem } from "../core/database/doors.server.ts";
import { log } from "../core/log.server.ts";
import { eventChanges } from "../events/event-changes.table.server.ts";
import { administrators } from "../payments/approval.operations.server.ts";
import { orders } from "../payments/orders.table.server.ts";
import { refunds } from "../payments/refunds.table.server.ts";
import { approveReturns } from "../payments/returning.operations.server.ts";
import { eventRegistrations } from "./registrations.table.server.ts";

// The money of a cancelled event that one person alone could not decide about: once it is approved, each order
// gives back what it asked for, in a transaction of its own. What was let go is not found again.

/** Lets go what was approved, or has waited its day. Gives how many orders are left for the next run. */
export async function sendApprovedReturns(stopping: AbortSignal): Promise<number> {
  await approveAfterWait();
  const approved = await asSystem("events.changes", (db) =>
    db.select().from(eventChanges).where(eq(eventChanges.returns, "approved")),
  );
  let failures = 0;
  for (const change of approved) failures += await sendReturns(change, stopping);
  return failures;
}

/** Where nobody else administers the site the day's wait decides. */
const approveAfterWait = () =>
  asSystem("events.changes", async (db) => {
    const isOver = and(
      eq(eventChanges.returns, "waiting"),
      lte(eventChanges.returns_from, currentTime()),
    );
    const over = await db.select().from(eventChanges).where(isOver).for("update");
    // Somebody else came: they decide.
    if (over.length === 0 || (await administrators(db)).length > 1) return;
    for (const { id, decided_by } of over) {
      await db
        .update(eventChanges)
        .set({ returns: "approved", returns_approved_by: decided_by })
        .where(eq(eventChanges.id, id));
    }
  });

type Change = typeof eventChanges.$inferSelect;

async function sendReturns(change: Change, stopping: AbortSignal): Promise<number> {
  const { id, event_id, returns_approved_by: by } = change;
  if (!by) return 0;
  const owing = await asSystem("events.changes", (db) =>
    db
      .selectDistinct({ id: orders.id })
      .from(refunds)
      .innerJoin(orders, eq(orders.id, refunds.order_id))
      .innerJoin(eventRegistrations, eq(eventRegistrations.id, orders.subject_id))
      .where(
        and(
          eq(eventRegistrations.event_id, event_id),
          eq(refunds.status, "requested"),
          eq(refunds.reason, "cancelled"),
          eq(refunds.requested_by, change.decided_by),
        ),
      )
      .orderBy(asc(orders.id)),
  );
  let failures = 0;
  for (const order of owing) {
    if (stopping.aborted) return failures;
    try {
      await asSystem("events.changes", (db) => approveReturns(db, order.id, by));
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
