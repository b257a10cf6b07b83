import { randomBytes } from "node:crypto";
import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { REFERENCE_LENGTH, referenceFrom } from "../../core/secrets/id.ts";
import { AppError } from "../../core/values/errors.ts";
import type { PriceCurrency } from "../../i18n/format.ts";
import type { Language } from "../../i18n/languages.ts";
import { cachedSettings } from "../../settings/settings.visitor.server.ts";
import { IDLE_STATUSES, LIVE_STATUSES } from "../attempts/payments.ts";
import {
  chargesOf,
  journal,
  lockOrder,
  moveOrder,
  type RefundRequester,
  settle,
} from "../ledger/settlement.operations.server.ts";
import { amountReceived } from "../ledger/settlement.ts";
import type { PaymentAddress } from "../page/payment-view.ts";
import {
  ledgerEntries,
  type Order,
  orders,
  payments,
  transferClaims,
} from "../payments.table.server.ts";
import { offerFor } from "../providers/offer.operations.server.ts";
import { siteMode } from "../providers/provider.ts";
import { fulfilmentOf, type WriteDb } from "./fulfilment.ts";
import type { OrderKind } from "./orders.ts";

const TOKEN_BYTES = 24;

export type NewOrder = {
  kind: OrderKind;
  subject_id: string;
  price_amount: number;
  price_currency: PriceCurrency;
  label_fr: string;
  label_en: string;
  language: Language;
  payer_name: string;
  payer_email: string;
  payer_phone: string | null;
  /** Generated if absent. */
  reference?: string;
  /** How long a place is held; without it, the order never expires. */
  hold?: Hold;
};

export type Hold = {
  /** For an online payment, and the limit up to which one under way extends it. */
  expires_at: Date;
  cap_at: Date;
  /** For a payment at the federation. */
  by_hand_at?: Date;
};

/**
 * Opens an order, or returns the open one for the same subject. Its token is the address of its page,
 * `/payments/:token`.
 */
export async function openOrder(
  db: WriteDb,
  { hold, reference = newReference(), ...order }: NewOrder,
): Promise<Order> {
  const mode = siteMode();
  const by_hand = (await offerFor(db, order)) === undefined;
  const [row] = await db
    .insert(orders)
    .values({
      ...order,
      id: newId(),
      mode,
      token: randomBytes(TOKEN_BYTES).toString("base64url"),
      reference,
      by_hand,
      hold_expires_at: by_hand ? hold?.by_hand_at : hold?.expires_at,
      hold_cap_at: by_hand ? hold?.by_hand_at : hold?.cap_at,
      // Set from our clock, like everything that it is compared with.
      created_at: currentTime(),
    })
    .onConflictDoNothing()
    .returning();
  if (row) return row;
  const [open] = await db
    .select()
    .from(orders)
    .where(
      and(
        eq(orders.kind, order.kind),
        eq(orders.subject_id, order.subject_id),
        eq(orders.mode, mode),
        eq(orders.status, "held"),
      ),
    );
  // The open order was closed between the two statements, so this attempt succeeds.
  return open ?? openOrder(db, { ...order, reference, hold });
}

const newReference = () =>
  referenceFrom(cachedSettings().federation.export_prefix, randomBytes(REFERENCE_LENGTH));

/**
 * Staff receive real money for a test: it is a real order from then on, as long as the simulated provider took nothing.
 * Its attempts stay tests and end.
 * @throws AppError 'conflict'
 */
export async function makeReal(db: WriteDb, order: Order, now: Date): Promise<Order> {
  if (order.mode === "live") return order;
  if ((await db.$count(ledgerEntries, eq(ledgerEntries.order_id, order.id))) > 0) {
    throw new AppError(
      "conflict",
      "le paiement simulé a déjà pris de l’argent d’essai pour cette commande, n’encaissez pas",
    );
  }
  await db.update(orders).set({ mode: "live" }).where(eq(orders.id, order.id));
  await pollSoon(db, [order.id], now);
  // One that was opened to be paid by hand was never a test to anybody.
  if (order.created_at < now) {
    await journal(db, { order_id: order.id, body: { mode: ["test", "live"] } });
  }
  return { ...order, mode: "live" };
}

/** The order of the holder’s page. */
export async function orderByToken(db: WriteDb, token: string): Promise<Order | undefined> {
  return orderAt(db, { token, shared: false });
}

/** The order of a payment page. */
export async function orderAt(
  db: WriteDb,
  { token, shared }: PaymentAddress,
): Promise<Order | undefined> {
  const column = shared ? orders.share_token : orders.token;
  const [order] = await db.select().from(orders).where(eq(column, token));
  return order;
}

/** The payment page of an order, for its holder or for somebody else who pays. */
export const paymentAddress = (order: Order, shared: boolean): PaymentAddress => ({
  token: shared ? order.share_token : order.token,
  shared,
});

/** The subject of the order of a token, as a subquery. */
export const subjectOfOrder = (db: WriteDb, token: string) =>
  sql`(${db.select({ id: orders.subject_id }).from(orders).where(eq(orders.token, token))})`;

/** The newest order of a subject. */
export async function orderOfSubject(
  db: WriteDb,
  kind: OrderKind,
  subjectId: string,
): Promise<Order | undefined> {
  const [order] = await db
    .select()
    .from(orders)
    .where(and(eq(orders.kind, kind), eq(orders.subject_id, subjectId)))
    .orderBy(desc(orders.created_at))
    .limit(1);
  return order;
}

/** All orders of a subject, the newest first. */
export function listOrdersOf(
  db: WriteDb,
  kinds: readonly OrderKind[],
  subjectId: string,
): Promise<Order[]> {
  return db
    .select()
    .from(orders)
    .where(and(inArray(orders.kind, [...kinds]), eq(orders.subject_id, subjectId)))
    .orderBy(desc(orders.created_at), desc(orders.id));
}

