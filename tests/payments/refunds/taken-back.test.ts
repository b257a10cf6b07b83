import "../../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setClock } from "../../../app/core/process/clock.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { checkLedger } from "../../../app/office/health/health-checks.system.server.ts";
import {
  approveCorrection,
  correctCash,
  recordRefund,
  requestRefund,
  withdrawCorrection,
} from "../../../app/payments/ledger/money.staff.server.ts";
import { ORDER_LIST } from "../../../app/payments/orders/order-list.ts";
import { cancelOrder } from "../../../app/payments/orders/orders.operations.server.ts";
import { listOrders } from "../../../app/payments/orders/orders.staff.server.ts";
import { readPayment } from "../../../app/payments/page/payment-view.system.server.ts";
import { remindPayers } from "../../../app/payments/payments.jobs.server.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { STAFF_REFUND } from "../../support/staff-refund.ts";
import { as, count, holds, send, tidy, tillOf } from "../support/cash.ts";
import {
  ADMIN,
  closeDay,
  fileOf,
  HOUR,
  newOrder,
  OTHER,
  openDesk,
  PRICE,
  refused,
  take,
} from "../support/desk.ts";

// A booking that is taken back leaves what it paid for given and its price due: everybody is told, and whoever holds
// the cash does not decide that alone once it was counted.

