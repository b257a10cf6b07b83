import "../../mail/settings.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import {
  moveRegistration,
  sendTicketAgain,
} from "../../../app/registrations/admin/corrections.staff.server.ts";
import { recordCashPayment } from "../../../app/registrations/admin/staff-registration.staff.server.ts";
import { checkIn } from "../../../app/registrations/door/door.staff.server.ts";
import { acceptOffer } from "../../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../../database/tables.ts";
import {
  countsOf,
  FREE,
  join,
  mailsTo,
  orderOf,
  ordersOf,
  PAID,
  pay,
  registrationsOf,
  statusesOf,
} from "../../registrations/event.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { ADMIN, asAdmin, atDesk, eventFor, lookupsOf, SEAT, VIP } from "../corrections.ts";

withDatabase((_engine, database) => {
  const { rowOf, columnsOf, orderRow, logOf, refused } = lookupsOf(database);

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
    }),
  );

  describe("a registration that is moved", () => {
    test("takes the place there with its money, and the place here goes to who waits", async () => {
      const [from, to] = [await eventFor(1), await eventFor(1, { title: "Coupe de Kindia" })];
      await join(from, "m1", PAID);
      await pay(await orderOf(from));
      await join(from, "m2");
      const { id, token } = await rowOf(from);
      const order = await orderOf(from);
      await asAdmin((db) => moveRegistration(db, id, { event_id: to, price_id: SEAT }));
      expect(await columnsOf(id)).toMatchObject({ event_id: to, status: "confirmed", token });
      expect(await ordersOf(id)).toEqual([{ id: order, status: "confirmed" }]);
      expect(await orderRow(order)).toMatchObject({ label_fr: "Coupe de Kindia, Assis" });
      expect(await countsOf(to)).toMatchObject({ current: 1, placed: 1 });
      expect(await countsOf(from)).toMatchObject({ current: 1, placed: 1 });
      expect(await statusesOf(from)).toEqual(["offered"]);
      expect(await mailsTo("person-m1@example.org")).toContain("registration-changed");
      expect(await mailsTo("person-m2@example.org")).toContain("place-offered");
      const [entry] = await logOf(id);
      expect(entry).toMatchObject({
        action: "event_registrations.move",
        after: { event: "Coupe de Kindia", price_name: "Assis" },
      });
      // The ticket lets them in there.
      await asAdmin((db) => checkIn(db, id, to));
      await refused((db) => moveRegistration(db, id, { event_id: from, price_id: SEAT }), {
        kind: "conflict",
        message: /déjà entrée/,
      });
    });

    test("goes nowhere when no place is free there, and nothing is changed here", async () => {
      const [from, to] = [await eventFor(1), await eventFor(1)];
      await join(from, "n1");
      await join(from, "n2");
      await join(to, "n3");
      const { id } = await rowOf(from);
      const move =
        (event_id: string, price_id = FREE) =>
        (db: StaffDb) =>
          moveRegistration(db, id, { event_id, price_id });
      await refused(move(to), { field: "package", message: /plus de place/ });
      await refused(move(from), { kind: "conflict" });
      await refused(move(to, VIP), { field: "package" });
      await refused(move(newId()), { field: "package" });
      const over = await eventFor(5, { status: "completed" });
      await refused(move(over), { field: "package" });
      expect(await statusesOf(from)).toEqual(["confirmed", "waiting"]);
      expect(await columnsOf(id)).toMatchObject({ event_id: from });
      expect(await mailsTo("person-n1@example.org")).toEqual(["registration-confirmed"]);
    });

    test("does not overtake those who wait there, nor double who is there", async () => {
      const [from, to] = [await eventFor(2), await eventFor(2)];
      await join(from, "o1");
      await join(to, "o1");
      const { id } = await rowOf(from);
      const move = (db: StaffDb) => moveRegistration(db, id, { event_id: to, price_id: FREE });
      await refused(move, { field: "package", message: /Déjà inscrit/ });
    });

    test("unpaid, its order goes along, or is opened anew at the price there", async () => {
      const [from, to] = [await eventFor(2), await eventFor(2)];
      await join(from, "q1", PAID);
      const { id } = await rowOf(from);
      const order = await orderOf(from);
      const move = (event_id: string, price_id: string) =>
        asAdmin((db) => moveRegistration(db, id, { event_id, price_id }));
      await move(to, SEAT);
      expect(await ordersOf(id)).toEqual([{ id: order, status: "held" }]);
      await move(from, VIP);
      expect((await ordersOf(id)).map(({ status }) => status)).toEqual(["cancelled", "held"]);
      await pay((await ordersOf(id))[1]?.id ?? "");
      expect(await columnsOf(id)).toMatchObject({ event_id: from, status: "confirmed" });
      expect(await countsOf(to)).toMatchObject({ current: 0, placed: 0 });
      expect(await countsOf(from)).toMatchObject({ current: 1, placed: 1 });
    });

    test("from a waiting list, gets the free place there, to be paid if it costs something", async () => {
      const [from, to] = [await eventFor(1), await eventFor(2)];
      await join(from, "r1");
      await join(from, "r2");
      await join(from, "r3", PAID);
      const [, free, paid] = await registrationsOf(from);
      const move = (id = "", price_id = FREE) =>
        asAdmin((db) => moveRegistration(db, id, { event_id: to, price_id }));
      await move(free?.id);
      await move(paid?.id, PAID);
      expect((await statusesOf(to)).sort()).toEqual(["confirmed", "held"]);
      expect((await ordersOf(paid?.id ?? "")).map(({ status }) => status)).toEqual(["held"]);
    });

    test("of many who press at once for the last place, one gets it", async () => {
      const [from, to] = [await eventFor(4), await eventFor(1)];
      for (const n of ["s1", "s2", "s3", "s4"]) await join(from, n);
      const rows = await registrationsOf(from);
      const ends = await Promise.allSettled([
        ...rows.map(({ id }) =>
          asAdmin((db) => moveRegistration(db, id, { event_id: to, price_id: FREE })),
        ),
        join(to, "s5"),
      ]);
      expect(ends.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(3);
      expect(await countsOf(to)).toMatchObject({ current: 1, placed: 1 });
      const left = await countsOf(from);
      expect(left.current).toBe(left.placed);
    });

    test("two that change places between the same events wait for each other", async () => {
      const [one, other] = [await eventFor(3), await eventFor(3)];
      await join(one, "t1", PAID);
      await join(other, "t2", PAID);
      const [first, second] = [await rowOf(one), await rowOf(other)];
      const moveFirst = () =>
        asAdmin((db) => moveRegistration(db, first.id, { event_id: other, price_id: PAID }));
      await Promise.all([
        // Paid in between, it is refused as changed, and moves when staff press once more.
        moveFirst().catch((error) => {
          expect(error).toMatchObject({ kind: "conflict" });
          return moveFirst();
        }),
        asAdmin((db) => moveRegistration(db, second.id, { event_id: one, price_id: PAID })),
        asAdmin((db) => recordCashPayment(db, first.id, { key: newId(), receipt: null })).catch(
          () => undefined,
        ),
      ]);
      for (const event of [one, other]) {
        expect(await countsOf(event)).toMatchObject({ current: 1, placed: 1 });
      }
    });
  });

  describe("the message of a registration, sent again", () => {
    test("says what they have; one press, one mail", async () => {
      const event = await eventFor(1);
      await join(event, "x1");
      await join(event, "x2");
      const [first, second] = await registrationsOf(event);
      const key = newId();
      await asAdmin((db) => sendTicketAgain(db, first?.id ?? "", key));
      await asAdmin((db) => sendTicketAgain(db, first?.id ?? "", key));
      await asAdmin((db) => sendTicketAgain(db, second?.id ?? ""));
      expect(await mailsTo("person-x1@example.org")).toEqual([
        "registration-confirmed",
        "registration-confirmed",
      ]);
      expect(await mailsTo("person-x2@example.org")).toEqual([
        "waiting-list-joined",
        "waiting-list-joined",
      ]);
      expect((await logOf(first?.id ?? "")).map(({ action }) => action)).toEqual([
        "event_registrations.send",
      ]);
    });

    test("offers the place that is offered", async () => {
      const [event, other] = [await eventFor(1), await eventFor(2)];
      await join(event, "y1");
      await join(event, "y2");
      const [first, second] = await registrationsOf(event);
      await asAdmin((db) =>
        moveRegistration(db, first?.id ?? "", { event_id: other, price_id: FREE }),
      );
      await asAdmin((db) => sendTicketAgain(db, second?.id ?? ""));
      const mails = await mailsTo("person-y2@example.org");
      expect(mails.filter((template) => template === "place-offered")).toHaveLength(2);
      await acceptOffer(second?.token ?? "");
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });
  });

  describe("the waiting list at the desk", () => {
    test("takes whoever wants to wait where no place is free, and nothing is paid", async () => {
      const event = await eventFor(1);
      await join(event, "z1");
      const waiting = { waiting: "on" };
      await expect(atDesk(event, "z2", PAID)).rejects.toMatchObject({ field: "package" });
      const paid = atDesk(event, "z2", PAID, { ...waiting, receipt: "R-1" });
      await expect(paid).rejects.toMatchObject({ field: "receipt" });
      await atDesk(event, "z2", PAID, waiting);
      expect(await statusesOf(event)).toEqual(["confirmed", "waiting"]);
      expect(await mailsTo("person-z2@example.org")).toEqual(["waiting-list-joined"]);
      const { id } = await rowOf(event, 1);
      expect(await ordersOf(id)).toEqual([]);
    });

    test("gives a place at once where one is free", async () => {
      const event = await eventFor(1);
      await atDesk(event, "z3", FREE, { waiting: "on" });
      expect(await statusesOf(event)).toEqual(["confirmed"]);
    });

    test("is closed once the event has begun", async () => {
      const event = await eventFor(1, { status: "ongoing" });
      await atDesk(event, "z4", FREE);
      const late = atDesk(event, "z5", FREE, { waiting: "on" });
      await expect(late).rejects.toMatchObject({ field: "package", message: /closes/ });
    });
  });
});
