import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  findAtDesk,
  findMemberPayments,
  recordMembershipPayment,
} from "../../app/membership/members/member-payments.staff.server.ts";
import { createMember } from "../../app/membership/members/members.staff.server.ts";
import { merchantRef } from "../../app/payments/attempts/payments.ts";
import {
  approveRefund,
  recordRefund,
  requestRefund,
} from "../../app/payments/ledger/money.staff.server.ts";
import { waiveRest } from "../../app/payments/ledger/waivers.staff.server.ts";
import { ORDER_LIST } from "../../app/payments/orders/order-list.ts";
import {
  countTests,
  listOrders,
  removeTests,
} from "../../app/payments/orders/orders.staff.server.ts";
import { offerProviders } from "../../app/payments/providers/provider.ts";
import { simulated } from "../../app/payments/providers/simulated/simulated.system.server.ts";
import { handOver } from "../../app/payments/tills/tills.staff.server.ts";
import { parseListQuery } from "../../app/records/list/list-query.ts";
import { insertRow } from "../database/tables.ts";
import { mailsTo, makeEvent, statusesOf } from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { STAFF_REFUND } from "../support/staff-refund.ts";
import {
  ADMIN,
  asAdmin,
  closeDay,
  fileOf,
  newOrder,
  OTHER,
  openDesk,
  PRICE,
  refused,
  take,
} from "./support/desk.ts";

// What a treasurer does at the desk in a day.

const TREASURER = newId();
const EDITOR = newId();
const asTreasurer = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: TREASURER }, work);

