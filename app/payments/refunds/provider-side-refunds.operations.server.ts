import { and, desc, eq, gte, inArray, isNull } from "drizzle-orm";
import { log } from "../../core/log/log.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { chargesOf, lockOrder } from "../ledger/settlement.operations.server.ts";
import type { RemainingCharge } from "../ledger/settlement.ts";
import type { WriteDb } from "../orders/fulfilment.ts";
import { type Payment, type Refund, refunds } from "../payments.table.server.ts";
import type { Charge, ReturnedMoney } from "../providers/provider.ts";
import { finishRefund } from "./refunds.operations.server.ts";
import { isVoid } from "./refunds.ts";

/** Books what the provider refunded of an attempt, whose order is locked, without our request. */
export async function bookProviderSideRefunds(
  db: WriteDb,
  payment: Payment,
  charges: readonly Charge[],
  now: Date,
): Promise<void> {
  for (const { txnId, returned = [], reversed } of charges) {
    if (reversed) continue;
    for (const money of await findUnbookedReturns(db, payment, txnId, returned)) {
      await bookReturnedMoney(db, payment, txnId, money, now);
    }
  }
}

/**
 * Books everything that is left of an attempt, whose order is locked, as refunded by the provider.
 * @throws AppError 'conflict' while a refund of ours may be under way.
 */
export async function bookMoneyGone(db: WriteDb, payment: Payment, now: Date): Promise<void> {
  const charges = await chargesOf(db, payment.order_id);
  for (const charge of charges.filter(({ payment_id }) => payment_id === payment.id)) {
    const { provider_txn_id: txnId, amount, returned, currency } = charge;
    if (amount <= returned) continue;
    const money = { id: txnId, amount: amount - returned, currency };
    if (await bookReturnedMoney(db, payment, txnId, money, now)) continue;
    throw new AppError(
      "conflict",
      "un remboursement de ce paiement est en cours chez l’opérateur, attendez-en la fin",
    );
  }
}

export const countProviderSideRefunds = (db: WriteDb, since: Date): Promise<number> =>
  db.$count(refunds, and(eq(refunds.source, "external"), gte(refunds.created_at, since)));

async function chargeOf(
  db: WriteDb,
  payment: Payment,
  txnId: string,
): Promise<RemainingCharge | undefined> {
  const charges = await chargesOf(db, payment.order_id);
  return charges.find((one) => one.payment_id === payment.id && one.provider_txn_id === txnId);
}

async function findUnbookedReturns(
  db: WriteDb,
  payment: Payment,
  txnId: string,
  returned: readonly ReturnedMoney[],
): Promise<ReturnedMoney[]> {
  if (returned.length === 0) return [];
  const charge = await chargeOf(db, payment, txnId);
  if (!charge || charge.isChargedBack) return [];
  const booked = await db.select().from(refunds).where(eq(refunds.charge_id, charge.id));
  return findProviderSideRefunds(returned, booked).filter(
    ({ currency }) => currency === charge.currency,
  );
}

async function bookReturnedMoney(
  db: WriteDb,
  payment: Payment,
  txnId: string,
  { id: provider_ref, amount, currency }: ReturnedMoney,
  now: Date,
): Promise<boolean> {
  const before = await chargeOf(db, payment, txnId);
  const replaced = before && (await withdrawWaitingRefunds(db, before, amount));
  if (!before || !replaced) {
    // A refund of ours is under way: if it fails, a later poll comes here again.
    log.warn({ payment: payment.id }, "provider returned more than is left of a charge");
    return false;
  }
  // What staff wanted to become of the place stays decided.
  const keeps_place = replaced.find((one) => one.keeps_place !== null)?.keeps_place ?? null;
  const of = { charge_id: before.id, order_id: payment.order_id, amount, currency, keeps_place };
  const [refund] = await db
    .insert(refunds)
    .values({ ...of, id: newId(), status: "approved", source: "external", reason: "staff" })
    .returning();
  const order = await lockOrder(db, payment.order_id);
  const after = await chargeOf(db, payment, txnId);
  if (!refund || !after) throw new Error("no row came back");
  await finishRefund(db, order, refund, after, ["approved"], { provider_ref }, now);
  return true;
}

type WaitingRefund = Pick<Refund, "id" | "amount" | "keeps_place">;

/**
 * Withdraws unsent refunds until the amount fits, and returns them; settlement requests again what is still to be refunded.
 * Undefined where it does not fit.
 */
async function withdrawWaitingRefunds(
  db: WriteDb,
  charge: RemainingCharge,
  amount: number,
): Promise<WaitingRefund[] | undefined> {
  let { left } = charge;
  if (left >= amount) return [];
  const { id, amount: ofRefund, keeps_place } = refunds;
  const waiting = await db
    .select({ id, amount: ofRefund, keeps_place })
    .from(refunds)
    .where(
      and(
        eq(refunds.charge_id, charge.id),
        inArray(refunds.status, ["requested", "approved"]),
        isNull(refunds.sent_at),
      ),
    )
    .orderBy(desc(refunds.created_at), desc(refunds.id));
  const same = waiting.filter((one) => one.amount === amount);
  const others = waiting.filter((one) => one.amount !== amount);
  const givenUp: WaitingRefund[] = [];
  for (const one of [...same, ...others]) {
    if (left >= amount) break;
    left += one.amount;
    givenUp.push(one);
  }
  if (left < amount) return undefined;
  await db
    .update(refunds)
    .set({ status: "withdrawn", next_try_at: null })
    .where(
      inArray(
        refunds.id,
        givenUp.map((one) => one.id),
      ),
    );
  return givenUp;
}

type BookedRefund = Pick<
  Refund,
  "id" | "amount" | "status" | "provider_ref" | "operator_reference" | "recorded_by" | "sent_at"
>;

/** What the provider refunded of a charge without any refund of ours: somebody did it on the provider's screens. */
export function findProviderSideRefunds(
  returned: readonly ReturnedMoney[],
  booked: readonly BookedRefund[],
): ReturnedMoney[] {
  const isNamed = (refund: BookedRefund, { id, key }: ReturnedMoney) =>
    [refund.provider_ref, refund.operator_reference].includes(id) || refund.id === key;
  const unbooked = returned.filter((money) => !booked.some((refund) => isNamed(refund, money)));
  // What staff refunded there and recorded, under whichever number they found.
  const byHand = booked.filter(
    (refund) => refund.recorded_by && !returned.some((money) => isNamed(refund, money)),
  );
  const unrecorded = unbooked.filter(({ amount }) => {
    const index = byHand.findIndex((refund) => refund.amount === amount);
    if (index >= 0) byHand.splice(index, 1);
    return index < 0;
  });
  // One without a key may be a refund of ours that was sent and has no id yet.
  const isOpen = ({ status }: BookedRefund) => status !== "done" && !isVoid(status);
  const mayBeOurs = booked.some((one) => one.sent_at && !one.provider_ref && isOpen(one));
  return unrecorded.filter(({ key }) => key !== undefined || !mayBeOurs);
}
