import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  approveRefund,
  cancelUnpaid,
  correctCash,
  recordRefund,
  requestRefund,
} from "../../app/payments/ledger/money.staff.server.ts";
import { cancelOrder } from "../../app/payments/orders/orders.operations.server.ts";
import { readPayment } from "../../app/payments/page/payment-view.system.server.ts";
import { expireDue } from "../../app/payments/payments.jobs.server.ts";
import { listCashReturns } from "../../app/payments/refunds/payouts.staff.server.ts";
import { registrationOffice } from "../../app/registrations/tickets/ticket-office.operations.server.ts";
import { mailsTo, makeEvent, statusesOf } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { STAFF_REFUND } from "../support/staff-refund.ts";
import {
  ADMIN,
  asAdmin,
  closeDay,
  fileOf,
  HOUR,
  laterThanHold,
  newOrder,
  OTHER,
  openDesk,
  PRICE,
  refused,
  take,
} from "./support/desk.ts";

withDatabase((_engine, database) => {
  beforeAll(openDesk);
  afterEach(closeDay);

  describe("what was received", () => {
    test("leaves the rest due until it reaches the price, by different means and people", async () => {
      const { order, event, email } = await newOrder();
      await take(order, { amount: 10_000 });
      expect(await fileOf(order)).toMatchObject({ order: { status: "held" }, due: 15_000 });
      expect(await mailsTo(email)).toContain("part-received");
      const { token } = (await fileOf(order)).order;
      expect(await readPayment(token, "fr")).toMatchObject({
        owed: { received: 10_000, due: 15_000 },
      });
      await take(order, { amount: 15_000, means: "mtn_momo", receipt: "99 88-77 66" }, OTHER);
      const file = await fileOf(order);
      expect(file).toMatchObject({ order: { status: "confirmed" }, due: 0, refunds: [] });
      expect(file.ledger).toMatchObject([
        { means: "cash", amount: 10_000, booked_by: ADMIN },
        { means: "mtn_momo", amount: 15_000, booked_by: OTHER, provider_txn_id: "99887766" },
      ]);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("above the price is to be returned", async () => {
      const { order } = await newOrder();
      await take(order, { amount: 10_000 });
      await take(order, { amount: 20_000 });
      expect(await fileOf(order)).toMatchObject({
        order: { status: "confirmed" },
        refunds: [{ amount: 5_000, reason: "surplus", status: "requested" }],
      });
    });

    test("above what the screen showed as due is booked only on a word, and handed back in cash", async () => {
      const { order } = await newOrder();
      const slip = { amount: PRICE * 2, seen_due: PRICE };
      await expect(take(order, slip)).rejects.toMatchObject({
        field: "amount",
        message: expect.stringMatching(/cochez que vous les avez vraiment reçus/),
      });
      expect((await fileOf(order)).ledger).toEqual([]);
      await take(order, { ...slip, surplus: true });
      const [refund] = (await fileOf(order)).refunds;
      const waiting = () => asAdmin((db) => listCashReturns(db));
      expect((await waiting()).map(({ order_id }) => order_id)).not.toContain(order);
      await asStaff({ id: OTHER }, (db) => approveRefund(db, refund?.id ?? ""));
      expect(await waiting()).toContainEqual(
        expect.objectContaining({ order_id: order, amount: PRICE }),
      );
    });

    test("goes back when the order is cancelled, and when the rest does not come", async () => {
      const [cancelled, expired] = [await newOrder(), await newOrder()];
      await take(cancelled.order, { amount: 12_500 });
      await asAdmin((db) => cancelUnpaid(db, cancelled.order));
      expect((await fileOf(cancelled.order)).refunds).toMatchObject([
        { amount: 12_500, reason: "cancelled" },
      ]);
      await take(expired.order, { amount: 12_500 });
      await laterThanHold(expired.order);
      await expireDue(() => new Date());
      expect((await fileOf(expired.order)).refunds).toMatchObject([
        { amount: 12_500, reason: "incomplete", status: "requested" },
      ]);
      // A part more in cash would only have to go back too; the whole rest is late money.
      await refused(take(expired.order, { amount: 1_000 }), /tout le reste/);
      await take(expired.order, { amount: 12_500 });
      expect(await fileOf(expired.order)).toMatchObject({
        order: { status: "confirmed" },
        refunds: [{ status: "withdrawn" }],
      });
    });

    test("is counted at the rate in another currency, and not without one", async () => {
      const { order } = await newOrder();
      await refused(take(order, { amount: 100_000, currency: "GNF" }), /aucun taux/);
      const rate = JSON.stringify({ gnf: "10101.7378", source: "BCRG", date: "2026-11-01" });
      await asSystem("test", (db) =>
        db.execute(sql`insert into site_settings (id, setting_key, setting_value)
          values (${newId()}, 'exchange_rate', ${rate}::jsonb)
          on conflict (setting_key) do update set setting_value = excluded.setting_value`),
      );
      await take(order, { amount: 154_000, currency: "GNF" });
      expect(await fileOf(order)).toMatchObject({ due: 15_000 });
      await take(order, { amount: 231_000, currency: "GNF" });
      expect(await fileOf(order)).toMatchObject({ order: { status: "confirmed" }, refunds: [] });
    });

    test.each([
      ["tomorrow", 24 * HOUR],
      ["a hundred days ago", -100 * 24 * HOUR],
    ])("%s is refused", async (_name, ms) => {
      const { order } = await newOrder();
      const received_on = new Date(Date.now() + ms).toISOString().slice(0, 10);
      await refused(take(order, { received_on }), /jour de réception/);
      expect((await fileOf(order)).ledger).toEqual([]);
    });

    test("counts in what the cancelling of its event gives back", async () => {
      const { event, order } = await newOrder();
      await take(order, { amount: 12_500 });
      const wrong = await newOrder(await makeEvent(1));
      await take(wrong.order);
      const charge_id = (await fileOf(wrong.order)).charges[0]?.id ?? "";
      await asAdmin((db) => correctCash(db, wrong.order, { charge_id, reason: "Erreur" }));
      const concerned = (id: string) => asAdmin((db) => registrationOffice.countConcerned(db, id));
      expect(await concerned(event)).toMatchObject({ paid: 1, owed: [{ amount: 12_500 }] });
      expect(await concerned(wrong.event)).toMatchObject({ paid: 0, owed: [] });
    });

    test("by two people at the same moment is booked once", async () => {
      const { order } = await newOrder();
      const half = { amount: 12_500, seen_due: PRICE };
      const ends = await Promise.allSettled([take(order, half), take(order, half, OTHER)]);
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect((await fileOf(order)).due).toBe(12_500);
    });

    test("and given back by staff, wholly or in part, is not asked for again", async () => {
      const { order, event } = await newOrder();
      await take(order, { amount: 10_000 });
      await take(order, { amount: 15_000 });
      const [first, second] = (await fileOf(order)).charges;
      for (const [charge, amount] of [
        [first, 10_000],
        [second, 5_000],
      ] as const) {
        const wish = { order_id: order, charge_id: charge?.id ?? "", amount, ...STAFF_REFUND };
        const refund = await asAdmin((db) => requestRefund(db, wish));
        expect((await fileOf(order)).due).toBe(0);
        await asAdmin((db) => approveRefund(db, refund));
        await asAdmin((db) => recordRefund(db, refund, { operatorReference: null }));
        expect((await fileOf(order)).due).toBe(0);
      }
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("stands in the log with what was booked, once", async () => {
      const { order } = await newOrder();
      await take(order, { amount: 10_000 });
      const key = newId();
      await take(order, { key });
      await take(order, { key });
      const lines = await database().asOwner<{ label: string }>(sql`
        select label from audit_log join audit_values using (id) where entity_id = ${order} and action = 'orders.cash'
        order by created_at, id`);
      expect(lines.map(({ label }) => label.replace(/\s/g, " "))).toEqual([
        expect.stringContaining("10 000 FCFA"),
        expect.stringContaining("15 000 FCFA"),
      ]);
    });

    test("in part is not refunded before the order is paid or cancelled", async () => {
      const { order } = await newOrder();
      await take(order, { amount: 12_500 });
      const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
      await refused(
        asAdmin((db) =>
          requestRefund(db, { order_id: order, charge_id, amount: 1, ...STAFF_REFUND }),
        ),
        /annulez-la/,
      );
    });

    test("while the deadline passes leaves either the place or the money to return", async () => {
      for (let n = 0; n < 5; n++) {
        const { order, event } = await newOrder();
        await laterThanHold(order);
        await Promise.allSettled([take(order), expireDue(() => new Date())]);
        expect(await statusesOf(event)).toEqual(["confirmed"]);
        expect((await fileOf(order)).refunds).toEqual([]);
        closeDay();
      }
    });
  });

  describe("a booking that was wrong", () => {
    test("is taken back by an entry against it, and the right one takes its place", async () => {
      const { order, event } = await newOrder();
      await take(order, { receipt: "R-900", amount: 250_000 });
      const [charge] = (await fileOf(order)).charges;
      const correction = { charge_id: charge?.id ?? "", reason: "Un zéro de trop" };
      await asAdmin((db) => correctCash(db, order, correction));
      await refused(
        asAdmin((db) => correctCash(db, order, correction)),
        /déjà corrigé/,
      );
      const file = await fileOf(order);
      expect(file).toMatchObject({ order: { status: "confirmed" }, due: PRICE });
      // The surplus that never was is not to go back.
      expect(file.refunds).toMatchObject([{ status: "withdrawn" }]);
      expect(file.ledger).toMatchObject([
        { kind: "charge", amount: 250_000 },
        { kind: "correction", amount: -250_000, note: "Un zéro de trop", booked_by: ADMIN },
      ]);
      await take(order, { receipt: "R-900" });
      expect(await fileOf(order)).toMatchObject({ due: 0, order: { status: "confirmed" } });
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("of somebody else's order is put right by cancelling that one", async () => {
      const { order, event } = await newOrder();
      await take(order);
      const charge_id = (await fileOf(order)).charges[0]?.id ?? "";
      await asAdmin((db) => correctCash(db, order, { charge_id, reason: "Mauvaise personne" }));
      await asSystem("test", (db) => cancelOrder(db, order));
      expect(await statusesOf(event)).toEqual(["cancelled"]);
      expect((await fileOf(order)).refunds).toEqual([]);
    });

    test("is never struck out: the database keeps both, and refuses a second correction", async () => {
      const { order } = await newOrder();
      await take(order, { receipt: "R-901" });
      const { charges } = await fileOf(order);
      await asAdmin((db) =>
        correctCash(db, order, { charge_id: charges[0]?.id ?? "", reason: "Essai" }),
      );
      const again =
        database().asOwner(sql`insert into ledger_entries (id, order_id, payment_id, kind,
        provider, provider_txn_id, amount, currency, price_amount, note, booked_by)
        select ${newId()}, order_id, payment_id, kind, provider, 'x', amount, currency, price_amount,
        note, booked_by from ledger_entries where order_id = ${order} and kind = 'correction'`);
      await expect(again).rejects.toThrow();
    });
  });
});
