import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { asSystem } from "../platform/database/doors.server.ts";
import { AppError } from "../platform/errors.ts";
import { log } from "../platform/log.server.ts";
import { advance } from "./attempts.system.server.ts";
import type { MoneyDb } from "./fulfilment.ts";
import type { Order } from "./orders.table.server.ts";
import { payments } from "./payments.table.server.ts";
import { LEASE_MS } from "./payments.ts";
import { providerById, type RefundAnswer } from "./provider.ts";
import { callProvider } from "./provider-call.server.ts";
import { ledgerEntries, type Refund, refunds } from "./refunds.table.server.ts";
import { chargesOf, journal, lockOrder, settle } from "./settlement.system.server.ts";
import type { ChargeLeft } from "./settlement.ts";

const AT_ONCE = 10;
const MINUTE = 60_000;
const LONGEST_WAIT_MS = 60 * MINUTE;

/**
 * Asks for the return of a part of a charge, or of all that is left of it. What was promised already
 * counts: a charge never gives back more than was taken.
 */
export async function requestRefund(
  db: MoneyDb,
  wanted: { order_id: string; charge_id: string; amount: number },
): Promise<string> {
  await lockOrder(db, wanted.order_id);
  const charge = (await chargesOf(db, wanted.order_id)).find(({ id }) => id === wanted.charge_id);
  if (!charge) throw new AppError("not-found", "no such charge");
  if (!(wanted.amount > 0 && wanted.amount <= charge.left)) {
    throw new AppError("conflict", "il reste moins que ce montant à rendre");
  }
  const [made] = await db
    .insert(refunds)
    .values({ ...wanted, currency: charge.currency, source: "staff", reason: "staff" })
    .returning({ id: refunds.id });
  return made?.id ?? "";
}

/** Lets a requested refund go. Sent by a job where the provider can; else made and recorded by hand. */
export async function approveRefund(
  db: MoneyDb,
  id: string,
  staffId: string,
  now: Date,
): Promise<void> {
  const { refund, charge } = await lockRefund(db, id);
  if (refund.status !== "requested") throw changed();
  const byApi = providerById(charge.provider)?.refund !== undefined;
  await db
    .update(refunds)
    .set({ status: "approved", approved_by: staffId, next_try_at: byApi ? now : null })
    .where(eq(refunds.id, id));
}

/** Takes back what staff asked for by mistake: the money may be asked back again. */
export async function withdrawRefund(db: MoneyDb, id: string): Promise<void> {
  const { refund } = await lockRefund(db, id);
  if (refund.status !== "requested" || refund.source !== "staff") throw changed();
  await db.update(refunds).set({ status: "failed" }).where(eq(refunds.id, id));
}

const changed = () => new AppError("conflict", "ce remboursement a changé entre-temps");

/** Records a refund that staff made by hand at the operator. */
export async function recordManualRefund(
  db: MoneyDb,
  id: string,
  made: { staffId: string; operatorReference: string },
  now: Date,
): Promise<void> {
  const { refund, charge, order } = await lockRefund(db, id);
  if (!["requested", "approved", "unknown"].includes(refund.status)) {
    throw changed();
  }
  const record = { operator_reference: made.operatorReference, recorded_by: made.staffId };
  await finish(db, order, refund, charge, record, now);
}

/** Sends approved refunds, and asks again about those whose outcome is not known: with the same key. */
export async function sendDueRefunds(now: () => Date): Promise<void> {
  for (;;) {
    const at = now();
    const claimed = await asSystem("payments.refund", (db) => claim(db, at));
    for (const refund of claimed) await sendOne(refund, at);
    if (claimed.length < AT_ONCE) return;
  }
}

type Sending = { refund: Refund; provider: string; txnId: string };

