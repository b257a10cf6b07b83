import { and, eq, inArray, isNull, lte, or } from "drizzle-orm";
import { claimDue, isDueBy } from "../../core/database/doors/claim-due.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { jobSignal, LEASE_MS } from "../attempts/payments.ts";
import { pollOrder } from "../attempts/polling.system.server.ts";
import { lockOrder, moveOrder, settle } from "../ledger/settlement.operations.server.ts";
import type { QueryAnswer } from "../providers/provider.ts";
import { fulfilmentOf, type WriteDb } from "./fulfilment.ts";
import { type Order, orders } from "./orders.table.server.ts";

const AT_ONCE = 10;

/** Expires overdue holds, after asking the providers whether somebody has paid in the meantime. */
export async function expireDue(clock: () => Date): Promise<void> {
  for (;;) {
    const at = clock();
    const claimed = await asSystem("payments.claim", (db) => claimExpired(db, at));
    await Promise.all(claimed.map(({ id }) => expireOne(id, at)));
    if (claimed.length < AT_ONCE) return;
  }
}

function claimExpired(db: WriteDb, now: Date): Promise<Order[]> {
  return claimDue(db, orders, {
    where: and(
      eq(orders.status, "held"),
      lte(orders.hold_expires_at, now),
      or(isNull(orders.claimed_until), isDueBy(orders.claimed_until, now)),
    ),
    limit: AT_ONCE,
    lease: { claimed_until: new Date(now.getTime() + LEASE_MS) },
  });
}

async function expireOne(orderId: string, now: Date): Promise<void> {
  try {
    const answers = await pollOrder(orderId, now, { signal: jobSignal() });
    await asSystem("payments.expire", (db) => expire(db, orderId, answers, now));
  } catch (error) {
    log.error({ err: error, order: orderId }, "hold not ended");
  }
}

async function expire(
  db: WriteDb,
  orderId: string,
  answers: QueryAnswer["state"][],
  now: Date,
): Promise<void> {
  const order = await lockOrder(db, orderId);
  const { hold_expires_at: ends, hold_cap_at: cap } = order;
  if (order.status !== "held" || !ends || ends > now) return;
  const underWay = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.order_id, orderId),
        inArray(payments.status, ["created", "initiating", "processing"]),
      ),
    );
  // A payment may be under way: keep the place, but not beyond the cap.
  const unsure = underWay.length > 0 || answers.includes("unknown");
  if (unsure && cap && now < cap) return;
  await fulfilmentOf(order.kind).release(db, order);
  // A part of the price goes back when the rest did not come.
  await settle(db, await moveOrder(db, order, "expired"), now);
}
