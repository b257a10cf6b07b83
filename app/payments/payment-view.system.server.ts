import { desc, eq } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import { asSystem } from "../core/database/doors.server.ts";
import { newId } from "../core/id.server.ts";
import { withTimeout } from "../core/timeout.ts";
import type { Language } from "../i18n/languages.ts";
import { announcedTransfers } from "./announced-transfers.table.server.ts";
import { owedFor } from "./by-hand.operations.server.ts";
import { fulfilmentOf, type Refusal, type WriteDb } from "./fulfilment.ts";
import { offerFor } from "./offer.operations.server.ts";
import { orderByToken } from "./orders.operations.server.ts";
import type { Order } from "./orders.table.server.ts";
import { type PaymentView, type Return, refreshIn, stateOf } from "./payment-view.ts";
import { payments } from "./payments.table.server.ts";
import { FEDERATION, isUnsettled } from "./payments.ts";
import { pollOrder } from "./polling.system.server.ts";
import { refunds } from "./refunds.table.server.ts";
import { isVoid } from "./refunds.ts";

/** However often the page is loaded, the provider is asked no more often than this. */
const ASK_AGAIN_MS = 1_000;
/** How long the page waits for the provider; a later answer is shown on the next load. */
const PATIENCE_MS = 4_000;

/** The page of an order: asks the provider first, since its payer may just come back from there. */
export async function readPayment(
  token: string,
  language: Language,
  now = currentTime(),
): Promise<PaymentView | undefined> {
  const stored = await asSystem("payments.read", (db) => orderByToken(db, token));
  if (!stored) return undefined;
  const polling = pollOrder(stored.id, now, new Date(now.getTime() - ASK_AGAIN_MS));
  await withTimeout(polling, PATIENCE_MS, () => undefined);
  return asSystem("payments.read", async (db) => {
    const order = await orderByToken(db, token);
    return order && viewOf(db, order, language, now);
  });
}

async function viewOf(
  db: WriteDb,
  order: Order,
  language: Language,
  now: Date,
): Promise<PaymentView> {
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.order_id, order.id))
    .orderBy(desc(payments.created_at));
  // What staff booked is no attempt of the payer's.
  const tries = attempts.filter(({ provider }) => provider !== FEDERATION);
  const returns = await returnsOf(db, order);
  const refusal = await refusalOf(db, order, now);
  const waits = order.status === "held" && !refusal;
  const quote = waits ? (await offerFor(db, order))?.quote : undefined;
  const state =
    refusal && order.status === "held"
      ? "unavailable"
      : stateOf(order, tries, returns, quote !== undefined, now);
  const { token, kind, label_fr, label_en, price_amount, price_currency } = order;
  return {
    ...{ token, kind, label_fr, label_en, price_amount, price_currency },
    state,
    refusal,
    by_hand: waits && (order.by_hand || !quote),
    owed: await owedFor(db, order),
    announced: await announcedOf(db, order),
    at: now,
    unsettled: attempts.some(({ status }) => isUnsettled(status)),
    quote,
    key: newId(),
    held_until: waits ? order.hold_expires_at : null,
    pay_url: waits
      ? (attempts.find(({ status }) => status === "pending")?.redirect_url ?? null)
      : null,
    reference: tries[0]?.merchant_ref ?? order.reference,
    returns,
    thanks: order.status === "confirmed" ? fulfilmentOf(order.kind).thanks(order, language) : null,
    refresh: refreshIn(state, tries, now),
  };
}

/** Why an order that waits, or was cancelled, cannot be paid: only what the page says. */
async function refusalOf(db: WriteDb, order: Order, now: Date): Promise<PaymentView["refusal"]> {
  if (order.status !== "held" && order.status !== "cancelled") return null;
  const check = { channel: "online", now, lock: false } as const;
  const answer = await fulfilmentOf(order.kind).payable(db, order, check);
  if (answer === "ok") return null;
  const { staff, ...refusal }: Refusal = answer;
  return refusal;
}

async function announcedOf(db: WriteDb, order: Order): Promise<PaymentView["announced"]> {
  const { transaction_number: number, status, reason, created_at } = announcedTransfers;
  const rows = await db
    .select({ number, status, reason })
    .from(announcedTransfers)
    .where(eq(announcedTransfers.order_id, order.id))
    .orderBy(desc(created_at));
  return rows.map(({ number, ...transfer }) => ({ ...transfer, end: number.slice(-4) }));
}

async function returnsOf(db: WriteDb, order: Order): Promise<Return[]> {
  const rows = await db.select().from(refunds).where(eq(refunds.order_id, order.id));
  return rows
    .filter(({ status }) => !isVoid(status))
    .map(({ amount, currency, reason, status }) => ({
      amount,
      currency,
      reason,
      isDone: status === "done",
    }));
}
