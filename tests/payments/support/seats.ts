import { sql } from "drizzle-orm";
import type { Transaction } from "../../../app/core/database/engine.server.ts";
import type { Fulfilment, Refusal, WriteDb } from "../../../app/payments/orders/fulfilment.ts";
import {
  cancelAttemptsFor,
  cancelOrder,
} from "../../../app/payments/orders/orders.operations.server.ts";
import type { Order } from "../../../app/payments/payments.table.server.ts";
import { rowsOf } from "../../support/database/test-database.ts";

// What the orders of schedules are for: a thing that staff may end, and a seat that is given once. Both are
// rows, so that a process that dies takes back what it had begun.

/** How staff end what an order is for: a person or a member for good, an event perhaps not. */
export type Ended = "open" | "closed" | "gone";

const REFUSAL: Refusal = {
  reason: "registration.eventCancelled",
  staff: "l’événement est annulé",
};

export async function makeSeats(tx: Transaction): Promise<void> {
  await tx.execute(sql`create table if not exists seats (order_id uuid primary key)`);
  await tx.execute(sql`create table if not exists things
    (subject_id uuid primary key, state text not null default 'open',
      is_full boolean not null default false)`);
  await tx.execute(sql`grant all on seats, things to site_staff, site_system`);
}

type Thing = Pick<Order, "kind" | "subject_id"> & { state: Ended };

async function lockedThing(db: WriteDb, orderId: string): Promise<Thing> {
  await db.execute(sql`insert into things select subject_id from orders where id = ${orderId}
    on conflict do nothing`);
  const [thing] = await rowsOf<Thing>(
    db,
    sql`select kind, state, things.subject_id from things
      join orders on orders.subject_id = things.subject_id
      where orders.id = ${orderId} for update of things`,
  );
  if (!thing) throw new Error(`no order ${orderId}`);
  return thing;
}

/** How staff left what an order is for. */
export const standingOf = async (db: WriteDb, orderId: string): Promise<Ended> =>
  (await lockedThing(db, orderId)).state;

/** Staff end what an order is for, or open it again. For good, its order is cancelled with it. */
export async function endThing(
  db: WriteDb,
  orderId: string,
  state: Ended,
  now: Date,
): Promise<void> {
  if (state === "gone") await cancelOrder(db, orderId, now);
  const { kind, subject_id: id } = await lockedThing(db, orderId);
  await db.execute(sql`update things set state = ${state}
    where subject_id = ${id} and state <> 'gone'`);
  if (state === "closed") await cancelAttemptsFor(db, [kind], [id], now);
}

/** No place is left for an order that holds none. */
export async function fill(db: WriteDb, orderId: string): Promise<void> {
  const { subject_id: id } = await lockedThing(db, orderId);
  await db.execute(sql`update things set is_full = true where subject_id = ${id}`);
}

/** What an order is for, held until the transaction ends for whoever changes money. */
async function thingOf(db: WriteDb, { subject_id: id }: Order, lock: boolean) {
  if (lock) await db.execute(sql`insert into things values (${id}) on conflict do nothing`);
  const [thing] = await rowsOf<{ state: Ended; is_full: boolean }>(
    db,
    sql`select state, is_full from things where subject_id = ${id}
      ${sql.raw(lock ? "for update" : "")}`,
  );
  return thing ?? { state: "open", is_full: false };
}

/** Gives each paid order its seat. */
export const seats: Fulfilment = {
  payable: async (db, order, { lock }) =>
    (await thingOf(db, order, lock)).state === "open" ? "ok" : REFUSAL,
  confirm: async (db, order) => {
    const { state, is_full } = await thingOf(db, order, true);
    if (state !== "open" || (order.status !== "held" && is_full)) return "no-place";
    await db.execute(sql`insert into seats values (${order.id}) on conflict do nothing`);
    return "fulfilled";
  },
  release: async (db, order) => {
    await db.execute(sql`delete from seats where order_id = ${order.id}`);
  },
  discard: async (db, tests) => {
    for (const { id } of tests) await db.execute(sql`delete from seats where order_id = ${id}`);
  },
  listDecisions: async () => [],
  restart: async () => null,
  thanks: (order) => `/thanks/${order.id}`,
};
