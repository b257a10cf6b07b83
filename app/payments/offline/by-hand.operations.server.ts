import { and, eq, gt, inArray } from "drizzle-orm";
import { queueMail, withKey } from "../../mail/outbox.visitor.server.ts";
import { payments } from "../attempts/payments.table.server.ts";
import { LIVE_STATUSES } from "../attempts/payments.ts";
import { chargesOf } from "../ledger/settlement.operations.server.ts";
import { amountDue, amountReceived, type RemainingCharge } from "../ledger/settlement.ts";
import { fulfilmentOf, type WriteDb } from "../orders/fulfilment.ts";
import { type Order, orders } from "../orders/orders.table.server.ts";
import { type ByHandOrder, partReceivedMail } from "./by-hand.mail.ts";
import type { AmountOwed } from "./by-hand.ts";

/** What is owed for an order, what came of it, and until when the rest is waited for. */
export const owedFor = async (db: WriteDb, order: Order): Promise<AmountOwed> =>
  owedOf(order, await chargesOf(db, order.id));

/** The same, of charges that were read already. */
export function owedOf(order: Order, charges: readonly RemainingCharge[]): AmountOwed {
  const { reference, price_amount, price_currency, status, hold_expires_at } = order;
  return {
    reference,
    price_amount,
    price_currency,
    received: amountReceived(charges),
    due: amountDue(order, charges),
    until: status === "held" ? hold_expires_at : null,
  };
}

/** A locked order is paid at the federation from now on: its place is kept for that, never shorter than before. */
export async function waitForDesk(db: WriteDb, order: Order, now: Date): Promise<Order> {
  if (order.by_hand) return order;
  const until = await fulfilmentOf(order.kind).byHandUntil?.(db, order, now);
  const later = (end: Date | null) => (end && until && end < until ? until : end);
  const change = {
    by_hand: true,
    hold_expires_at: later(order.hold_expires_at),
    hold_cap_at: later(order.hold_cap_at),
  };
  await db.update(orders).set(change).where(eq(orders.id, order.id));
  return { ...order, ...change };
}

/** An order as the mails about paying it by hand say it. */
export async function byHandOrder(db: WriteDb, order: Order, now: Date): Promise<ByHandOrder> {
  const owed = await owedFor(db, order);
  // Nobody is told to pay before a moment that is over.
  const until = owed.until && owed.until > now ? owed.until : null;
  return { ...order, owed: { ...owed, until }, now };
}

/** A part of the price came by a payment: its payer is told, and the rest is waited for at the desk. */
export async function waitForRest(
  db: WriteDb,
  order: Order,
  paymentId: string,
  now: Date,
): Promise<void> {
  const waiting = await waitForDesk(db, order, now);
  const owing = await byHandOrder(db, waiting, now);
  // What was begun online for more than that is to be stopped there.
  await db
    .update(payments)
    .set({ next_poll_at: now })
    .where(
      and(
        eq(payments.order_id, order.id),
        inArray(payments.status, [...LIVE_STATUSES]),
        gt(payments.price_amount, owing.owed.due),
      ),
    );
  await queueMail(db, withKey(partReceivedMail(owing), order.id, paymentId));
}
