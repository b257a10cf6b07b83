import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { listTotals } from "../../app/payments/ledger/ledger.staff.server.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
  takeCash,
} from "../../app/payments/ledger/money.staff.server.ts";
import { findOrder, orderView } from "../../app/payments/orders/orders.staff.server.ts";
import { insertRow } from "../database/tables.ts";
import { join, makeEvent, orderOf, PAID } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { STAFF_REFUND } from "../support/staff-refund.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  /** Somebody pays in cash; staff may give a part back. */
  const paid = async (n: string) => {
    const event = await makeEvent(1);
    await join(event, n, PAID);
    const order = await orderOf(event);
    await asAdmin((db) => takeCash(db, order, { key: newId(), receipt: null }));
    return order;
  };
  const fileOf = async (order: string) => {
    const file = await asAdmin((db) => findOrder(db, order));
    if (!file) throw new Error("no such order");
    return file;
  };
  const approved = async (order: string, amount: number) => {
    const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
    const id = await asAdmin((db) =>
      requestRefund(db, { order_id: order, charge_id, amount, ...STAFF_REFUND }),
    );
    await asAdmin((db) => approveRefund(db, id));
    return id;
  };

  test("cash goes back without an operator's reference, under a number that people can read", async () => {
    const order = await paid("g1");
    const id = await approved(order, 1_000);
    await asAdmin((db) => recordRefund(db, id, { operatorReference: null }));
    const { ledger, refunds } = orderView(await fileOf(order));
    expect(refunds[0]?.operator_reference).toMatch(/^P-/);
    expect(ledger.map(({ reference }) => reference)).toContain(refunds[0]?.operator_reference);
    expect(JSON.stringify(ledger.map(({ reference }) => reference))).not.toContain(id);
  });

  test("money that an operator took goes back only with the operator's word", async () => {
    const order = await paid("g2");
    const id = await approved(order, 1_000);
    await database().asOwner(sql`alter table ledger_entries disable trigger user`);
    await database().asOwner(
      sql`update ledger_entries set provider = 'other' where order_id = ${order}`,
    );
    await database().asOwner(sql`alter table ledger_entries enable trigger user`);
    const record = (operatorReference: string | null) =>
      asAdmin((db) => recordRefund(db, id, { operatorReference }));
    await expect(record(null)).rejects.toMatchObject({ kind: "conflict" });
    await record("OM-9");
    expect(orderView(await fileOf(order)).ledger.at(-1)?.reference).toBe("OM-9");
  });

  test("the money of a period adds up by month and by means", async () => {
    const day = new Date().toISOString().slice(0, 10);
    const before = await asAdmin((db) => listTotals(db, {}));
    const cashOf = (totals: typeof before) =>
      totals.find((total) => total.provider === "federation" && total.month === day.slice(0, 7));
    const order = await paid("g3");
    const id = await approved(order, 2_000);
    await asAdmin((db) => recordRefund(db, id, { operatorReference: null }));
    const [was, is] = [cashOf(before), cashOf(await asAdmin((db) => listTotals(db, {})))];
    expect([
      (is?.received ?? 0) - (was?.received ?? 0),
      (is?.returned ?? 0) - (was?.returned ?? 0),
      (is?.movements ?? 0) - (was?.movements ?? 0),
    ]).toEqual([25_000, 2_000, 2]);
    const totals = (from: string, to: string) => asAdmin((db) => listTotals(db, { from, to }));
    expect(cashOf(await totals(day, day))).toEqual(is);
    expect(await totals("2020-01-01", "2020-12-31")).toEqual([]);
  });
});
