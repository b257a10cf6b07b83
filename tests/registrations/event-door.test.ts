import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { currentTime } from "../../app/core/process/clock.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { DAY } from "../../app/core/values/durations.ts";
import { cancelEvent } from "../../app/events/cancellation/cancellation.staff.server.ts";
import {
  addToDoor,
  listDoorAccounts,
  removeFromDoor,
} from "../../app/events/door/event-door.staff.server.ts";
import { eventFormSchema } from "../../app/events/event-schema.ts";
import {
  deleteEvents,
  findDeletions,
  setEventStatus,
  updateEvent,
} from "../../app/events/events.staff.server.ts";
import { isoDay } from "../../app/i18n/format.ts";
import { sweepRetention } from "../../app/people/retention/retention.jobs.server.ts";
import { insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { reopenEventOf, saveAndTell } from "./event.ts";

const inDays = (days: number) => isoDay(new Date(currentTime().getTime() + days * DAY));

withDatabase((_engine, database) => {
  const insert = (table: string, values: object = {}) =>
    asSystem("test", (db) => insertRow(db, table, values as Record<string, unknown>));
  const rows = <T>(statement: ReturnType<typeof sql>) => database().asOwner<T>(statement);

  let staff: string;
  let event: string;
  let volunteer: string;
  const as = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: staff }, work);
  const add = (of = event, who = volunteer) => as((db) => addToDoor(db, of, who));
  /** What the volunteer was told, by the news in the keys of its mails. */
  const told = async () => {
    const mails = await rows<{ key: string }>(
      sql`select key from mail_outbox where template = 'event-door' and key like ${`%:${volunteer}:%`} order by created_at, id`,
    );
    return mails.map(({ key }) => key.split(":")[3]);
  };
  const placed = async () =>
    (
      await rows<{ id: string }>(
        sql`select event_id as id from event_door where account_id = ${volunteer}`,
      )
    ).length;

  beforeEach(async () => {
    staff = await insert("profiles", { roles: ["events"], name: "Sékou Bah" });
    event = await insert("events", { date: inDays(5), title: "Coupe de Kindia" });
    volunteer = await insert("profiles", { roles: ["door"], name: "Fanta Keïta" });
  });

  describe("somebody at the door of an event", () => {
    test("is placed once, told once, and the log says by whom", async () => {
      expect(await add()).toEqual({ name: "Fanta Keïta", isTold: true });
      expect(await add()).toEqual({ name: "Fanta Keïta", isTold: false });
      expect([await placed(), await told()]).toEqual([1, ["added"]]);
      const log = await rows(sql`select action, staff_name, label, after
        from audit_log join audit_values using (id) where entity_id = ${event}`);
      const after = { account_id: volunteer };
      const entry = { action: "events.door-add", staff_name: "Sékou Bah" };
      expect(log).toEqual([{ ...entry, label: "Coupe de Kindia", after }]);
    });

    test("is placed once by two who do it at once", async () => {
      await Promise.all([add(), add()]);
      expect([await placed(), await told()]).toEqual([1, ["added"]]);
    });

    test("is taken away, told so, and only once", async () => {
      await add();
      const remove = () => as((db) => removeFromDoor(db, event, volunteer));
      expect(await remove()).toMatchObject({ isTold: true });
      expect(await remove()).toMatchObject({ isTold: false });
      expect([await placed(), await told()]).toEqual([0, ["added", "removed"]]);
    });

    test("has the role, at an event that is neither over nor cancelled", async () => {
      const conflict = { kind: "conflict" };
      const editor = await insert("profiles", { roles: ["editor"] });
      const out = await insert("profiles", { roles: ["door"], is_active: false });
      for (const who of [editor, out])
        await expect(add(event, who)).rejects.toMatchObject(conflict);
      await expect(add(event, newId())).rejects.toMatchObject({ kind: "not-found" });
      await expect(add(newId())).rejects.toMatchObject({ kind: "not-found" });
      await expect(add(event, "' or true --")).rejects.toMatchObject({ kind: "not-found" });
      const over = await insert("events", { date: inDays(-2), status: "completed" });
      const cancelled = await insert("events", { date: inDays(2), status: "cancelled" });
      for (const of of [over, cancelled]) await expect(add(of)).rejects.toMatchObject(conflict);
      expect(await told()).toEqual([]);
      // The day after it is still a day at the door.
      await add(await insert("events", { date: inDays(-1), status: "completed" }));
    });

    test("is placed by nobody else than who tends the events", async () => {
      for (const role of ["door", "editor", "treasurer"]) {
        const other = await insert("profiles", { roles: [role] });
        const work = asStaff({ id: other }, (db) => addToDoor(db, event, volunteer));
        await expect(work, role).rejects.toThrow();
      }
      expect(await placed()).toBe(0);
    });

    test("is listed with who may be, and with who was put out meanwhile", async () => {
      await add();
      const other = await insert("profiles", { roles: ["door", "editor"] });
      const gone = await insert("profiles", { roles: ["door"] });
      await add(event, gone);
      await rows(sql`update profiles set is_active = false where id = ${gone}`);
      const list = await as((db) => listDoorAccounts(db, event));
      const of = (id: string) => list.find((one) => one.id === id);
      expect(of(volunteer)).toMatchObject({ stands: true, is_active: true });
      expect(of(other)).toMatchObject({ stands: false });
      expect(of(gone)).toMatchObject({ stands: true, is_active: false });
      expect(of(staff)).toBeUndefined();
    });
  });

  test("who stood at a door is forgotten a year after the event", async () => {
    const [old, recent] = [
      await insert("events", { date: inDays(-400), status: "completed" }),
      await insert("events", { date: inDays(-400), end_date: inDays(-300), status: "completed" }),
    ];
    for (const event_id of [old, recent]) {
      await insert("event_door", { event_id, account_id: volunteer, added_by: staff });
    }
    await sweepRetention();
    const left = await rows(sql`select event_id from event_door where account_id = ${volunteer}`);
    expect(left).toEqual([{ event_id: recent }]);
  });

  describe("what becomes of the event is told to the door", () => {
    const form = (values: object) =>
      eventFormSchema.parse({
        title: "Coupe de Kindia",
        description: "D",
        date: inDays(5),
        location: "Kindia",
        category: "Tournoi",
        type: "hybrid",
        price: "0",
        currency: "XOF",
        status: "upcoming",
        max_participants: "16",
        ...values,
      });
    beforeEach(async () => {
      await rows(sql`update events set location = 'Kindia' where id = ${event}`);
      await add();
    });

    test("that it is elsewhere, but not that its text changed", async () => {
      await as((db) => updateEvent(db, event, form({ description: "Autre" })));
      expect(await told()).toEqual(["added"]);
      await saveAndTell(as, event, form({ location: "Labé" }));
      expect(await told()).toEqual(["added", "moved"]);
      const [mail] = await rows<{ text_body: string }>(
        sql`select text_body from mail_outbox where key like ${`event-door:${event}:%:moved:%`}`,
      );
      expect(mail?.text_body).toContain("Labé");
    });

    test("that it is cancelled, with people or without, and that it takes place after all", async () => {
      const direct = (status: "cancelled" | "upcoming") =>
        expect(as((db) => setEventStatus(db, [event], status))).rejects.toMatchObject({
          kind: "conflict",
        });
      // The list does neither without a word.
      await direct("cancelled");
      await as((db) => cancelEvent(db, event, { ...REASON, seen: "0, 0, 0, 1" }));
      await direct("upcoming");
      await reopenEventOf(as, event);
      expect(await told()).toEqual(["added", "cancelled", "reopened"]);
    });

    test("that it was deleted; not that one was which is over", async () => {
      const over = await insert("events", { date: inDays(-1), status: "completed" });
      await add(over);
      const stored = await rows<Parameters<typeof findDeletions>[1][number]>(
        sql`select id, title, status, date, end_date from events where id in (${event}, ${over})`,
      );
      const said = await as((db) => findDeletions(db, stored));
      expect(said[event]?.told).toMatch(
        /^1 personne tient son entrée.+: .*e-mail.*placer de nouveau/,
      );
      expect(said[over]?.told).not.toContain("e-mail");
      await as((db) => deleteEvents(db, [event, over]));
      expect(await told()).toEqual(["added", "added", "cancelled"]);
      expect(await placed()).toBe(0);
    });

    test("to nobody who is there no more", async () => {
      await rows(sql`update profiles set is_active = false where id = ${volunteer}`);
      await saveAndTell(as, event, form({ location: "Labé" }));
      expect(await told()).toEqual(["added"]);
    });
  });
});

const REASON = { cancellation_reason: "La salle est inondée.", cancellation_reason_en: null };
