import { sql } from "drizzle-orm";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { AppError } from "../../../app/core/values/errors.ts";
import { startAttempt } from "../../../app/payments/attempts/attempts.system.server.ts";
import {
  giveUpOrder,
  stopPaying,
} from "../../../app/payments/attempts/cancellation.system.server.ts";
import { pollDue } from "../../../app/payments/attempts/polling.system.server.ts";
import { quoteKey } from "../../../app/payments/ledger/conversion.ts";
import {
  approveRefund,
  cancelUnpaid,
  correctCash,
  recordRefund,
  requestRefund,
  takeCash,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { claimTransfer } from "../../../app/payments/offline/offline-payment.system.server.ts";
import {
  confirmClaim,
  refuseClaim,
} from "../../../app/payments/offline/transfer-claims.staff.server.ts";
import { readPaymentAt } from "../../../app/payments/page/payment-view.system.server.ts";
import { expireDue, sendDueRefunds } from "../../../app/payments/payments.jobs.server.ts";
import type { PaymentMethod } from "../../../app/payments/providers/payment-methods.ts";
import { rowsOf } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import { type Ended, endThing, fill } from "../support/seats.ts";

/** Two administrators: what one asks for, the other approves. */
export const STAFF = [
  "00000000-0000-7000-8000-00000000000a",
  "00000000-0000-7000-8000-00000000000b",
];

export type OrderAddress = { id: string; token: string };

/** What people and jobs do to one order, on the side of the product. */
export type Act =
  /** `charge`: what a page said that was opened long ago; the page is opened now, without. */
  | { do: "pay"; key: string; charge?: string; shared: boolean }
  | { do: "page" | "stop" | "give up" | "cancel" | "fill" }
  | { do: "end"; state: Ended }
  | { do: "jobs" }
  | { do: "cash"; by: number; key: string; means: PaymentMethod; share: number }
  | { do: "announce"; number: string }
  | { do: "confirm transfer"; by: number; share: number }
  | { do: "refuse transfer"; by: number }
  | { do: "correct"; by: number }
  | { do: "request refund"; by: number; which: number; share: number }
  | { do: "approve"; by: number }
  | { do: "record"; by: number }
  | { do: "die in notices"; at?: number }
  | { do: "nothing" };

const rows = <Row>(statement: ReturnType<typeof sql>) =>
  asSystem("test", (db) => rowsOf<Row>(db, statement));
const staff = (by: number) => ({ id: STAFF[by] ?? "" });

async function addressOf({ id, token }: OrderAddress, shared: boolean) {
  if (!shared) return { token, shared };
  const [row] = await rows<{ share_token: string }>(
    sql`select share_token from orders where id = ${id}`,
  );
  return { token: row?.share_token ?? token, shared };
}

/** A share of the price of an order, of at least one franc. */
async function shareOf(id: string, share: number) {
  const [row] = await rows<{ price: number; currency: "GNF" | "XOF" }>(
    sql`select price_amount as price, price_currency as currency from orders where id = ${id}`,
  );
  if (!row) throw new Error(`no order ${id}`);
  return { amount: Math.max(1, Math.round(row.price * share)), currency: row.currency };
}

export async function perform(act: Act, order: OrderAddress, now: Date): Promise<void> {
  const { id, token } = order;
  switch (act.do) {
    case "pay": {
      const address = await addressOf(order, act.shared);
      const view = act.charge ? undefined : await readPaymentAt(address, "fr", now);
      const [first] = view?.means ?? [];
      const charge = act.charge ?? (first && quoteKey(first.quote)) ?? "";
      const pressed = { key: act.key, charge, shared: act.shared };
      await startAttempt(address.token, { ...pressed, payerNumber: "+224622123456" }, now);
      return;
    }
    case "page":
      await readPaymentAt({ token, shared: false }, "fr", now);
      return;
    case "stop":
      return stopPaying(token, now);
    case "give up":
      return giveUpOrder(token, now);
    case "cancel":
      return asStaff(staff(0), (db) => cancelUnpaid(db, id, now));
    case "fill":
      return asSystem("test", (db) => fill(db, id));
    case "end":
      return asStaff(staff(0), (db) => endThing(db, id, act.state, now));
    case "jobs":
      await pollDue(() => now);
      await expireDue(() => now);
      return sendDueRefunds(() => now);
    case "cash": {
      const { key, means } = act;
      const { amount } = await shareOf(id, act.share);
      return asStaff(staff(act.by), (db) =>
        takeCash(db, id, { key, means, amount, receipt: null }, now),
      );
    }
    case "announce":
      await claimTransfer(token, { operator: "orange_money", number: act.number }, now);
      return;
    case "confirm transfer":
    case "refuse transfer":
      return decideTransfer(act, id, now);
    default:
      return giveBack(act, id, now);
  }
}

async function decideTransfer(
  act: Extract<Act, { do: "confirm transfer" | "refuse transfer" }>,
  id: string,
  now: Date,
): Promise<void> {
  const [transfer] = await rows<{ id: string }>(
    sql`select id from announced_transfers where order_id = ${id} and status = 'announced'`,
  );
  if (!transfer) return;
  if (act.do === "refuse transfer") {
    return asStaff(staff(act.by), (db) => refuseClaim(db, transfer.id, "Aucun", now));
  }
  const money = await shareOf(id, act.share);
  return asStaff(staff(act.by), (db) => confirmClaim(db, transfer.id, money, now));
}

/** Everything by which money goes back. */
async function giveBack(act: Act, id: string, now: Date): Promise<void> {
  switch (act.do) {
    case "correct": {
      const [charge] = await rows<{ id: string }>(
        sql`select id from ledger_entries where order_id = ${id} and kind = 'charge'
          and provider = 'federation' order by created_at desc limit 1`,
      );
      const correction = { charge_id: charge?.id ?? newId(), reason: "Un zéro de trop" };
      await asStaff(staff(act.by), (db) => correctCash(db, id, correction, now));
      return;
    }
    case "request refund": {
      const charges = await rows<{ id: string; amount: number }>(
        sql`select id, amount from ledger_entries where order_id = ${id} and kind = 'charge'
          order by created_at, id`,
      );
      const charge = charges.at(act.which);
      if (!charge) return;
      const amount = Math.max(1, Math.round(charge.amount * act.share));
      const wish = { order_id: id, charge_id: charge.id, amount, ...STAFF_REFUND };
      await asStaff(staff(act.by), (db) => requestRefund(db, wish));
      return;
    }
    case "approve":
      return each(await refundsOf(id, "requested"), (refund) =>
        asStaff(staff(act.by), (db) => approveRefund(db, refund, now)),
      );
    case "record":
      // What no operator returns by itself.
      return each(await refundsOf(id, "approved", true), (refund) =>
        asStaff(staff(act.by), (db) =>
          recordRefund(db, refund, { operatorReference: `OP${refund}` }, now),
        ),
      );
  }
}

/** One that is refused, as cash is that lies in another till, keeps no other from being done. */
async function each(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  for (const id of ids) {
    await work(id).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
    });
  }
}

async function refundsOf(id: string, status: string, byHand = false): Promise<string[]> {
  const list = await rows<{ id: string }>(
    sql`select id from refunds where order_id = ${id} and status = ${status}
      ${byHand ? sql`and next_try_at is null` : sql``} order by created_at, id`,
  );
  return list.map((row) => row.id);
}
