import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { readOwnLicence } from "../../app/licences/licence-cards.system.server.ts";
import { licenceState } from "../../app/licences/licence-state.ts";
import { findLicence, readLicenceState } from "../../app/licences/licences.operations.server.ts";
import { suspendLicence } from "../../app/licences/licences.staff.server.ts";
import { formatLicence } from "../../app/membership/members/licence-number.ts";
import { deleteMembers } from "../../app/membership/members/members.staff.server.ts";
import type { Order } from "../../app/payments/payments.table.server.ts";
import { correctRegistration } from "../../app/registrations/admin/corrections.staff.server.ts";
import { createRegistration } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import {
  checkInAtDoor,
  findAtDoor,
  undoCheckIn,
} from "../../app/registrations/door/door.staff.server.ts";
import { registrationFulfilment } from "../../app/registrations/places/fulfilment.operations.server.ts";
import { register } from "../../app/registrations/register/visitor-registration.system.server.ts";
import { acceptOffer, readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import type { Values } from "../database/table-expectation.ts";
import { insertRow } from "../database/tables.ts";
import { rowsOf, withDatabase } from "../support/database/test-database.ts";
import {
  endHold,
  FREE,
  makeEvent,
  orderOf,
  PAID,
  pay,
  person,
  readSender,
  registrationsOf,
  statusesOf,
  tellOffers,
  tokenOf,
} from "./event.ts";
import { inDays, volunteers } from "./volunteers.ts";

// An event that asks for a licence of the federation. Two processes: nothing but the database's locks keeps forms apart.
vi.mock("../../app/core/process/keyed-queue.ts", () => import("./without-queue.ts"));

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const INVALID = {
  outcome: "refused",
  errors: { licence: "validation.registration.licenceInvalid" },
};
const USED = { outcome: "refused", errors: { licence: "validation.registration.licenceUsed" } };
const BORN = "2001-02-03";

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) =>
      insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" }),
    ),
  );

  let people = 0;
  const place = (event_id: string, licence_serial: number | null, last_name: string) => ({
    event_id,
    licence_serial,
    last_name,
    status: "confirmed",
  });
  /** Somebody with a licence: the id of their membership, and its serial. */
  async function licensed(values: Values = {}): Promise<{ id: string; serial: number }> {
    const id = await asSystem("test", (db) =>
      insertRow(db, "members", {
        first_name: "Aïssatou",
        last_name: "Bah",
        email: `licensed-${++people}@example.org`,
        birth_date: BORN,
        status: "active",
        membership_start: inDays(-10),
        membership_end: inDays(200),
        ...values,
      }),
    );
    const [row] = await database().asOwner<{ serial: number }>(
      sql`select licence_serial as serial from members where id = ${id}`,
    );
    return { id, serial: row?.serial ?? 0 };
  }
  const suspend = (id: string, until: string | null = null) =>
    asAdmin((db) =>
      suspendLicence(db, id, {
        suspension_reason: "Triche",
        suspended_from: inDays(0),
        suspended_until: until,
      }),
    );
  const open = (values: object = {}, places = 5) =>
    makeEvent(places, { date: inDays(30), asks_licence: true, ...values });
  const enter = (event: string, n: number | string, licence: number | null, priceId = FREE) =>
    register(event, { ...person(n, priceId), licence }, { language: "fr", from: readSender(n) });
  const serialsOf = async (event: string) => {
    const rows = await database().asOwner<{ serial: number | null }>(
      sql`select licence_serial as serial from event_registrations where event_id = ${event} order by arrival`,
    );
    return rows.map(({ serial }) => serial);
  };
  const payable = (orderId: string, channel: "online" | "desk" = "online") =>
    asSystem("test", async (db) => {
      const [order] = await rowsOf<Order>(db, sql`select * from orders where id = ${orderId}`);
      if (!order) throw new Error("no order");
      return registrationFulfilment.payable(db, order, { channel, lock: false, now: new Date() });
    });

  describe("the form of an event that asks for a licence", () => {
    test("takes one that is valid on its day, once", async () => {
      const event = await open();
      const { serial } = await licensed();
      expect(await enter(event, 1, serial)).toMatchObject({ outcome: "confirmed" });
      expect(await enter(event, 2, serial)).toEqual(USED);
      // The same person in the same browser is led back.
      expect(await enter(event, 1, serial)).toMatchObject({ outcome: "confirmed" });
      // In another one it may be a stranger: without mail, staff look at it.
      expect(
        await register(
          event,
          { ...person(1), licence: serial },
          { language: "fr", from: readSender("other") },
        ),
      ).toMatchObject({ outcome: "waiting" });
      expect(await serialsOf(event)).toEqual([serial, serial]);
    });

    test("takes one of an affiliated club alone where the event asks for that", async () => {
      const event = await open({ asks_club: true });
      const club = await licensed({
        member_type: "club",
        organisation: "Étoile de Labé",
        birth_date: null,
      });
      const [row] = await database().asOwner<{ club: number }>(
        sql`select club from members where id = ${club.id}`,
      );
      const [alone, player] = [await licensed(), await licensed({ club: row?.club })];
      expect(await enter(event, 1, alone.serial)).toEqual({
        outcome: "refused",
        errors: { licence: "validation.registration.licenceClub" },
      });
      expect(await enter(event, 2, player.serial, PAID)).toMatchObject({ outcome: "payment" });
      const order = await orderOf(event);
      expect(await payable(order)).toBe("ok");
      // The club is over before they pay.
      await database().asOwner(sql`update members set status = 'expired' where id = ${club.id}`);
      expect(await payable(order)).toMatchObject({ reason: "registration.club" });
    });

    test("says one sentence of every other", async () => {
      const event = await open();
      const [other, ended, suspended, later, away, briefly] = [
        await licensed({ birth_date: "2001-02-04" }),
        // Valid today, and not any more on the day of the event.
        await licensed({ membership_end: inDays(29) }),
        await licensed(),
        await licensed({ membership_start: inDays(31), membership_end: inDays(300) }),
        await licensed(),
        await licensed(),
      ];
      await suspend(suspended.id);
      await suspend(briefly.id, inDays(29));
      await asAdmin((db) => deleteMembers(db, [away.id]));
      const wrong = { unknown: 999_999, ...{ other, ended, suspended, later, away } };
      for (const [what, one] of Object.entries(wrong)) {
        const serial = typeof one === "number" ? one : one.serial;
        expect(await enter(event, what, serial), what).toEqual(INVALID);
      }
      expect(await statusesOf(event)).toEqual([]);
      // Its suspension is over on that day.
      expect(await enter(event, "briefly", briefly.serial)).toMatchObject({ outcome: "confirmed" });
    });

    test("asks for it when the event has begun to since the form was opened, and stores none otherwise", async () => {
      const [asking, other] = [await open(), await open({ asks_licence: false })];
      const { serial } = await licensed();
      expect(await enter(asking, 1, null)).toEqual({
        outcome: "refused",
        errors: { licence: "validation.registration.licence" },
      });
      await enter(other, 1, serial);
      expect(await serialsOf(other)).toEqual([null]);
    });

    test("lets nobody find the birthday of a card by trying: ten tries a day from one network", async () => {
      const event = await open();
      const { serial } = await licensed();
      const from = readSender("guesser");
      const guess = (birthDate: string) =>
        register(
          event,
          { ...person("guesser"), birthDate, licence: serial },
          { language: "fr", from },
        );
      for (let day = 10; day < 20; day++) expect(await guess(`2001-03-${day}`)).toEqual(INVALID);
      expect(await guess(BORN)).toEqual(INVALID);
      // Its holder elsewhere is not kept out.
      expect(await enter(event, "holder", serial)).toMatchObject({ outcome: "confirmed" });
    });

    test("gives one place for a licence when two processes take a form at once", async () => {
      const event = await open();
      const { serial } = await licensed();
      const answers = await Promise.all([1, 2, 3, 4].map((n) => enter(event, n, serial)));
      expect(answers.filter(({ outcome }) => outcome === "confirmed")).toHaveLength(1);
      expect(answers.filter(({ outcome }) => outcome === "refused")).toHaveLength(3);
      const again = database().asOwner(
        sql`insert into event_registrations select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
          'reference', 'FGE-AAAA-AA', 'ticket_token', 'x', 'email', 'y@example.org'))).* from event_registrations r
          where event_id = ${event}`,
      );
      await expect(again).rejects.toThrow();
    });
  });

  describe("a licence that is no longer valid", () => {
    test("is not paid for, online or at the desk, until it is again", async () => {
      const event = await open();
      const { id, serial } = await licensed();
      const entered = await enter(event, 1, serial, PAID);
      const order = await orderOf(event);
      expect(await payable(order)).toBe("ok");
      await suspend(id);
      for (const channel of ["online", "desk"] as const) {
        expect(await payable(order, channel)).toMatchObject({ reason: "registration.licence" });
      }
      expect((await readTicket(tokenOf(entered)))?.refusal).toMatchObject({
        reason: "registration.licence",
      });
      await database().asOwner(
        sql`update licences set suspended_from = null, suspended_until = null where serial = ${serial}`,
      );
      expect(await payable(order)).toBe("ok");
    });

    test("buys no place back with late money", async () => {
      const event = await open();
      const { id, serial } = await licensed();
      await enter(event, 1, serial, PAID);
      const order = await orderOf(event);
      await endHold(order);
      await suspend(id);
      expect(await pay(order)).toBe("no-place");
    });

    test("takes no place that is offered, until it is renewed", async () => {
      const event = await open({}, 1);
      const [first, second] = [await licensed(), await licensed()];
      await enter(event, 1, first.serial);
      await enter(event, 2, second.serial);
      await database().asOwner(
        sql`update members set membership_end = ${inDays(20)} where id = ${second.id}`,
      );
      await database().asOwner(sql`update events set max_participants = 2 where id = ${event}`);
      await enter(event, 3, (await licensed()).serial);
      await tellOffers();
      const token = (await registrationsOf(event))[1]?.token ?? "";
      expect((await readTicket(token))?.refusal).toMatchObject({ reason: "registration.licence" });
      await acceptOffer(token);
      expect(await statusesOf(event)).toEqual(["confirmed", "offered", "waiting"]);
      await database().asOwner(
        sql`update members set membership_end = ${inDays(200)} where id = ${second.id}`,
      );
      await acceptOffer(token);
      expect(await statusesOf(event)).toEqual(["confirmed", "confirmed", "waiting"]);
    });

    test("leaves those alone who registered before the event asked", async () => {
      const event = await open({ asks_licence: false });
      await enter(event, 1, null, PAID);
      await database().asOwner(sql`update events set asks_licence = true where id = ${event}`);
      expect(await payable(await orderOf(event))).toBe("ok");
    });
  });

  test("late money of a licence pays for the place that it has meanwhile under another address", async () => {
    const event = await open();
    const { serial } = await licensed();
    await enter(event, 1, serial, PAID);
    const order = await orderOf(event);
    await endHold(order);
    await enter(event, 2, serial, PAID);
    expect(await pay(order)).toBe("fulfilled");
    expect(await statusesOf(event)).toEqual(["confirmed", "cancelled"]);
  });

  describe("staff", () => {
    const create = (event: string, n: number, licence: number | null) =>
      asAdmin((db) =>
        createRegistration(db, {
          ...person(n),
          licence,
          event_id: event,
          price_id: FREE,
          seen_due: 0,
          language: "fr",
          waiting: false,
          receipt: null,
          key: newId(),
          means: "cash",
          float_GNF: undefined,
          float_XOF: undefined,
        } as Parameters<typeof createRegistration>[1]),
      );

    test("register somebody without a licence, and with none that is not theirs, or used", async () => {
      const event = await open();
      const [mine, other] = [await licensed(), await licensed({ birth_date: "2001-02-04" })];
      await create(event, 1, null);
      await create(event, 2, mine.serial);
      await expect(create(event, 3, other.serial)).rejects.toMatchObject({ field: "licence" });
      await expect(create(event, 4, mine.serial)).rejects.toMatchObject({ field: "licence" });
      expect(await serialsOf(event)).toEqual([null, mine.serial]);
    });

    test("correct it, and keep one that has ended since", async () => {
      const event = await open();
      const { id, serial } = await licensed();
      const row = await create(event, 1, serial);
      await suspend(id);
      const form = {
        ...person(1),
        guardian: null,
        language: "fr",
        price_id: FREE,
        lastName: "Camara",
      } as const;
      await asAdmin((db) => correctRegistration(db, row.id, { ...form, licence: serial }));
      expect(await serialsOf(event)).toEqual([serial]);
      await asAdmin((db) => correctRegistration(db, row.id, { ...form, licence: null }));
      expect(await serialsOf(event)).toEqual([null]);
      const again = asAdmin((db) => correctRegistration(db, row.id, { ...form, licence: serial }));
      await expect(again).rejects.toMatchObject({ field: "licence" });
    });
  });

  describe("the door", () => {
    const { as, volunteer } = volunteers(database);

    test("finds a registration by the number of its licence, and by the card, at that event alone", async () => {
      const { id, event } = await volunteer({ asks_licence: true, max_participants: 9 });
      const [mine, other] = [await licensed(), await licensed()];
      const elsewhere = await open();
      const [one, two] = await asSystem("test", async (db) => [
        await insertRow(db, "event_registrations", place(event, mine.serial, "Hawa")),
        await insertRow(db, "event_registrations", place(elsewhere, other.serial, "Binta")),
      ]);
      const enterBy = (input: string) => as(id, (db) => checkInAtDoor(db, event, input));
      for (const unknown of [formatLicence(other.serial), formatLicence(999_999), "/V/AAAA"]) {
        await expect(enterBy(unknown)).rejects.toMatchObject({ kind: "conflict" });
      }
      const number = formatLicence(mine.serial);
      const found = await as(id, (db) => findAtDoor(db, event, number.toLowerCase(), false));
      expect(found.rows.map((row) => row.id)).toEqual([one]);
      expect(await enterBy(number.replaceAll("-", " "))).toMatchObject({ id: one });
      await as(id, (db) => undoCheckIn(db, one ?? ""));
      const [row] = await database().asOwner<{ token: string }>(
        sql`select application_token as token from members where id = ${mine.id}`,
      );
      const card = await readOwnLicence(row?.token ?? "");
      expect(await enterBy(card?.address ?? "")).toMatchObject({ id: one });
      expect(two).toBeDefined();
    });

    test("reads the state of a licence on the day of the event, in words", async () => {
      const { id, event } = await volunteer({ asks_licence: true });
      const [fine, suspended, ended] = [await licensed(), await licensed(), await licensed()];
      await suspend(suspended.id);
      await database().asOwner(
        sql`update members set status = 'expired', membership_end = ${inDays(-1)} where id = ${ended.id}`,
      );
      const all = [fine.serial, suspended.serial, ended.serial, null];
      await asSystem("test", async (db) => {
        for (const [n, serial] of all.entries()) {
          await insertRow(db, "event_registrations", place(event, serial, `Nom ${n}`));
        }
      });
      const read = async () => {
        const { rows } = await as(id, (db) => findAtDoor(db, event, "nom", false));
        return rows.map(
          ({ licence }) => licence && [licence.text.split("\u202f: ").at(-1), licence.isValid],
        );
      };
      expect(await read()).toEqual([
        ["valable", true],
        ["suspendue", false],
        ["terminée", false],
        ["Sans licence", false],
      ]);
      await database().asOwner(sql`update events set asks_licence = false where id = ${event}`);
      expect(await read()).toEqual([undefined, undefined, undefined, undefined]);
    });
  });

  test("the database says of a licence what the register says", async () => {
    const { id, serial } = await licensed();
    const days = [inDays(-11), inDays(0), inDays(100), inDays(199), inDays(201)];
    for (const change of [
      sql`update members set status = 'active' where id = ${id}`,
      sql`update licences set suspended_from = ${inDays(50)}, suspended_until = ${inDays(120)} where serial = ${serial}`,
      sql`update members set status = 'suspended' where id = ${id}`,
      sql`update members set status = 'expired' where id = ${id}`,
    ]) {
      await database().asOwner(change);
      for (const day of days) {
        await asSystem("test", async (db) => {
          const held = await findLicence(db, serial);
          if (!held) throw new Error("no licence");
          expect(await readLicenceState(db, serial, { date: day, asks_club: false })).toBe(
            licenceState(held.holder, held.licence, day),
          );
        });
      }
    }
  });

  test("an erased person leaves the number with no registration", async () => {
    const event = await open();
    const { id, serial } = await licensed({ email: "erased-holder@example.org" });
    await enter(event, "parent", serial);
    await asAdmin((db) => deleteMembers(db, [id]));
    expect(await serialsOf(event)).toEqual([serial]);
    await database().asOwner(sql`update licences set member_id = null where serial = ${serial}`);
    expect(await serialsOf(event)).toEqual([null]);
  });
});
