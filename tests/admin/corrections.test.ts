import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors.server.ts";
import { newId } from "../../app/core/id.server.ts";
import { type Correction, correctionSchema } from "../../app/registrations/correction-schema.ts";
import {
  correctRegistration,
  moveRegistration,
  sendTicketAgain,
} from "../../app/registrations/corrections.staff.server.ts";
import { receiptOf } from "../../app/registrations/proofs.operations.server.ts";
import { readProofPage } from "../../app/registrations/prove.system.server.ts";
import {
  checkIn,
  createRegistration,
  recordCashPayment,
} from "../../app/registrations/staff-registration.staff.server.ts";
import {
  packageValue,
  staffRegistrationSchema,
} from "../../app/registrations/staff-registration-form.ts";
import { acceptOffer, readTicket } from "../../app/registrations/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import {
  countsOf,
  FREE,
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
import { withEngines } from "../support/test-database.ts";

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

const VIP = "vip";
const SEAT = "assis";
const PRICES = [
  { id: FREE, name: "Gratuit", amount: 0, description: "", features: [] },
  { id: PAID, name: "Standard", amount: 25_000, description: "", features: [] },
  { id: SEAT, name: "Assis", amount: 25_000, description: "", features: [] },
  { id: VIP, name: "VIP", amount: 60_000, description: "", features: [] },
];
const eventFor = (places: number | null, values = {}) =>
  makeEvent(places, { prices: PRICES, ...values });

/** Somebody as `join` registers them, with what staff correct. */
const correction = (n: number | string, over: object = {}): Correction =>
  correctionSchema.parse({
    firstName: "Aïssatou",
    lastName: `Bah ${n}`,
    email: `person-${n}@example.org`,
    phone: "622 00 00 99",
    birthDate: "2001-02-03",
    gamertag: `player${n}`,
    platform: "mobile",
    language: "fr",
    price_id: FREE,
    ...over,
  });

const atDesk = (event: string, n: string, price: string, over: object = {}) =>
  asAdmin((db) =>
    createRegistration(
      db,
      staffRegistrationSchema.parse({
        ...correction(n),
        phone: "622 12 34 56",
        package: packageValue(event, price),
        key: newId(),
        ...over,
      }),
    ),
  );

withEngines((_engine, database) => {
  const rowOf = async (event: string, place = 0) => {
    const row = (await registrationsOf(event))[place];
    if (!row) throw new Error("no such registration");
    return row;
  };
  const columnsOf = async (id: string) => {
    const [row] = await database().asOwner<{
      event_id: string;
      phone: string;
      price_id: string;
      amount: number;
      token: string;
      status: string;
    }>(sql`select event_id, phone, price_id, amount, ticket_token as token, status
           from event_registrations where id = ${id}`);
    return row;
  };
  const orderRow = async (id: string) => {
    const [row] = await database().asOwner(
      sql`select status, label_fr, payer_name, payer_email, price_amount from orders where id = ${id}`,
    );
    return row;
  };
  const logOf = (id: string) =>
    database().asOwner<{ action: string; before: object; after: object }>(
      sql`select action, before, after from audit_log where entity_id = ${id} order by created_at, id`,
    );
  const refundsOf = (order: string) =>
    database().asOwner(sql`select status from refunds where order_id = ${order}`);
  const refused = (work: (db: StaffDb) => Promise<unknown>, refusal: object) =>
    expect(asAdmin(work)).rejects.toMatchObject(refusal);

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
      const receipt = receiptOf(id, "person-typo@example.org");
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
      await Promise.all([
        asAdmin((db) => moveRegistration(db, first.id, { event_id: other, price_id: PAID })),
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
