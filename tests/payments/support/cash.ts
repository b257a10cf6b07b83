import { expect } from "vitest";
import { asStaff, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import type { PriceCurrency } from "../../../app/i18n/format.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
} from "../../../app/payments/ledger/money.staff.server.ts";
import {
  closeTill,
  countTill,
  findOpenTill,
  handOver,
} from "../../../app/payments/tills/tills.staff.server.ts";
import { type Cash, NO_CASH } from "../../../app/payments/tills/tills.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import { ADMIN, fileOf, newOrder, OTHER, take } from "./desk.ts";

// The tills of the two administrators of the desk.

export const as = <T>(id: string, work: (db: StaffDb) => Promise<T>) => asStaff({ id }, work);
export const tillOf = (id: string) => as(id, (db) => findOpenTill(db, id));
export const xof = (amount: number): Cash => ({ ...NO_CASH, XOF: amount });

export async function holds(id: string, amount: number) {
  expect((await tillOf(id))?.balance).toEqual(xof(amount));
}

export const send = (
  from: string,
  receiver: string | null,
  amount: number,
  { id = newId(), currency = "XOF" as PriceCurrency } = {},
) =>
  as(from, async (db) =>
    handOver(db, (await findOpenTill(db, from))?.till.id ?? newId(), {
      id,
      receiver,
      currency,
      amount,
    }),
  );

export async function count(id: string, amount: number, reason: string | null = null) {
  const file = await tillOf(id);
  const counted = { ...file?.balance, XOF: amount } as Cash;
  const seen = file?.balance ?? NO_CASH;
  await as(id, (db) => countTill(db, file?.till.id ?? "", { counted, seen, reason }));
}

export const close = (id: string) =>
  as(id, async (db) => closeTill(db, (await findOpenTill(db, id))?.till.id ?? newId()));

/** Somebody's order that was paid in cash. */
export async function paidOrder(staff = ADMIN) {
  const { order } = await newOrder();
  await take(order, {}, staff);
  return order;
}

/** A refund that only has to be handed out. */
export async function approvedRefund(order: string, amount: number) {
  const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
  const refund = await as(ADMIN, (db) =>
    requestRefund(db, { order_id: order, charge_id, amount, ...STAFF_REFUND }),
  );
  await as(ADMIN, (db) => approveRefund(db, refund));
  return refund;
}

export const giveBack = (staff: string, refund: string) =>
  as(staff, (db) => recordRefund(db, refund, { operatorReference: null }));

/** Empties and closes what a test left open. */
export async function tidy(): Promise<void> {
  for (const id of [ADMIN, OTHER]) {
    const file = await tillOf(id);
    if (!file) continue;
    await as(id, (db) =>
      countTill(db, file.till.id, { counted: NO_CASH, seen: file.balance, reason: "Fin" }),
    );
    await close(id);
  }
}