withDatabase((_engine, database) => {
  beforeAll(openDesk);
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", {
        id: TREASURER,
        name: "Aïssatou Sylla",
        roles: ["treasurer"],
        two_factor_enabled: true,
        created_at: "2026-01-01",
      });
      await insertRow(db, "profiles", { id: EDITOR, name: "Sékou", roles: ["editor"] });
      await insertRow(db, "site_settings", {
        setting_key: "exchange_rate",
        setting_value: { gnf: "9450.25", source: "BCRG", date: "2026-01-01" },
      });
    }),
  );
  afterEach(closeDay);

  const modeOf = async (order: string) => (await fileOf(order)).order.mode;
  const newType = () =>
    asSystem("test", (db) =>
      insertRow(db, "membership_types", { price: 150_000, currency: "GNF" }),
    );

  describe("while the site tests", () => {
    const remove = () => asAdmin(async (db) => removeTests(db, await countTests(db)));

    test("cash makes an order real, in the till, and nothing removes it with the tests", async () => {
      offerProviders([simulated]);
      const { event, order } = await newOrder();
      expect(await modeOf(order)).toBe("test");
      await take(order);
      const file = await fileOf(order);
      expect(file.order).toMatchObject({ mode: "live", status: "confirmed" });
      expect(file.ledger).toMatchObject([{ mode: "live", means: "cash", amount: PRICE }]);
      const booked = sql`select kind from till_entries where ledger_id = ${file.ledger[0]?.id}`;
      expect(await database().asOwner(booked)).toEqual([{ kind: "payment" }]);
      await remove();
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("a member whom staff entered is none, however they pay", async () => {
      offerProviders([simulated]);
      const membership_type_id = await newType();
      const form = {
        first_name: "Fatou",
        last_name: "Camara",
        email: `${newId()}@example.org`,
        phone: null,
        birth_date: null,
        city: null,
        address: null,
        member_type: "player" as const,
        status: "pending" as const,
        membership_start: null,
        membership_end: null,
        membership_type_id,
        language: "fr" as const,
      };
      const [paid, unpaid] = [
        await asAdmin((db) => createMember(db, form)),
        await asAdmin((db) => createMember(db, { ...form, first_name: "Binta" })),
      ];
      await asAdmin((db) => recordMembershipPayment(db, paid, { key: newId(), receipt: null }));
      await asSystem("test", (db) =>
        insertRow(db, "orders", { kind: "membership", subject_id: unpaid, mode: "test" }),
      );
      await remove();
      const left = await database().asOwner(
        sql`select first_name, status, is_test from members where email = ${form.email} order by 1`,
      );
      expect(left).toEqual([
        { first_name: "Binta", status: "pending", is_test: false },
        { first_name: "Fatou", status: "active", is_test: false },
      ]);
    });
  });

  describe("a refund of all that was paid", () => {
    const paid = async () => {
      const made = await newOrder();
      await take(made.order);
      const [charge] = (await fileOf(made.order)).charges;
      return { ...made, charge_id: charge?.id ?? "" };
    };
    const refund = async (order: string, charge_id: string, more: object, amount = PRICE) => {
      const wish = { order_id: order, charge_id, amount, ...STAFF_REFUND, ...more };
      const id = await asAdmin((db) => requestRefund(db, wish));
      await asStaff({ id: OTHER }, (db) => approveRefund(db, id));
      await asAdmin((db) => recordRefund(db, id, { operatorReference: null }));
    };

    test("says what becomes of the place, or is refused", async () => {
      const { event, order, charge_id } = await paid();
      const wish = { order_id: order, charge_id, amount: PRICE, note: "Geste" };
      await refused(
        asAdmin((db) => requestRefund(db, wish)),
        /garde ce qu’elle a payé/,
      );
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("keeps the place, with nothing to pay, where staff said so", async () => {
      const { event, order, charge_id, email } = await paid();
      await refund(order, charge_id, { keeps_place: true });
      const file = await fileOf(order);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      expect(file.order).toMatchObject({ status: "confirmed", owes: false });
      expect(file.due).toBe(0);
      expect(file.refunds).toMatchObject([{ note: STAFF_REFUND.note, keeps_place: true }]);
      expect(await mailsTo(email)).not.toContain("place-released");
      const query = parseListQuery(ORDER_LIST, new URLSearchParams({ q: file.order.reference }));
      const { rows } = await asAdmin((db) => listOrders(db, query));
      expect(rows).toMatchObject([{ id: order, kept: true }]);
    });

    test("ends the place once the money is back, and the person is told", async () => {
      const { event, order, charge_id, email } = await paid();
      await refund(order, charge_id, { keeps_place: false });
      expect(await statusesOf(event)).toEqual(["cancelled"]);
      expect((await fileOf(order)).order.status).toBe("refunded");
      expect(await mailsTo(email)).toContain("place-released");
    });

    test("of a part first: the last word counts", async () => {
      const { event, order, charge_id } = await paid();
      await refund(order, charge_id, { keeps_place: false }, 5_000);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      await refund(order, charge_id, { keeps_place: true }, PRICE - 5_000);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });
  });

  describe("money of another currency", () => {
    // 25 000 FCFA are 360 170 GNF.
    test("a little off by the rounding of the rate pays all", async () => {
      const { order } = await newOrder();
      await take(order, { amount: 360_000, currency: "GNF", seen_due: PRICE, seen_counted: PRICE });
      const file = await fileOf(order);
      expect(file.order.status).toBe("confirmed");
      expect(file.ledger).toMatchObject([{ amount: 360_000, price_amount: PRICE }]);
    });

    test("is booked as it was shown, or not at all", async () => {
      const { order } = await newOrder();
      const shown = { amount: 200_000, currency: "GNF", seen_counted: 13_000 };
      await refused(take(order, shown), /taux de change vient de changer/);
    });
  });

  describe("a rest", () => {
    const waive = (order: string, seen_due: number, reason = "Il n’a pas plus") =>
      asTreasurer((db) => waiveRest(db, order, { seen_due, reason }));

    test("is given up with a reason: the place is given, and nothing is owed", async () => {
      const { event, order } = await newOrder();
      await take(order, { amount: 24_000 });
      await refused(waive(order, 500), /reste dû a changé/);
      await waive(order, 1_000);
      const file = await fileOf(order);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      expect(file.order).toMatchObject({ status: "confirmed", waived: 1_000, owes: false });
      expect(file.due).toBe(0);
      await refused(waive(order, 1_000), /a changé/);
      const logged = sql`select action from audit_log where entity_id = ${order} and action = 'orders.waive'`;
      expect(await database().asOwner(logged)).toHaveLength(1);
    });

    describe("above what one person lets go", () => {
      const limit = (sum: number) => sql`insert into site_settings (id, setting_key, setting_value)
        values (${newId()}, 'refunds', ${JSON.stringify({ limit_GNF: sum, limit_XOF: sum })}::jsonb)`;
      const asked = async (order: string) => (await fileOf(order)).waiver?.id;
      const approve = async (staff: string, order: string, seen_due: number) => {
        const waiver = { seen_due, reason: "D’accord", asked: await asked(order) };
        return asStaff({ id: staff }, (db) => waiveRest(db, order, waiver));
      };
      afterEach(() =>
        database().asOwner(sql`delete from site_settings where setting_key = 'refunds'`),
      );

      test("is asked for, and given up by a second person who took none of its money", async () => {
        const { order } = await newOrder();
        await refused(waive(order, PRICE), /rien n’a été reçu/);
        await take(order, { amount: 1 }, OTHER);
        await database().asOwner(limit(5));
        const rest = PRICE - 1;
        expect(await waive(order, rest)).toBe("asked");
        expect(await fileOf(order)).toMatchObject({ order: { waived: 0 }, due: rest });
        // Whoever did not see the request, made it, or took the money, does not approve it.
        await refused(waive(order, rest), /vient de le demander/);
        await refused(approve(TREASURER, order, rest), /une autre personne/);
        await refused(approve(OTHER, order, rest), /une autre personne/);
        expect(await approve(ADMIN, order, rest)).toBe("waived");
        expect(await fileOf(order)).toMatchObject({
          order: { status: "confirmed", waived: rest },
          due: 0,
          waiver: undefined,
        });
        const alerts = sql`select 1 from mail_outbox where template = 'waiver-asked'
          and text_body like ${`%${order}%`}`;
        expect(await database().asOwner(alerts)).toHaveLength(2);
      });

      test("counts what somebody gave up within a day", async () => {
        const [first, second] = [await newOrder(), await newOrder()];
        for (const { order } of [first, second]) await take(order, { amount: PRICE - 60 });
        await database().asOwner(limit(1_100));
        // The first test gave up 1 000 a moment ago.
        expect(await waive(first.order, 60)).toBe("waived");
        expect(await waive(second.order, 60)).toBe("asked");
      });

      test("waits a day from when nobody else is there, not from the request", async () => {
        const { order } = await newOrder();
        await take(order, { amount: 1 }, OTHER);
        await database().asOwner(limit(5));
        const rest = PRICE - 1;
        expect(await waive(order, rest)).toBe("asked");
        const lackFactor = (isRequired: boolean, isTakenUp: boolean) =>
          database().asOwner(sql`update profiles set two_factor_required = ${isRequired},
            email_verified = ${isTakenUp} where id = ${ADMIN}`);
        await lackFactor(true, true);
        const press = async (hours: number) => {
          const waiver = { seen_due: rest, reason: "D’accord", asked: await asked(order) };
          const now = new Date(Date.now() + hours * 3_600_000);
          return asTreasurer((db) => waiveRest(db, order, waiver, now));
        };
        // Whoever sets up their second factor decides: asking it of them empties no circle.
        await refused(press(25), /compte aussi qui doit encore activer/);
        await lackFactor(true, false);
        expect(await press(25)).toBe("waiting");
        await refused(press(26), /attendez jusqu/);
        expect(await press(50)).toBe("waived");
        await lackFactor(false, false);
      });
    });
  });

  describe("a treasurer", () => {
    test("takes the membership of who stands there, and reads no more than that needs", async () => {
      const membership_type_id = await newType();
      const person = { first_name: "Mamadou Alpha", last_name: "Diallo", phone: "+224622000111" };
      const id = await asSystem("test", (db) =>
        insertRow(db, "members", {
          ...person,
          email: `${newId()}@example.org`,
          membership_type_id,
        }),
      );
      const found = await asTreasurer((db) => findAtDesk(db, "diallo mamadou"));
      expect(found.map((one) => one.id)).toEqual([id]);
      expect(Object.keys(found[0] ?? {})).not.toContain("phone");
      const file = await asTreasurer((db) => findMemberPayments(db, id));
      expect(file?.due).toMatchObject({ amount: 150_000 });
      await asTreasurer((db) => recordMembershipPayment(db, id, { key: newId(), receipt: null }));
      const [member] = await database().asOwner(sql`select status from members where id = ${id}`);
      expect(member).toEqual({ status: "active" });
    });

    test("is told what somebody lacks who cannot be given cash", async () => {
      const { order } = await newOrder();
      await take(order, {}, TREASURER);
      const [till] = await database().asOwner<{ id: string }>(
        sql`select id from tills where owner = ${TREASURER} and closed_at is null`,
      );
      const give = { id: newId(), receiver: EDITOR, currency: "XOF" as const, amount: 1 };
      await refused(
        asTreasurer((db) => handOver(db, till?.id ?? "", give)),
        /n’a pas le rôle/,
      );
    });
  });

  describe("what people read out on the telephone finds their order", () => {
    const find = async (q: string) => {
      const query = parseListQuery(ORDER_LIST, new URLSearchParams({ q }));
      return (await asTreasurer((db) => listOrders(db, query))).rows.map(({ id }) => id);
    };

    test("a reference, a number, a phone or a name, as they write it", async () => {
      const event = await makeEvent(1);
      const { order } = await newOrder(event);
      await take(order, { means: "orange_money", receipt: "mp2401.15-ab" });
      const { reference } = (await fileOf(order)).order;
      await database().asOwner(sql`update orders set payer_name = 'Fatou Binta Camara Zézé',
        payer_phone = '+224 628 77 66 55' where id = ${order}`);
      const spoken = reference.toLowerCase().replaceAll("-", " ");
      for (const q of [
        reference,
        spoken,
        reference.slice(reference.indexOf("-") + 1),
        "MP2401.15-AB",
        "mp 2401 15 ab",
        "628776655",
        "00224 628 77 66 55",
        "camara zeze fatou",
      ]) {
        expect(await find(q), q).toEqual([order]);
      }
      expect(await find("628776650")).toEqual([]);
    });

    test("the phone of a guardian, which the treasury does not read", async () => {
      const { event, order } = await newOrder();
      await database().asOwner(sql`update event_registrations set guardian_name = 'Hadja Sow',
        guardian_phone = '+224 628 11 22 33', guardian_relation = 'mother', guardian_consent = 'v1',
        guardian_consent_at = now() where event_id = ${event}`);
      expect(await find("00224 628 11 22 33")).toEqual([order]);
      expect(await find("628112234")).toEqual([]);
    });

    test("the number of a payout, ours or the operator's", async () => {
      const { order } = await newOrder();
      await take(order, { means: "orange_money", receipt: "PP887766" });
      const [charge] = (await fileOf(order)).charges;
      const wish = { order_id: order, charge_id: charge?.id ?? "", amount: PRICE, ...STAFF_REFUND };
      const id = await asAdmin((db) => requestRefund(db, wish));
      await asStaff({ id: OTHER }, (db) => approveRefund(db, id));
      expect(await find(merchantRef(id).toLowerCase())).toEqual([order]);
      await asAdmin((db) => recordRefund(db, id, { operatorReference: "OUT4455" }));
      expect(await find("out4455")).toEqual([order]);
    });
  });
});