/**
 * Cancels an order, for its payer or by staff: its place is released, and what was paid is refunded. Without effect when it
 * is closed. `asker`: who requests the refund, if not the staff of the transaction.
 */
export async function cancelOrder(
  db: WriteDb,
  id: string,
  now = currentTime(),
  staffId?: string,
  asker?: RefundRequester,
): Promise<void> {
  const order = await lockOrder(db, id);
  if (order.status !== "held" && order.status !== "confirmed") return;
  await fulfilmentOf(order.kind).release(db, order, staffId);
  await pollSoon(db, [order.id], now);
  await settle(db, await moveOrder(db, order, "cancelled"), now, asker);
}

/**
 * Closes an unpaid order that another one with a new price replaces; its subject stays unchanged.
 * @throws AppError 'conflict' when it was closed, partly paid, or is being paid.
 */
export async function withdrawOrder(db: WriteDb, id: string, now = currentTime()): Promise<void> {
  const order = await lockOrder(db, id);
  if (order.status !== "held")
    throw new AppError("conflict", "cette commande a changé entre-temps");
  if (await isBeingPaid(db, id)) {
    throw new AppError(
      "conflict",
      "un paiement est en cours, attendez qu’il aboutisse ou s’arrête",
    );
  }
  if (amountReceived(await chargesOf(db, id)) > 0) {
    throw new AppError("conflict", "une partie du prix est déjà payée");
  }
  await pollSoon(db, [id], now);
  await settle(db, await moveOrder(db, order, "cancelled"), now);
}

/** Whether an order has a live attempt. */
export async function isBeingPaid(db: WriteDb, orderId: string): Promise<boolean> {
  const live = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.order_id, orderId), inArray(payments.status, LIVE_STATUSES)));
  return live.length > 0;
}

/** Whether its payer declared a transfer that staff have not checked. */
export async function hasOpenClaim(db: WriteDb, orderId: string): Promise<boolean> {
  const { order_id, status } = transferClaims;
  return (await db.$count(transferClaims, and(eq(order_id, orderId), eq(status, "announced")))) > 0;
}

/** Cancels an unpaid order; with `price`, only if its price differs. */
export async function cancelOpenOrder(
  db: WriteDb,
  id: string,
  now = currentTime(),
  price?: Pick<Order, "price_amount" | "price_currency">,
): Promise<void> {
  const order = await lockOrder(db, id);
  const isRight =
    order.price_amount === price?.price_amount && order.price_currency === price?.price_currency;
  if (order.status === "held" && !isRight) await cancelOrder(db, id, now);
}

/**
 * Cancels the open orders of subjects that staff delete, before those are locked. The caller then checks `hasOpenOrder`,
 * since another order may have been opened in between.
 */
export async function cancelOpenOrders(
  db: WriteDb,
  kinds: readonly OrderKind[],
  subjectIds: readonly string[],
  now = currentTime(),
): Promise<void> {
  for (const id of await openOrdersOf(db, kinds, subjectIds)) await cancelOpenOrder(db, id, now);
}

/** Whether one of these subjects has an open order. */
export async function hasOpenOrder(
  db: WriteDb,
  kinds: readonly OrderKind[],
  subjectIds: readonly string[],
): Promise<boolean> {
  return (await openOrdersOf(db, kinds, subjectIds)).length > 0;
}

/** Locks all orders of a subject, before the subject itself, as payments do. */
export async function lockOrdersOf(db: WriteDb, subjectId: string): Promise<void> {
  await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.subject_id, subjectId))
    .orderBy(asc(orders.id))
    .for("update");
}

/** After staff have suspended these subjects: payments under way are polled now, which cancels them. */
export async function cancelAttemptsFor(
  db: WriteDb,
  kinds: readonly OrderKind[],
  subjectIds: readonly string[],
  now = currentTime(),
): Promise<void> {
  await pollSoon(db, await openOrdersOf(db, kinds, subjectIds), now);
}

/** Always in the same order, so that two transactions wait for each other instead of deadlocking. */
async function openOrdersOf(
  db: WriteDb,
  kinds: readonly OrderKind[],
  subjectIds: readonly string[],
): Promise<string[]> {
  if (subjectIds.length === 0) return [];
  const open = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        inArray(orders.kind, [...kinds]),
        inArray(orders.subject_id, [...subjectIds]),
        eq(orders.status, "held"),
      ),
    )
    .orderBy(asc(orders.id));
  return open.map(({ id }) => id);
}

/**
 * Makes the attempts of these orders due now: polling cancels those that may no longer be paid. Attempts locked by another
 * transaction are skipped; they become due anyway.
 */
async function pollSoon(db: WriteDb, orderIds: readonly string[], now: Date): Promise<void> {
  if (orderIds.length === 0) return;
  const idle = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(inArray(payments.order_id, [...orderIds]), inArray(payments.status, IDLE_STATUSES)))
    .for("update", { skipLocked: true });
  await db.update(payments).set({ next_poll_at: now }).where(inArray(payments.id, idle));
}

type OrderTexts = Pick<
  NewOrder,
  "label_fr" | "label_en" | "language" | "payer_name" | "payer_email" | "payer_phone"
>;

/** Corrects the payer and the labels of an order; its amounts stay unchanged. */
export async function correctOrder(db: StaffDb, order: Order, texts: OrderTexts): Promise<void> {
  const same = Object.entries(texts).every(
    ([field, value]) => order[field as keyof Order] === value,
  );
  if (same) return;
  await db.update(orders).set(texts).where(eq(orders.id, order.id));
  await journal(db, { order_id: order.id, body: { corrected: true, by: db.staffId } });
}
