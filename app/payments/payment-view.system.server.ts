import { desc, eq } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import { asSystem } from "../core/database/doors.server.ts";
import { newId } from "../core/id.server.ts";
import type { Language } from "../i18n/languages.ts";
import { fulfilmentOf, type Refusal, type WriteDb } from "./fulfilment.ts";
import { offerFor } from "./offer.operations.server.ts";
import { orderByToken } from "./orders.operations.server.ts";
import type { Order } from "./orders.table.server.ts";
import { type PaymentView, type Return, refreshIn, stateOf } from "./payment-view.ts";
import { payments } from "./payments.table.server.ts";
import { isUnsettled } from "./payments.ts";
import { pollOrder } from "./polling.system.server.ts";
import { providerById } from "./provider.ts";
import { refunds } from "./refunds.table.server.ts";
import { isVoid } from "./refunds.ts";

/** However often the page is loaded, the provider is asked no more often than this. */
const ASK_AGAIN_MS = 1_000;

/** The page of an order: asks the provider first, since its payer may just come back from there. */
export async function readPayment(
  token: string,
  language: Language,
  now = currentTime(),
): Promise<PaymentView | undefined> {
  const stored = await asSystem("payments.read", (db) => orderByToken(db, token));
  if (!stored) return undefined;
  await pollOrder(stored.id, now, { notSince: new Date(now.getTime() - ASK_AGAIN_MS) });
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
  const returns = await returnsOf(db, order);
  const refusal = await refusalOf(db, order, now);
  const waits = order.status === "held" && !refusal;
  const offer = waits ? await offerFor(db, order) : undefined;
  const quote = offer?.quote;
  const state =
    refusal && order.status === "held"
      ? "unavailable"
      : stateOf(order, attempts, returns, quote !== undefined, now);
  const { token, kind, label_fr, label_en, price_amount, price_currency } = order;
  return {
    ...{ token, kind, label_fr, label_en, price_amount, price_currency },
    state,
    is_test: order.mode === "test",
    refusal,
    unsettled: attempts.some(({ status }) => isUnsettled(status)),
    quote,
    asks_number: offer?.provider.asksPayerNumber ?? false,
    key: newId(),
    held_until: waits ? order.hold_expires_at : null,
    operator: providerById(attempts[0]?.provider ?? "")?.name ?? null,
    pay_url: waits
      ? (attempts.find(({ status }) => status === "pending")?.redirect_url ?? null)
      : null,
    reference: attempts[0]?.merchant_ref ?? null,
    returns,
    thanks: order.status === "confirmed" ? fulfilmentOf(order.kind).thanks(order, language) : null,
    refresh: refreshIn(state, attempts, now),
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
