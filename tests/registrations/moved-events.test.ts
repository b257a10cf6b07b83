import "../mail/settings.ts";
import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { setClock } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { type EventForm, eventFormSchema } from "../../app/events/event-schema.ts";
import { setEventStatus, updateEvent } from "../../app/events/events.staff.server.ts";
import { NoticeNeeded } from "../../app/kit/form/save.server.ts";
import { restoreVersion } from "../../app/office/journal/restorables.server.ts";
import { undoBatch } from "../../app/office/journal/undo.staff.server.ts";
import { takeCash } from "../../app/payments/ledger/money.staff.server.ts";
import { eventChangesJob } from "../../app/registrations/places/event-changes.jobs.server.ts";
import { settleEvents } from "../../app/registrations/places/places.system.server.ts";
import { giveUp, readTicket } from "../../app/registrations/tickets/tickets.system.server.ts";
import { insertRow } from "../database/tables.ts";
import { takenByProvider } from "../payments/support/desk.ts";
import { withDatabase } from "../support/database/test-database.ts";
import {
  followChanges,
  join,
  mailsTo,
  makeEvent,
  orderOf,
  PAID,
  registrationsOf,
  saveAndTell,
} from "./event.ts";

// An event is moved: who hears of it, and what becomes of those who cannot come then.

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const address = (n: number | string) => `person-${n}@example.org`;