async function claim(db: MoneyDb, now: Date): Promise<Sending[]> {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.next_try_at, now))
    .limit(AT_ONCE)
    .for("update", { skipLocked: true });
  const taken = await db
    .update(refunds)
    .set({
      status: "sending",
      tries: sql`${refunds.tries} + 1`,
      next_try_at: new Date(now.getTime() + LEASE_MS),
    })
    .where(inArray(refunds.id, due))
    .returning();
  if (taken.length === 0) return [];
  const charges = await db
    .select()
    .from(ledgerEntries)
    .where(
      inArray(
        ledgerEntries.id,
        taken.map((refund) => refund.charge_id),
      ),
    );
  return taken.flatMap((refund) => {
    const charge = charges.find(({ id }) => id === refund.charge_id);
    return charge ? [{ refund, provider: charge.provider, txnId: charge.provider_txn_id }] : [];
  });
}

async function sendOne({ refund, provider, txnId }: Sending, now: Date): Promise<void> {
  const { id: key, amount, currency } = refund;
  const answer = await callProvider<RefundAnswer>(
    "refund",
    async () =>
      (await providerById(provider)?.refund?.({ key, txnId, amount, currency })) ?? {
        state: "unknown",
      },
    { state: "unknown" },
  );
  try {
    await asSystem("payments.refund", (db) => settleRefund(db, key, answer, now));
  } catch (error) {
    log.error({ err: error, refund: key }, "refund not settled");
  }
}

/** Takes in what a provider says of a refund that was sent. */
async function settleRefund(
  db: MoneyDb,
  id: string,
  answer: RefundAnswer,
  now: Date,
): Promise<void> {
  const { refund, charge, order } = await lockRefund(db, id);
  if (refund.status === "done" || refund.status === "failed") return;
  const heard = { provider_ref: answer.providerRef ?? refund.provider_ref };
  if (answer.state === "done") return finish(db, order, refund, charge, heard, now);
  if (answer.state === "failed") {
    await db
      .update(refunds)
      .set({ ...heard, status: "failed", next_try_at: null })
      .where(eq(refunds.id, id));
    // The money is still to be returned: a new request takes its place.
    await settle(db, order, now);
    return;
  }
  const wait = Math.min(2 ** (refund.tries - 1) * MINUTE, LONGEST_WAIT_MS);
  await db
    .update(refunds)
    .set({ ...heard, status: answer.state, next_try_at: new Date(now.getTime() + wait) })
    .where(eq(refunds.id, id));
}

/** The money has gone back: books it, and brings attempt and order to where they stand now. */
async function finish(
  db: MoneyDb,
  order: Order,
  refund: Refund,
  charge: ChargeLeft,
  change: Partial<Refund>,
  now: Date,
): Promise<void> {
  await db
    .update(refunds)
    .set({ ...change, status: "done", done_at: now, next_try_at: null })
    .where(eq(refunds.id, refund.id));
  await db.insert(ledgerEntries).values({
    order_id: order.id,
    payment_id: charge.payment_id,
    kind: "refund",
    provider: charge.provider,
    provider_txn_id: refund.id,
    amount: -refund.amount,
    currency: refund.currency,
    price_amount: -Math.round((charge.price_amount * refund.amount) / charge.amount),
  });
  await journal(db, {
    order_id: order.id,
    payment_id: charge.payment_id,
    body: { refund: refund.id, by: change.recorded_by ?? "provider" },
  });
  const own = (await chargesOf(db, order.id)).filter(
    ({ payment_id }) => payment_id === charge.payment_id,
  );
  const all = own.every(({ returned, amount }) => returned >= amount);
  const [payment] = await db.select().from(payments).where(eq(payments.id, charge.payment_id));
  if (payment) {
    await advance(db, order, payment, all ? "fully_refunded" : "partly_refunded", {}, now);
  }
  await settle(db, order, now);
}

async function lockRefund(
  db: MoneyDb,
  id: string,
): Promise<{ order: Order; refund: Refund; charge: ChargeLeft }> {
  const [found] = await db
    .select({ order_id: refunds.order_id })
    .from(refunds)
    .where(eq(refunds.id, id));
  if (!found) throw new AppError("not-found", "no such refund");
  const order = await lockOrder(db, found.order_id);
  const [refund] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id)));
  const charges = await chargesOf(db, order.id);
  const charge = charges.find(({ id: chargeId }) => chargeId === refund?.charge_id);
  if (!refund || !charge) throw new AppError("not-found", "no such refund");
  return { order, refund, charge };
}
