import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { readLedger } from "../../app/payments/ledger/ledger-export.staff.server.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
  takeCash,
  withdrawRefund,
} from "../../app/payments/ledger/money.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/orders/order-list.ts";
import {
  countMoney,
  findOrder,
  listOrders,
  listPaidEvents,
  readIsToReturn,
} from "../../app/payments/orders/orders.staff.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { insertRow } from "../database/tables.ts";
import { join, makeEvent, orderOf, PAID, statusesOf } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { STAFF_REFUND } from "../support/staff-refund.ts";

const ADMIN = newId();
const OTHER = newId();
const PRICE = 25_000;
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const cash = (receipt: string | null = null) => ({ key: newId(), receipt });
const list = (address: string) =>
  asAdmin((db) => listOrders(db, parseListQuery(ORDER_LIST, new URLSearchParams(address))));
const counted = (address = "") =>
  asAdmin((db) => countMoney(db, parseListQuery(ORDER_LIST, new URLSearchParams(address))));

withDatabase((_engine, database) => {
  let people = 0;
  /** Somebody's order for a place, held. */
  const newOrder = async (event?: string) => {
    const at = event ?? (await makeEvent(1));
    people += 1;
    await join(at, people, PAID);
    return { event: at, order: await orderOf(at) };
  };
  const paidOrder = async () => {
    const { event, order } = await newOrder();
    await asAdmin((db) => takeCash(db, order, cash()));
    return { event, order, charge: (await fileOf(order)).charges[0]?.id ?? "" };
  };
  const fileOf = async (order: string) => {
    const file = await asAdmin((db) => findOrder(db, order));
    if (!file) throw new Error("no such order");
    return file;
  };
  const refused = (work: (db: StaffDb) => Promise<unknown>, message = /./) =>
    expect(asAdmin(work)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(message),
    });

  beforeAll(() =>
    asSystem("test", async (db) => {
      // Those of today do not decide together.
      const long = { role: "admin", created_at: "2026-01-01" };
      await insertRow(db, "profiles", { id: ADMIN, ...long, name: "Mariama Bah" });
      await insertRow(db, "profiles", { id: OTHER, ...long, name: "Ibrahima Sow" });
    }),
  );

  describe("money taken at the desk", () => {
    test("gives what was bought, as a payment online does", async () => {
      const { event, order } = await newOrder();
      await asAdmin((db) => takeCash(db, order, cash("Reçu 12")));
      const file = await fileOf(order);
      expect(file.order).toMatchObject({ status: "confirmed", fulfilled_at: expect.any(Date) });
      expect(file.attempts).toMatchObject([{ provider: "federation", status: "succeeded" }]);
      expect(file.ledger).toMatchObject([
        { kind: "charge", provider_txn_id: "Reçu 12", amount: PRICE, price_amount: PRICE },
      ]);
      expect(file.journal.map(({ body }) => body)).toContainEqual({
        receipt: "Reçu 12",
        by: ADMIN,
      });
      expect(file.names).toEqual({ [ADMIN]: "Mariama Bah" });
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("counts once when its button is pressed twice", async () => {
      const { order } = await newOrder();
      const pressed = cash();
      await asAdmin((db) => takeCash(db, order, pressed));
      await asAdmin((db) => takeCash(db, order, pressed));
      expect((await fileOf(order)).ledger).toHaveLength(1);
      await refused((db) => takeCash(db, order, cash()), /n’attend plus/);
    });

    test("with a receipt that is known is refused, and the order waits on", async () => {
      const [first, second] = [await newOrder(), await newOrder()];
      await asAdmin((db) => takeCash(db, first.order, cash("Reçu 13")));
      await refused((db) => takeCash(db, second.order, cash("Reçu 13")), /Reçu 13 est déjà/);
      const { order, attempts, ledger } = await fileOf(second.order);
      expect([order.status, attempts, ledger]).toEqual(["held", [], []]);
    });
  });

  describe("a refund", () => {
    test("never returns more than was taken, whatever was asked before", async () => {
      const { order, charge } = await paidOrder();
      const ask = (amount: number) => (db: StaffDb) =>
        requestRefund(db, { order_id: order, charge_id: charge, amount, ...STAFF_REFUND });
      const id = await asAdmin(ask(20_000));
      await refused(ask(5_001), /il reste moins/);
      await refused(ask(0));
      await refused(ask(-1));
      await asAdmin(ask(5_000));
      await refused(ask(1));
      await asAdmin((db) => withdrawRefund(db, id));
      await refused((db) => approveRefund(db, id), /entre-temps/);
      await asAdmin(ask(20_000));
    });

    test("of two asked for at once, one finds the money", async () => {
      const { order, charge } = await paidOrder();
      const expected = { order_id: order, charge_id: charge, amount: 15_000, ...STAFF_REFUND };
      const both = [1, 2].map(() => asAdmin((db) => requestRefund(db, expected)));
      const ends = (await Promise.allSettled(both)).map(({ status }) => status);
      expect(ends.sort()).toEqual(["fulfilled", "rejected"]);
    });

    test("is approved, made by hand, recorded: then the place is free again", async () => {
      const { event, order, charge } = await paidOrder();
      const id = await asAdmin((db) =>
        requestRefund(db, { order_id: order, charge_id: charge, amount: PRICE, ...STAFF_REFUND }),
      );
      await asAdmin((db) => approveRefund(db, id));
      expect((await fileOf(order)).refunds).toMatchObject([
        // Nobody sends it: what staff took, staff return.
        { status: "approved", approved_by: ADMIN, next_try_at: null },
      ]);
      await refused((db) => withdrawRefund(db, id));
      await asAdmin((db) => recordRefund(db, id, { operatorReference: "OM-77" }));
      const file = await fileOf(order);
      expect(file.order.status).toBe("refunded");
      expect(file.attempts).toMatchObject([{ status: "refunded" }]);
      expect(file.refunds).toMatchObject([
        {
          status: "done",
          operator_reference: "OM-77",
          decision: null,
          requested_by: ADMIN,
          approved_by: ADMIN,
          recorded_by: ADMIN,
        },
      ]);
      expect(file.names).toEqual({ [ADMIN]: "Mariama Bah" });
      const steps = file.journal.map(({ body }) => body).filter(({ refund }) => refund === id);
      expect(steps).toEqual(
        ["requested", "approved", "done"].map((step) => ({ refund: id, step, by: ADMIN })),
      );
      const log = await database().asOwner(sql`select action, staff_name from audit_log
        where entity_id = ${id} order by created_at, id`);
      expect(log).toEqual(
        ["request", "approve", "record"].map((verb) => ({
          action: `refunds.${verb}`,
          staff_name: "Mariama Bah",
        })),
      );
      expect(file.ledger.map(({ kind, amount }) => [kind, amount])).toEqual([
        ["charge", PRICE],
        ["refund", -PRICE],
      ]);
      expect(await statusesOf(event)).toEqual(["cancelled"]);
      await refused((db) => recordRefund(db, id, { operatorReference: "OM-78" }), /entre-temps/);
    });

    test("is not recorded before somebody approved it", async () => {
      const { order, charge } = await paidOrder();
      const wish = { order_id: order, charge_id: charge, amount: PRICE, ...STAFF_REFUND };
      const id = await asAdmin((db) => requestRefund(db, wish));
      const record = (db: StaffDb) => recordRefund(db, id, { operatorReference: "OM-79" });
      await refused(record, /approuvez d’abord/);
      expect((await fileOf(order)).ledger).toHaveLength(1);
    });

    test("asked for twice by one form is one, with one entry in the log", async () => {
      const { order, charge } = await paidOrder();
      const wish = {
        id: newId(),
        order_id: order,
        charge_id: charge,
        amount: 5_000,
        ...STAFF_REFUND,
      };
      await asAdmin((db) => requestRefund(db, wish));
      await asAdmin((db) => requestRefund(db, wish));
      expect((await fileOf(order)).refunds).toHaveLength(1);
      const log = sql`select 1 from audit_log where entity_id = ${wish.id}`;
      expect(await database().asOwner(log)).toHaveLength(1);
    });

    test("that the product asked for is not dropped", async () => {
      const { order, charge } = await paidOrder();
      const id = await asSystem("test", (db) =>
        insertRow(db, "refunds", { order_id: order, charge_id: charge, currency: "XOF" }),
      );
      await refused((db) => withdrawRefund(db, id), /entre-temps/);
    });
  });

  describe("the list", () => {
    test("finds an order by its payer and by every reference there is", async () => {
      const { event, order } = await newOrder();
      await asAdmin((db) => takeCash(db, order, cash("Carnet B 7")));
      const { attempts, order: row } = await fileOf(order);
      const [{ reference } = { reference: "" }] = await database().asOwner<{ reference: string }>(
        sql`select reference from event_registrations where event_id = ${event}`,
      );
      await asSystem("test", (db) =>
        db.execute(
          sql`update payments set provider_ids = '{"order": "PAYID-9"}' where order_id = ${order}`,
        ),
      );
      const ours = attempts[0]?.merchant_ref ?? "";
      for (const q of [row.payer_email, ours.toLowerCase(), "PAYID-9", "Carnet B 7", reference]) {
        const { rows } = await list(`q=${encodeURIComponent(q)}`);
        expect(rows, q).toMatchObject([{ id: order, mismatch: false, to_return: false }]);
      }
      expect((await list(`q=${ours}&status=held`)).rows).toEqual([]);
      expect((await list("q=PAYID")).rows).toEqual([]);
    });

    test("shows what staff have to look at, and counts it", async () => {
      const before = await counted();
      const { order, charge } = await paidOrder();
      await newOrder();
      await asAdmin((db) =>
        requestRefund(db, { order_id: order, charge_id: charge, amount: 5_000, ...STAFF_REFUND }),
      );
      const odd = await newOrder();
      await asSystem("test", (db) =>
        insertRow(db, "payments", { order_id: odd.order, status: "review" }),
      );
      const looked = await list("status=look&kind=registration");
      expect(looked.rows).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ id: order, mismatch: false, to_return: true }),
          expect.objectContaining({ id: odd.order, mismatch: true, to_return: false }),
        ]),
      );
      expect(await asAdmin((db) => readIsToReturn(db, order))).toBe(true);
      expect(await asAdmin((db) => readIsToReturn(db, odd.order))).toBe(false);
      expect((await list("status=look&kind=membership")).rows).toEqual([]);
      const after = await counted();
      expect(after.look - before.look).toBe(2);
      expect(looked.count).toBe(after.look);
      expect(after.waiting.count - before.waiting.count).toBe(2);
      const claimed = (counts: typeof after) =>
        counts.received.find(({ currency }) => currency === "XOF")?.amount ?? 0;
      expect(claimed(after) - claimed(before)).toBe(PRICE);
    });

    test("sums up the orders that the list shows: of an event, its own money", async () => {
      const { event, order, charge } = await paidOrder();
      await paidOrder();
      const wish = { order_id: order, charge_id: charge, amount: 5_000, ...STAFF_REFUND };
      const id = await asAdmin((db) => requestRefund(db, wish));
      await asStaff({ id: OTHER }, (db) => approveRefund(db, id));
      expect(await counted(`event=${event}`)).toMatchObject({
        received: [{ currency: "XOF", amount: PRICE }],
        returned: [],
        look: 1,
      });
      await asAdmin((db) => recordRefund(db, id, { operatorReference: newId() }));
      expect(await counted(`event=${event}`)).toMatchObject({
        received: [{ currency: "XOF", amount: PRICE }],
        returned: [{ currency: "XOF", amount: 5_000 }],
        look: 0,
      });
    });

    test("and the ledger of the same orders go into a file", async () => {
      const { order, charge } = await paidOrder();
      const id = await asAdmin((db) =>
        requestRefund(db, { order_id: order, charge_id: charge, amount: 5_000, ...STAFF_REFUND }),
      );
      // With all that the same account gave back before, another approves.
      await asStaff({ id: OTHER }, (db) => approveRefund(db, id));
      await asAdmin((db) => recordRefund(db, id, { operatorReference: "OM-80" }));
      const { order: row } = await fileOf(order);
      const search = `q=${encodeURIComponent(row.payer_email)}&kind=registration`;
      const query = parseListQuery(ORDER_LIST, new URLSearchParams(search));
      const first = await asAdmin((db) => readLedger(db, query, undefined, 1));
      const second = await asAdmin((db) => readLedger(db, query, first.next, 1));
      const last = await asAdmin((db) => readLedger(db, query, second.next, 1));
      expect([...first.rows, ...second.rows, ...last.rows]).toMatchObject([
        {
          movement: "Remboursement",
          amount: -5_000,
          payer_email: row.payer_email,
          label: row.label_fr,
        },
        { movement: "Encaissement", amount: PRICE },
      ]);
    });

    test("is narrowed to one event, which is among those that somebody paid for", async () => {
      const { order, event } = await paidOrder();
      await newOrder();
      expect((await list(`event=${event}`)).rows.map(({ id }) => id)).toEqual([order]);
      expect((await list(`event=${event}x`)).rows.length).toBeGreaterThan(1);
      const choices = await asAdmin((db) => listPaidEvents(db));
      expect(choices.map(({ id }) => id)).toContain(event);
    });

    test("is narrowed to the days on which orders were made, the last of them whole", async () => {
      const { order } = await newOrder();
      await database().asOwner(
        sql`update orders set created_at = '2026-03-12T23:59:59Z' where id = ${order}`,
      );
      const listed = async (search: string) =>
        (await list(search)).rows.some(({ id }) => id === order);
      expect(await listed("from=2026-03-12&to=2026-03-12")).toBe(true);
      expect(await listed("to=2026-03-11")).toBe(false);
      expect(await listed("from=2026-03-13")).toBe(false);
      expect(await listed("from=2026-02-30")).toBe(true);
    });

    test("without a receipt, the journal names none", async () => {
      const { order } = await paidOrder();
      const { journal } = await fileOf(order);
      expect(journal.map(({ body }) => body)).toContainEqual({ receipt: null, by: ADMIN });
    });

    test("an order that is not there has no file", async () => {
      expect(await asAdmin((db) => findOrder(db, newId()))).toBeUndefined();
    });
  });
});