withDatabase((_name, database) => {
  let day = Date.now();
  let order: string;
  beforeAll(openDesk);
  afterAll(closeDay);
  beforeEach(async () => {
    day += 72 * HOUR;
    setClock(() => day);
    ({ order } = await newOrder(undefined, new Date(day)));
    await take(order);
    later();
  });
  /** What happens now is later than what happened before. */
  const later = () => {
    day += 1_000;
  };
  afterEach(async () => {
    await setAlone(false);
    await tidy();
    await as(ADMIN, (db) => cancelOrder(db, order, new Date(day)));
    setClock();
  });

  const setAlone = (alone: boolean) =>
    database().asOwner(sql`update profiles set is_active = ${!alone} where id = ${OTHER}`);
  const correct = async (by = ADMIN, of = order) => {
    const charge_id = (await fileOf(of)).charges[0]?.id ?? "";
    return as(by, (db) => correctCash(db, of, { charge_id, reason: "Jamais reçu" }, new Date(day)));
  };
  const isLookedAt = async () => {
    const query = parseListQuery(ORDER_LIST, new URLSearchParams("status=look"));
    return (await as(ADMIN, (db) => listOrders(db, query))).rows.find(({ id }) => id === order);
  };
  const page = async () => readPayment((await fileOf(order)).order.token, "fr", new Date(day));
  const mails = async () => {
    const { payer_email } = (await fileOf(order)).order;
    const rows = await database().asOwner<{ template: string }>(
      sql`select template from mail_outbox where recipient = ${payer_email} order by created_at, id`,
    );
    return rows.map(({ template }) => template);
  };
  const remind = () => remindPayers(() => new Date(day));
  const corrections = async () => (await fileOf(order)).corrections;
  const waiting = async () => (await corrections()).find(({ status }) => status === "requested");
  const approve = async (by = OTHER, id?: string) => {
    const seen = id ?? (await waiting())?.id ?? "";
    return as(by, (db) => approveCorrection(db, seen, new Date(day)));
  };

  describe("paid, and due again", () => {
    beforeEach(async () => {
      await correct();
    });

    test("is one of those that staff have to look at, and says so in the list", async () => {
      expect((await fileOf(order)).order).toMatchObject({ status: "confirmed", owes: true });
      expect(await isLookedAt()).toMatchObject({ owes: true });
    });

    test("its payer reads that it is due at the federation, and how much", async () => {
      expect(await page()).toMatchObject({
        state: "owing",
        by_hand: true,
        refresh: null,
        owed: { received: 0, due: PRICE },
      });
    });

    test("its payer is written to a day later, once", async () => {
      await remind();
      expect(await mails()).not.toContain("payment-owing");
      day += 25 * HOUR;
      await remind();
      await remind();
      expect((await mails()).filter((one) => one === "payment-owing")).toHaveLength(1);
    });

    test("is red where the health of the site stands, until it is paid", async () => {
      day += 2 * HOUR;
      expect(await checkLedger()).toMatchObject({
        level: "error",
        details: [
          [
            "Payées, et dues de nouveau",
            expect.stringContaining((await fileOf(order)).order.reference),
          ],
        ],
      });
      await take(order);
      day += 2 * HOUR;
      expect((await checkLedger()).level).toBeUndefined();
    });

    test("booked rightly it is paid, and nobody is written to", async () => {
      await take(order);
      expect((await fileOf(order)).order).toMatchObject({ status: "confirmed", owes: false });
      expect(await isLookedAt()).toBeUndefined();
      day += 25 * HOUR;
      await remind();
      expect(await mails()).not.toContain("payment-owing");
      expect((await page())?.state).toBe("paid");
    });

    test("a part of it leaves the rest due", async () => {
      await take(order, { amount: 10_000 });
      expect((await fileOf(order)).order.owes).toBe(true);
      expect((await page())?.owed).toMatchObject({ received: 10_000, due: PRICE - 10_000 });
    });

    test("cancelled, nothing is due", async () => {
      await as(ADMIN, (db) => cancelOrder(db, order, new Date(day)));
      expect((await fileOf(order)).order).toMatchObject({ status: "cancelled", owes: false });
    });
  });

  test("what staff gave back by a decision is not due again", async () => {
    const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
    const wish = { order_id: order, charge_id, amount: 5_000, ...STAFF_REFUND };
    await as(ADMIN, (db) => requestRefund(db, wish));
    expect((await fileOf(order)).order.owes).toBe(false);
  });

  describe.each([
    ["counted", () => count(ADMIN, PRICE)],
    ["counted with less than there should be", () => count(ADMIN, 0, "Il manque tout")],
    ["handed over", () => send(ADMIN, OTHER, PRICE)],
  ])("cash that was %s", (_what, happens) => {
    beforeEach(async () => {
      await happens();
    });

    test("is not taken back by one person: it waits, and everything stays as it is", async () => {
      const before = (await tillOf(ADMIN))?.balance;
      expect(await correct()).toBe("asked");
      expect((await fileOf(order)).ledger).toHaveLength(1);
      expect((await tillOf(ADMIN))?.balance).toEqual(before);
      expect(await waiting()).toMatchObject({ requested_by: ADMIN, reason: "Jamais reçu" });
      expect(await isLookedAt()).toBeDefined();
      await refused(approve(ADMIN), /autre personne/);
      expect((await fileOf(order)).ledger).toHaveLength(1);
    });

    test("is taken back by two, out of the till of whoever asked", async () => {
      const before = (await tillOf(ADMIN))?.balance.XOF ?? 0;
      await correct();
      expect(await approve()).toBeUndefined();
      expect((await fileOf(order)).order).toMatchObject({ status: "confirmed", owes: true });
      await holds(ADMIN, before - PRICE);
      expect(await corrections()).toMatchObject([{ status: "approved", approved_by: OTHER }]);
      const correction = (await fileOf(order)).ledger.find(({ kind }) => kind === "correction");
      expect(correction).toMatchObject({ note: "Jamais reçu", booked_by: ADMIN });
    });
  });

  describe("a correction that waits", () => {
    beforeEach(async () => {
      await count(ADMIN, PRICE);
      await correct();
    });

    test("asked for once more is the same one", async () => {
      expect(await correct(OTHER)).toBe("asked");
      expect(await corrections()).toHaveLength(1);
      // Whoever asked second is still another person.
      await approve(OTHER);
    });

    test("is approved once, whoever presses at once", async () => {
      const id = (await waiting())?.id;
      const both = await Promise.allSettled([approve(OTHER, id), approve(OTHER, id)]);
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect((await fileOf(order)).ledger).toHaveLength(2);
    });

    test("withdrawn it is none, and another one is another one", async () => {
      const id = (await waiting())?.id ?? "";
      await as(ADMIN, (db) => withdrawCorrection(db, id));
      await refused(approve(OTHER, id), /changé/);
      await correct();
      await refused(approve(OTHER, id), /changé/);
      await approve(OTHER);
    });

    const approvedRefund = async (status = "approved") => {
      const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
      const wish = { order_id: order, charge_id, amount: PRICE, ...STAFF_REFUND };
      const refund = await as(ADMIN, (db) => requestRefund(db, wish));
      await database().asOwner(
        sql`update refunds set status = ${status}, approved_by = ${OTHER} where id = ${refund}`,
      );
      return refund;
    };

    test("withdraws a refund that was approved and that nobody has paid out", async () => {
      const refund = await approvedRefund();
      await approve(OTHER);
      const { refunds, ledger, journal } = await fileOf(order);
      expect(refunds.find(({ id }) => id === refund)?.status).toBe("withdrawn");
      expect(ledger.map(({ kind }) => kind)).toEqual(["charge", "correction"]);
      expect(journal.map(({ body }) => body)).toContainEqual(
        expect.objectContaining({ refund, step: "withdrawn", by: ADMIN }),
      );
      const record = as(OTHER, (db) => recordRefund(db, refund, { operatorReference: "R-9" }));
      await expect(record).rejects.toMatchObject({ kind: "not-found" });
    });

    test("is refused once the money goes back", async () => {
      const refund = await approvedRefund("pending");
      await refused(approve(OTHER), /déjà remboursée/);
      await database().asOwner(sql`update refunds set status = 'failed' where id = ${refund}`);
    });

    test("is not approved by an account of today", async () => {
      const today = newId();
      await database().asOwner(sql`insert into profiles (id, name, email, role, created_at)
        values (${today}, 'N', ${`${today}@example.org`}, 'admin', ${new Date(day).toISOString()})`);
      await refused(approve(today), /24 heures/);
      await database().asOwner(sql`update profiles set is_active = false where id = ${today}`);
    });

    test("is approved by whoever answers for money, who need not administer the site", async () => {
      const treasurer = newId();
      await database().asOwner(sql`insert into profiles (id, name, email, role, roles, two_factor_enabled, created_at)
        values (${treasurer}, 'N', ${`${treasurer}@example.org`}, 'user', '{treasurer}', true,
          ${new Date(day - 48 * HOUR).toISOString()})`);
      await setAlone(true);
      await refused(approve(ADMIN), /une autre personne/);
      expect(await approve(treasurer)).toBeUndefined();
      expect((await fileOf(order)).ledger).toHaveLength(2);
      await database().asOwner(sql`update profiles set is_active = false where id = ${treasurer}`);
    });

    test("that waits a day is told to whoever was shut out before", async () => {
      await setAlone(true);
      await database().asOwner(sql`update profiles
        set administered_until = ${new Date(day).toISOString()} where id = ${OTHER}`);
      await approve(ADMIN);
      const told = await database().asOwner<{ id: string }>(
        sql`select p.id from mail_outbox m join profiles p on p.email = m.recipient
            where m.template = 'correction-waits' and m.created_at >= ${new Date(day).toISOString()}`,
      );
      expect(told.map(({ id }) => id)).toEqual(expect.arrayContaining([ADMIN, OTHER]));
    });

    test("waits a day where nobody else administers the site, and every administrator is told", async () => {
      await setAlone(true);
      expect(await approve(ADMIN)).toEqual(new Date(day + 24 * HOUR));
      expect((await fileOf(order)).ledger).toHaveLength(1);
      await refused(approve(ADMIN), /attendez/);
      const told = await database().asOwner(
        sql`select id from mail_outbox where template = 'correction-waits'`,
      );
      expect(told.length).toBeGreaterThan(0);
      day += 25 * HOUR;
      expect(await approve(ADMIN)).toBeUndefined();
      expect((await fileOf(order)).ledger).toHaveLength(2);
    });

    test("keeps what was written of it", async () => {
      const id = (await waiting())?.id ?? "";
      for (const change of [
        sql`update booking_corrections set reason = 'Autre' where id = ${id}`,
        sql`update booking_corrections set requested_by = ${OTHER} where id = ${id}`,
        sql`delete from booking_corrections where id = ${id}`,
      ]) {
        await expect(database().asOwner(change)).rejects.toThrow();
      }
    });
  });

  test("what was counted before it came is taken back at once", async () => {
    const { order: next } = await newOrder(undefined, new Date(day));
    await count(ADMIN, PRICE);
    later();
    await take(next);
    expect(await correct(ADMIN, next)).toBe("corrected");
    expect(await correct(ADMIN, order)).toBe("asked");
  });

  test("a transfer lies in no till: it is taken back at once", async () => {
    const { order: next } = await newOrder(undefined, new Date(day));
    later();
    await take(next, { means: "orange_money", receipt: `TX${newId().slice(-9)}` });
    await count(ADMIN, PRICE);
    expect(await correct(ADMIN, next)).toBe("corrected");
  });
});
