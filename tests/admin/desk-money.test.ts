import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { findFileByUrl } from "../../app/files/files.staff.server.ts";
import {
  findMemberPayments,
  recordMembershipPayment,
} from "../../app/membership/members/member-payments.staff.server.ts";
import { cancelUnpaid } from "../../app/payments/ledger/money.staff.server.ts";
import { recordCashPayment } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { insertRow } from "../database/tables.ts";
import {
  join,
  mailsTo,
  makeEvent,
  orderOf,
  ordersOf,
  PAID,
  pay,
  registrationsOf,
  statusesOf,
} from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const cash = (receipt: string | null = null) => ({ key: newId(), receipt });

withDatabase((_engine, database) => {
  const newType = (price: number) =>
    asSystem("test", (db) => insertRow(db, "membership_types", { price, currency: "GNF" }));
  const newMember = async (values: object = {}) => {
    const email = `${newId()}@example.org`;
    const id = await asSystem("test", (db) => insertRow(db, "members", { email, ...values }));
    return { id, email };
  };
  const memberOf = async (id: string) => {
    const [row] = await database().asOwner(
      sql`select status, order_id, membership_start is not null as begun from members where id = ${id}`,
    );
    return row;
  };
  const ledgerOf = (order = "") =>
    database().asOwner(sql`select amount, currency, provider_txn_id as receipt
      from ledger_entries where order_id = ${order}`);
  const actionsOn = async (id: string) =>
    (
      await database().asOwner<{ action: string }>(
        sql`select action from audit_log where entity_id = ${id} order by created_at, id`,
      )
    ).map(({ action }) => action);
  const refused = (work: (db: StaffDb) => Promise<unknown>, message = /./) =>
    expect(asAdmin(work)).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringMatching(message),
    });

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  describe("a member whom staff added", () => {
    test("pays at the desk: the money is in the ledger, and the membership begins", async () => {
      const membership_type_id = await newType(150_000);
      const { id, email } = await newMember({ membership_type_id });
      await asAdmin((db) => recordMembershipPayment(db, id, cash(`R-${id}`)));
      const [order] = await ordersOf(id);
      expect(order?.status).toBe("confirmed");
      expect(await memberOf(id)).toEqual({ status: "active", order_id: order?.id, begun: true });
      expect(await ledgerOf(order?.id)).toEqual([
        { amount: 150_000, currency: "GNF", receipt: `R-${id}` },
      ]);
      expect(await mailsTo(email)).toEqual(["membership-active"]);
      const file = await asAdmin((db) => findMemberPayments(db, id));
      expect(file?.orders.map((one) => one.id)).toEqual([order?.id]);
    });

    test("pays once, however often and by how many it is pressed", async () => {
      const membership_type_id = await newType(150_000);
      const { id } = await newMember({ membership_type_id });
      const press = cash();
      const ends = await Promise.allSettled([
        asAdmin((db) => recordMembershipPayment(db, id, press)),
        asAdmin((db) => recordMembershipPayment(db, id, cash())),
      ]);
      expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      await refused((db) => recordMembershipPayment(db, id, cash()), /n’attend plus de paiement/);
      const [order] = await ordersOf(id);
      expect(await ledgerOf(order?.id)).toHaveLength(1);
      const again = { key: newId(), receipt: null };
      const { id: other } = await newMember({ membership_type_id });
      for (const _ of [1, 2]) await asAdmin((db) => recordMembershipPayment(db, other, again));
      expect(await ledgerOf((await ordersOf(other))[0]?.id)).toHaveLength(1);
    });

    test("without a type, of a type without a price, or suspended: nothing is taken", async () => {
      const free = await newType(0);
      const paid = await newType(1_000);
      const none = await newMember();
      const partner = await newMember({ membership_type_id: free });
      const suspended = await newMember({ membership_type_id: paid, status: "suspended" });
      await refused((db) => recordMembershipPayment(db, none.id, cash()), /pas de type/);
      await refused((db) => recordMembershipPayment(db, partner.id, cash()), /pas de prix/);
      await refused((db) => recordMembershipPayment(db, suspended.id, cash()), /suspendue/);
      for (const { id } of [none, partner, suspended]) expect(await ordersOf(id)).toEqual([]);
    });
  });

  describe("an order that nobody has paid", () => {
    test("is cancelled with its place, which goes to who waits; late money goes back", async () => {
      const event = await makeEvent(1);
      await join(event, "k1", PAID);
      await join(event, "k2");
      const order = await orderOf(event);
      await asAdmin((db) => cancelUnpaid(db, order));
      expect(await statusesOf(event)).toEqual(["cancelled", "waiting"]);
      expect(await mailsTo("person-k1@example.org")).toContain("place-released");
      expect(await actionsOn(order)).toEqual(["orders.cancel"]);
      await settleEvents();
      expect(await statusesOf(event)).toEqual(["cancelled", "offered"]);
      expect(await pay(order)).toBe("no-place");
      await refused((db) => cancelUnpaid(db, order), /n’attend plus/);
      const [first] = await registrationsOf(event);
      await refused((db) => recordCashPayment(db, first?.id ?? "", cash()));
    });

    test("of a membership leaves the application, which can be paid anew at the desk", async () => {
      const membership_type_id = await newType(150_000);
      const { id, email } = await newMember({ membership_type_id });
      const order = await asSystem("test", (db) =>
        insertRow(db, "orders", { kind: "membership", subject_id: id, status: "held" }),
      );
      await asAdmin((db) => cancelUnpaid(db, order));
      expect(await mailsTo(email)).toEqual(["order-cancelled"]);
      expect(await memberOf(id)).toMatchObject({ status: "pending" });
      await asAdmin((db) => recordMembershipPayment(db, id, cash()));
      expect((await ordersOf(id)).map(({ status }) => status).sort()).toEqual([
        "cancelled",
        "confirmed",
      ]);
    });

    test("once paid is not cancelled so", async () => {
      const event = await makeEvent(1);
      await join(event, "k3", PAID);
      const order = await orderOf(event);
      await pay(order);
      await refused((db) => cancelUnpaid(db, order), /n’attend plus/);
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });
  });

  test("a file is found by the address that a record names", async () => {
    const file_url = `/files/${newId()}.jpg`;
    const id = await asSystem("test", (db) => insertRow(db, "static_files", { file_url }));
    expect(await asAdmin((db) => findFileByUrl(db, file_url))).toEqual({ id });
    expect(await asAdmin((db) => findFileByUrl(db, ""))).toBeUndefined();
  });
});
