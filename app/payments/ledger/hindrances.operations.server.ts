import type { Payment } from "../attempts/payments.table.server.ts";
import { isLive } from "../attempts/payments.ts";
import { fulfilmentOf, type Refusal, type WriteDb } from "../orders/fulfilment.ts";
import type { Order } from "../orders/orders.table.server.ts";
import { chargesOf } from "./settlement.operations.server.ts";
import { amountDue } from "./settlement.ts";

/** Why a locked order, or an attempt to pay it, is not to be paid online. */

/** A part of the price came by hand since it was begun. What is being taken already is no more to be stopped. */
export const isTooMuch = ({ status, price_amount }: Payment, due: number): boolean =>
  isLive(status) && status !== "processing" && price_amount > due;

/** Whether an attempt, whose order is locked, asks for more than is still due. */
export const asksTooMuch = async (db: WriteDb, order: Order, payment: Payment): Promise<boolean> =>
  isTooMuch(payment, amountDue(order, await chargesOf(db, order.id)));

/** The order is paid, expired or cancelled; or what it is for was ended since. */
export type Blocker = { kind: "closed" } | { kind: "refused"; refusal: Refusal };

/** Why an attempt is not to be paid now. */
export const findHindrance = async (
  db: WriteDb,
  order: Order,
  payment: Payment,
  now: Date,
): Promise<Blocker | { kind: "changed" } | undefined> =>
  (await findBlocker(db, order, now)) ??
  ((await asksTooMuch(db, order, payment)) ? { kind: "changed" } : undefined);

/** Why a locked order cannot be paid online now, if it cannot. */
export async function findBlocker(
  db: WriteDb,
  order: Order,
  now: Date,
): Promise<Blocker | undefined> {
  if (order.status !== "held") return { kind: "closed" };
  const check = { channel: "online", now, lock: true } as const;
  const answer = await fulfilmentOf(order.kind).payable(db, order, check);
  return answer === "ok" ? undefined : { kind: "refused", refusal: answer };
}
