import "../mail/settings.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { correctRegistration } from "../../app/registrations/admin/corrections.staff.server.ts";
import { recordCashPayment } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import { sealReceipt } from "../../app/registrations/proofs/proofs.operations.server.ts";
import { readProofPage } from "../../app/registrations/proofs/prove.system.server.ts";
import { readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import {
  countsOf,
  FREE,
  join,
  mailsTo,
  orderOf,
  ordersOf,
  PAID,
  pay,
  statusesOf,
} from "../registrations/event.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { ADMIN, asAdmin, correction, eventFor, lookupsOf, SEAT, VIP } from "./corrections.ts";

withDatabase((_engine, database) => {
  const { rowOf, columnsOf, orderRow, logOf, refundsOf, refused } = lookupsOf(database);

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  describe("a registration that is corrected", () => {
    test("stands as it was typed, is told once, and the log says from what to what", async () => {
      const event = await eventFor(2);
      await join(event, "c1");
      const { id } = await rowOf(event);
      const form = correction("c1", { lastName: "Barry" });
      await asAdmin((db) => correctRegistration(db, id, form));
      expect(await columnsOf(id)).toMatchObject({ phone: "+224622000099", status: "confirmed" });
      expect(await mailsTo("person-c1@example.org")).toEqual([
        "registration-confirmed",
        "registration-changed",
      ]);
      const [entry] = await logOf(id);
      expect(entry?.action).toBe("event_registrations.update");
      expect(entry?.after).toEqual({ last_name: "Barry", phone: "+224622000099" });
      // Pressed again with nothing changed: no second mail.
      await asAdmin((db) => correctRegistration(db, id, form));
      expect(await mailsTo("person-c1@example.org")).toHaveLength(2);
    });

    test("under another address: the old one hears of it, and its links and codes are over", async () => {
      const event = await eventFor(2);
      await join(event, "typo");
      const { id, token } = await rowOf(event);
      const form = correction("typo", { email: "right@example.org" });
      await asAdmin((db) => correctRegistration(db, id, form));
      expect(await mailsTo("person-typo@example.org")).toContain("registration-readdressed");
      expect(await mailsTo("right@example.org")).toEqual(["registration-changed"]);
      expect(await readTicket(token)).toBeUndefined();
      const row = await columnsOf(id);
      expect(await readTicket(row?.token ?? "")).toMatchObject({ status: "confirmed" });
      // What was mailed to the old address proves nothing any more, and no token stands in the log.
      const receipt = sealReceipt(id, "person-typo@example.org");
      expect(await readProofPage(receipt, "any")).toMatchObject({ state: "over" });
      expect(JSON.stringify(await logOf(id))).not.toContain(row?.token);
      expect(JSON.stringify(await logOf(id))).not.toContain(token);
    });

    test("cannot become somebody who has a registration there", async () => {
      const event = await eventFor(3);
      await join(event, "d1");
      await join(event, "d2");
      const { id } = await rowOf(event, 1);
      await refused((db) => correctRegistration(db, id, correction("d1")), { field: "email" });
    });

    test("is not corrected over somebody else's change", async () => {
      const event = await eventFor(2);
      await join(event, "v1");
      const { id } = await rowOf(event);
      const version = new Date(0).toISOString();
      const work = asAdmin((db) => correctRegistration(db, id, correction("v1"), version));
      await expect(work).rejects.toMatchObject({ current: { id } });
      expect(await logOf(id)).toEqual([]);
    });

    test("keeps its price once it is paid: the money stays with its order", async () => {
      const event = await eventFor(3);
      await join(event, "p1", PAID);
      const order = await orderOf(event);
      await pay(order);
      const { id } = await rowOf(event);
      const change = (price_id: string) => (db: StaffDb) =>
        correctRegistration(db, id, correction("p1", { price_id, firstName: "Hawa" }));
      await refused(change(VIP), { field: "price_id", message: /payée/ });
      await refused(change(FREE), { field: "price_id" });
      await refused(change("nulle-part"), { field: "price_id" });
      await asAdmin(change(SEAT));
      expect(await columnsOf(id)).toMatchObject({ price_id: SEAT, status: "confirmed" });
      expect(await ordersOf(id)).toEqual([{ id: order, status: "confirmed" }]);
      expect(await orderRow(order)).toMatchObject({
        label_fr: expect.stringContaining("Assis"),
        payer_name: "Hawa Bah p1",
        price_amount: 25_000,
      });
      expect(await refundsOf(order)).toEqual([]);
    });

    test("costs something else while nothing is paid: a new order, and the old one buys nothing", async () => {
      const event = await eventFor(1);
      await join(event, "u1", PAID);
      const { id } = await rowOf(event);
      const old = await orderOf(event);
      const change = (price_id: string) =>
        asAdmin((db) => correctRegistration(db, id, correction("u1", { price_id })));
      await change(VIP);
      expect(await statusesOf(event)).toEqual(["held"]);
      const [, current] = await ordersOf(id);
      expect(await orderRow(old)).toMatchObject({ status: "cancelled" });
      expect(await orderRow(current?.id ?? "")).toMatchObject({
        status: "held",
        price_amount: 60_000,
      });
      // Money for the old price comes late: it goes back, and the place waits for the right sum.
      expect(await pay(old)).toBe("no-place");
      expect(await statusesOf(event)).toEqual(["held"]);
      await asAdmin((db) => recordCashPayment(db, id, { key: newId(), receipt: null }));
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
    });

    test("has nothing to pay any more: the place is theirs", async () => {
      const event = await eventFor(1);
      await join(event, "f1", PAID);
      const { id } = await rowOf(event);
      await asAdmin((db) => correctRegistration(db, id, correction("f1", { price_id: FREE })));
      expect(await statusesOf(event)).toEqual(["confirmed"]);
      expect((await ordersOf(id)).map(({ status }) => status)).toEqual(["cancelled"]);
    });

    test("keeps its price while somebody is paying it", async () => {
      const event = await eventFor(1);
      await join(event, "w1", PAID);
      const { id } = await rowOf(event);
      const order = await orderOf(event);
      await asSystem("test", (db) =>
        insertRow(db, "payments", { order_id: order, status: "pending" }),
      );
      const change =
        (price_id: string, over = {}) =>
        (db: StaffDb) =>
          correctRegistration(db, id, correction("w1", { price_id, ...over }));
      await refused(change(VIP), { kind: "conflict", message: /paiement est en cours/ });
      expect(await columnsOf(id)).toMatchObject({ price_id: PAID });
      await asAdmin(change(SEAT));
      expect(await ordersOf(id)).toEqual([{ id: order, status: "held" }]);
    });
  });
});