withDatabase((_engine, database) => {
  let event: string;

  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(async () => {
    await database().asOwner("delete from mail_outbox");
    await database().asOwner("update event_changes set done_at = now()");
    event = await makeEvent(4);
  });
  afterEach(() => setClock());

  const refundsOf = (order: string) =>
    database().asOwner(sql`select status, reason, amount from refunds where order_id = ${order}`);
  const openChanges = () =>
    database().asOwner(sql`select kind from event_changes where done_at is null`);

  describe("an event that is moved", () => {
    const form = (values: object): EventForm =>
      eventFormSchema.parse({
        title: "Coupe",
        description: "Deux jours.",
        date: "2099-01-01",
        time: "10:00",
        location: "Conakry",
        category: "Tournoi",
        type: "in-person",
        status: "upcoming",
        max_participants: "4",
        price: "0",
        currency: "XOF",
        "prices.0.id": PAID,
        "prices.0.name": "Standard",
        "prices.0.amount": "25000",
        "prices.0.description": "Une place",
        ...values,
      });
    const move = (values: object) => saveAndTell(asAdmin, event, form(values));
    beforeEach(async () => {
      await move({});
      await database().asOwner("update event_changes set done_at = now()");
    });

    test("tells whoever has no place yet where they stand, not that a place is theirs", async () => {
      await database().asOwner(sql`update events set max_participants = 1 where id = ${event}`);
      await join(event, "here", PAID);
      await join(event, "line", PAID);
      await database().asOwner(
        sql`update event_registrations set status = 'offered', offer_hours = 24, offered_at = now()
            where event_id = ${event} and status = 'held'`,
      );
      await database().asOwner("delete from mail_outbox");
      await move({ date: "2099-02-02", max_participants: "1" });
      await followChanges();
      const textOf = async (n: string) =>
        (
          await database().asOwner<{ text_body: string }>(
            sql`select text_body from mail_outbox where recipient = ${address(n)}`,
          )
        )[0]?.text_body;
      expect(await textOf("here")).toContain("vous est proposée");
      expect(await textOf("line")).toContain("liste d’attente");
      for (const n of ["here", "line"]) expect(await textOf(n)).not.toContain("reste valable");
    });

    test("tells everybody once, however often it was saved before they were told", async () => {
      await join(event, 1, PAID);
      await database().asOwner("delete from mail_outbox");
      await move({ title: "Coupe de Conakry" });
      expect(await openChanges()).toEqual([]);
      await move({ date: "2099-02-01" });
      await move({ date: "2099-03-01", location: "Kindia" });
      await followChanges();
      await followChanges();
      expect(await mailsTo(address(1))).toEqual(["event-moved"]);
      const [{ text_body: text } = { text_body: "" }] = await database().asOwner<{
        text_body: string;
      }>("select text_body from mail_outbox");
      expect(text).toContain("1er janvier 2099");
      expect(text).toContain("1er mars 2099");
      expect(text).not.toContain("février");
      expect(text).toContain("Kindia");
      await move({ date: "2099-04-01", location: "Kindia" });
      await followChanges();
      expect(await mailsTo(address(1))).toEqual(["event-moved", "event-moved"]);
      const [{ sequence } = { sequence: 0 }] = await database().asOwner<{ sequence: number }>(
        sql`select sequence from events where id = ${event}`,
      );
      expect(sequence).toBeGreaterThanOrEqual(2);
    });

    describe("more places for those who wait", () => {
      const save = (values: object, told?: string) =>
        asAdmin((db) => updateEvent(db, event, { ...form(values), told }));
      const ask = async (values: object, told?: string) => {
        const refused = await save(values, told).catch((error: unknown) => error);
        if (refused instanceof NoticeNeeded) return refused.notice;
        throw refused ?? new Error("it was saved");
      };
      const statuses = async () =>
        (await registrationsOf(event)).map(({ status }) => status).sort();
      /** Two places are taken, and three people wait, one of whom reads English. */
      beforeEach(async () => {
        await save({ max_participants: "2" });
        for (const n of [1, 2, 3, 4, 5]) await join(event, n, PAID);
        await database().asOwner(sql`update event_registrations set language = 'en'
          where event_id = ${event} and email = ${address(4)}`);
        await database().asOwner("delete from mail_outbox");
      });

      test("are offered once the number and the words were confirmed, and not before", async () => {
        const notice = await ask({ max_participants: "4" });
        expect(notice).toMatchObject({
          people: 2,
          mails: [
            { to: "1 personne de la liste d’attente en français", language: "fr", people: 1 },
            { to: "1 personne de la liste d’attente en anglais", language: "en", people: 1 },
          ],
        });
        expect(notice.mails[0]?.text).toContain("Une place s’est libérée");
        expect(notice.mails[0]?.text).not.toContain("\n--");
        // Nothing was written, so nothing is offered.
        await settleEvents();
        expect(await statuses()).toEqual(["held", "held", "waiting", "waiting", "waiting"]);
        // Another number asks again.
        expect((await ask({ max_participants: "5" }, notice.seen)).people).toBe(3);
        expect(await save({ max_participants: "4" }, notice.seen)).toBe(2);
        await settleEvents();
        expect(await statuses()).toEqual(["held", "held", "offered", "offered", "waiting"]);
        expect(await mailsTo(address(3))).toEqual(["place-offered"]);
        expect(await mailsTo(address(5))).toEqual([]);
        // Saved again, it tells nobody.
        expect(await save({ max_participants: "4", title: "Grande coupe" })).toBe(0);
      });

      test("without any limit are for all of them; a move besides counts each person once", async () => {
        expect((await ask({ max_participants: "", unlimited: "on" })).people).toBe(3);
        const both = await ask({ max_participants: "3", date: "2099-02-01" });
        expect(both.people).toBe(5);
        expect(both.mails.map(({ to }) => to)).toEqual([
          "4 personnes inscrites en français",
          "1 personne inscrite en anglais",
          "1 personne de la liste d’attente en français",
        ]);
      });

      test("of a package ask too, and what opens an event that was over", async () => {
        await database().asOwner(
          sql`update events set max_participants = null where id = ${event}`,
        );
        await database().asOwner(
          sql`update event_packages set quota = 2 where event_id = ${event} and key = ${PAID}`,
        );
        const wide = { max_participants: "", unlimited: "on" };
        expect(await save({ ...wide, "prices.0.quota": "2" })).toBe(0);
        expect((await ask({ ...wide, "prices.0.quota": "3" })).people).toBe(1);
        await database().asOwner(
          sql`update events set status = 'completed', max_participants = 3 where id = ${event}`,
        );
        await database().asOwner(
          sql`update event_packages set quota = null where event_id = ${event}`,
        );
        const open = asAdmin((db) => setEventStatus(db, [event], "upcoming"));
        await expect(open).rejects.toBeInstanceOf(NoticeNeeded);
      });

      test("that others get meanwhile ask again", async () => {
        const notice = await ask({ max_participants: "5" });
        expect(notice.people).toBe(3);
        await giveUpFirst();
        await settleEvents();
        expect((await ask({ max_participants: "5" }, notice.seen)).people).toBe(2);
      });
      const giveUpFirst = () =>
        database().asOwner(sql`update event_registrations set status = 'cancelled'
          where event_id = ${event} and email = ${address(1)}`);
    });

    test("asks first: nothing is saved before the number and the words were confirmed", async () => {
      for (const n of [1, 2]) await join(event, n, PAID);
      await database().asOwner(sql`update event_registrations set language = 'en'
        where event_id = ${event} and email = ${address(2)}`);
      await database().asOwner("delete from mail_outbox");
      const save = (values: object, told?: string) =>
        asAdmin((db) => updateEvent(db, event, { ...form(values), told }));
      const ask = async (values: object, told?: string) => {
        const refused = await save(values, told).catch((error: unknown) => error);
        if (refused instanceof NoticeNeeded) return refused.notice;
        throw refused ?? new Error("it was saved");
      };
      const notice = await ask({ date: "2099-02-01" });
      expect(notice).toMatchObject({
        people: 2,
        mails: [{ language: "fr" }, { language: "en", people: 1 }],
      });
      expect(notice.mails[0]?.text).toContain("1er février 2099");
      expect(notice.mails[1]?.text).toContain("Before: ");
      expect(await openChanges()).toEqual([]);
      // Another change, or somebody more: it asks again.
      expect((await ask({ date: "2099-03-01" }, notice.seen)).seen).not.toBe(notice.seen);
      await join(event, 3, PAID);
      const more = await ask({ date: "2099-02-01" }, notice.seen);
      expect(more.people).toBe(3);
      await database().asOwner("delete from mail_outbox");
      expect(await save({ date: "2099-02-01" }, more.seen)).toBe(3);
      await followChanges();
      for (const n of [1, 2, 3]) expect(await mailsTo(address(n))).toEqual(["event-moved"]);
    });

    test("is read in one language: a place that changes in the other one writes to nobody else", async () => {
      await move({ location_en: "Palace" });
      for (const n of [1, 2]) await join(event, n, PAID);
      await database().asOwner(sql`update event_registrations set language = 'en'
        where event_id = ${event} and email = ${address(2)}`);
      await database().asOwner("delete from mail_outbox");
      await move({ location_en: "People’s Palace" });
      await followChanges();
      expect([await mailsTo(address(1)), await mailsTo(address(2))]).toEqual([[], ["event-moved"]]);
      await move({ location: "Kindia", location_en: "People’s Palace" });
      await followChanges();
      expect([await mailsTo(address(1)), await mailsTo(address(2))]).toEqual([
        ["event-moved"],
        ["event-moved"],
      ]);
      // A translation that goes is no other place.
      await move({ location: "Kindia" });
      await followChanges();
      expect(await mailsTo(address(2))).toEqual(["event-moved"]);
    });

    test("says so before those are missed who read an English place that did not follow", async () => {
      await move({ location_en: "Palace" });
      await join(event, 1, PAID);
      await database().asOwner(sql`update event_registrations set language = 'en'
        where event_id = ${event}`);
      const save = asAdmin((db) =>
        updateEvent(db, event, form({ location: "Kindia", location_en: "Palace" })),
      );
      await expect(save).rejects.toMatchObject({
        notice: { people: 0, notes: [expect.stringContaining("Palace")] },
      });
    });

    test("by an old version asks the same, and is taken back by no button", async () => {
      await join(event, 1, PAID);
      await move({ date: "2099-02-01" });
      const [entry] = await database().asOwner<{ batch: string }>(
        sql`select batch from audit_log where entity_id = ${event}
          and action = 'events.update-registered' order by created_at desc, id desc limit 1`,
      );
      await expect(asAdmin((db) => undoBatch(db, entry?.batch ?? ""))).rejects.toMatchObject({
        kind: "conflict",
      });
      const [{ updated_at } = { updated_at: "" }] = await database().asOwner<{
        updated_at: string;
      }>(sql`select updated_at from events where id = ${event}`);
      const seen = new Date(updated_at).toISOString();
      const [{ number } = { number: 0 }] = await database().asOwner<{ number: number }>(
        sql`select max(number) - 1 as number from versions where entity_id = ${event}`,
      );
      const restore = (told?: string) =>
        asAdmin((db) => restoreVersion(db, "events", event, { number, seen, told }));
      const refused = await restore().catch((error: unknown) => error);
      if (!(refused instanceof NoticeNeeded)) throw refused;
      expect(refused.notice.people).toBe(1);
      expect(await restore(refused.notice.seen)).toBe(true);
    });

    test("and moved back before anybody was told, says nothing", async () => {
      await join(event, 1, PAID);
      await database().asOwner("delete from mail_outbox");
      await move({ date: "2099-02-01" });
      await move({});
      await followChanges();
      expect(await mailsTo(address(1))).toEqual([]);
    });

    test("and moved again, or back, while some were told: each hears what is so, from what they knew", async () => {
      for (const n of [1, 2]) await join(event, n, PAID);
      await database().asOwner("delete from mail_outbox");
      await move({ date: "2099-02-01" });
      let looks = 0;
      // One is told, then the process ends.
      const signal = new Proxy(new AbortController().signal, {
        get: (target, name) => (name === "aborted" ? looks++ > 0 : Reflect.get(target, name)),
      });
      await eventChangesJob.run(signal);
      expect([await mailsTo(address(1)), await mailsTo(address(2))]).toEqual([["event-moved"], []]);
      await move({});
      await join(event, 3, PAID);
      await followChanges();
      expect(await mailsTo(address(1))).toEqual(["event-moved", "event-moved"]);
      expect(await mailsTo(address(2)), "for them it never moved").toEqual([]);
      expect(await mailsTo(address(3)), "who came later knew").not.toContain("event-moved");
      expect(await openChanges()).toEqual([]);
    });

    test("and was over by its dates: who registered hears that it is to come", async () => {
      await join(event, 1, PAID);
      await asAdmin((db) => setEventStatus(db, [event], "completed"));
      await database().asOwner("delete from mail_outbox");
      await move({ date: "2099-05-01" });
      await followChanges();
      expect(await mailsTo(address(1))).toEqual(["event-moved"]);
    });

    test("gives back all that was paid to whoever does not come then, at once", async () => {
      await join(event, 1, PAID);
      const order = await orderOf(event);
      await asAdmin((db) => takeCash(db, order, { key: newId(), receipt: null }));
      await move({ date: "2099-02-01" });
      await followChanges();
      await join(event, 2, PAID);
      const later = await orderOf(event, 1);
      await asAdmin((db) => takeCash(db, later, { key: newId(), receipt: null }));
      const [one, two] = await registrationsOf(event);
      expect(await readTicket(one?.token ?? "")).toMatchObject({ moved: true });
      expect(await readTicket(two?.token ?? ""), "who came later knew").toMatchObject({
        moved: false,
      });
      await takenByProvider(database(), event);
      for (const [n, row] of [one, two].entries()) {
        await giveUp(row?.token ?? "", address(n + 1));
      }
      expect(await refundsOf(order)).toMatchObject([{ status: "approved", amount: 25_000 }]);
      expect(await refundsOf(later)).toMatchObject([{ status: "requested" }]);
    });
  });
});
