import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import type { Values } from "../../../tests/database/table-expectation.ts";
import { inDays, volunteers } from "../../../tests/registrations/volunteers.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { checkEach } from "../../../tests/support/fuzz/check-each.ts";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { hasDoorAccess } from "../../events/door/event-door.operations.server.ts";
import { listOwnDoors } from "../../events/door/event-door.staff.server.ts";
import {
  checkIn,
  checkInAtDoor,
  findNearestDoor,
  listOpenDoors,
  undoCheckIn,
} from "./door.staff.server.ts";

// Who stands at the entrance of given events, and what they reach of others. The screens: tests/product/door.test.ts.

withDatabase((_engine, database) => {
  const { as, rows, insert, account, event, place, volunteer, registrant, presence } =
    volunteers(database);
  const keeps = (id: string, of: string) => as(id, (db) => hasDoorAccess(db, of));
  const forbidden = { kind: "forbidden" };

  describe("a place at a door", () => {
    test("is open from the day before its event to the day after", () =>
      checkEach<readonly [values: Values, open: boolean]>(
        (
          [
            ["two days before it", { date: inDays(2) }, false],
            ["the day before it", { date: inDays(1) }, true],
            ["on its day", {}, true],
            ["on its second day", { date: inDays(-1), end_date: inDays(1) }, true],
            ["the day after its last one", { date: inDays(-4), end_date: inDays(-1) }, true],
            ["two days after it", { date: inDays(-2) }, false],
            ["when it is moved to next month", { date: inDays(30) }, false],
            ["when it is cancelled", { status: "cancelled" }, false],
            ["when it was ended early", { status: "completed" }, true],
          ] as const
        ).map(([when, ...one]) => [when, one]),
        async ([values, open]) => {
          const { id, event } = await volunteer(values);
          expect(await keeps(id, event)).toBe(open);
          const doors = await as(id, listOpenDoors);
          expect(doors.map((one) => one.id)).toEqual(open ? [event] : []);
        },
      ));

    test("opens no other event, and none to who is not placed there", async () => {
      const [{ id }, other] = [await volunteer(), await volunteer()];
      expect(await keeps(id, other.event)).toBe(false);
      expect(await keeps(await account("door"), other.event)).toBe(false);
      expect(await keeps(id, newId())).toBe(false);
    });

    test("follows the dates of its event at the next request", async () => {
      const { id, event } = await volunteer();
      await rows(sql`update events set date = ${inDays(30)} where id = ${event}`);
      expect(await keeps(id, event)).toBe(false);
      await rows(sql`update events set date = ${inDays(1)} where id = ${event}`);
      expect(await keeps(id, event)).toBe(true);
    });

    test("ends with the role, and does not come back with it", async () => {
      const { id, event } = await volunteer();
      await rows(sql`update profiles set roles = '{editor}' where id = ${id}`);
      expect(await keeps(id, event)).toBe(false);
      await rows(sql`update profiles set roles = '{editor,door}' where id = ${id}`);
      expect(await keeps(id, event)).toBe(false);
      expect(await rows(sql`select from event_door where account_id = ${id}`)).toEqual([]);
    });

    test("is of no use to an account that is deactivated, and waits for it", async () => {
      const { id, event } = await volunteer();
      await rows(sql`update profiles set is_active = false where id = ${id}`);
      await expect(keeps(id, event)).rejects.toMatchObject(forbidden);
      await rows(sql`update profiles set is_active = true where id = ${id}`);
      expect(await keeps(id, event)).toBe(true);
    });

    test("is not needed by who tends the events, and does not come with another role", async () => {
      const { event } = await volunteer({ date: inDays(30) });
      expect(await keeps(await account("events"), event)).toBe(true);
      expect(await keeps(await account("events", "door"), event)).toBe(true);
      expect(await keeps(await insert("profiles", { role: "admin" }), event)).toBe(true);
      expect(await keeps(await account("editor", "treasurer"), event)).toBe(false);
    });

    test("goes with an event that is deleted", async () => {
      const { id, event } = await volunteer();
      await rows(sql`delete from events where id = ${event}`);
      expect(await as(id, listOwnDoors)).toEqual([]);
    });

    test("is shown before it opens, and no more when all is over", async () => {
      const { id, event: soon } = await volunteer({ date: inDays(9) });
      for (const values of [
        { date: inDays(-2) },
        { status: "cancelled" },
        { date: inDays(0), title: "Aujourd’hui" },
      ]) {
        await place(id, await event(values));
      }
      const doors = await as(id, listOwnDoors);
      expect(doors.map(({ title, isOpen }) => [title, isOpen])).toEqual([
        ["Aujourd’hui", true],
        ["T", false],
      ]);
      expect(doors[1]?.id).toBe(soon);
    });

    test("of several, today's is meant, else the next one, else the last", () => {
      const of = (...days: number[]) =>
        days.map((day) => ({ id: String(day), title: "T", date: inDays(day) }));
      expect(findNearestDoor(of(-1, 0, 1), inDays(0))).toBe("0");
      expect(findNearestDoor(of(-1, 1), inDays(0))).toBe("1");
      expect(findNearestDoor(of(-1), inDays(0))).toBe("-1");
      expect(findNearestDoor([], inDays(0))).toBeUndefined();
    });
  });

  describe("at the door", () => {
    test("somebody is let in by id, reference or ticket, taken back by a colleague, and the log knows who", async () => {
      const { id, event } = await volunteer();
      const colleague = await account("door");
      await place(colleague, event);
      const values = { reference: "FGE-7K3M-2Q", ticket_token: "billet-a-moi" };
      const row = await registrant(event, values);
      const ways = [
        (db: StaffDb) => checkIn(db, row),
        (db: StaffDb) => checkInAtDoor(db, event, "fge 7k3m 2q"),
        (db: StaffDb) => checkInAtDoor(db, event, "https://fge.example/tickets/billet-a-moi"),
      ];
      for (const way of ways) {
        await as(id, way);
        expect(await presence(row)).not.toBeNull();
        await as(colleague, (db) => undoCheckIn(db, row));
        expect(await presence(row)).toBeNull();
      }
      const log = await rows<{ action: string; staff_id: string }>(
        sql`select action, staff_id from audit_log where entity_id = ${row} order by created_at, id limit 2`,
      );
      expect(log).toEqual([
        { action: "event_registrations.check-in", staff_id: id },
        { action: "event_registrations.check-out", staff_id: colleague },
      ]);
    });

    test("what is of another event is refused, and nothing of it said", async () => {
      const { id, event } = await volunteer();
      const other = await event_of("La finale secrète");
      const row = await registrant(other, {
        reference: "FGE-9Z9Z-9Z",
        ticket_token: "billet-autre",
        last_name: "Inconnue",
      });
      await expect(as(id, (db) => checkIn(db, row))).rejects.toMatchObject(forbidden);
      await expect(as(id, (db) => checkIn(db, newId()))).rejects.toMatchObject({
        kind: "not-found",
      });
      const byCode = (of: string, code: string) => as(id, (db) => checkInAtDoor(db, of, code));
      for (const code of ["FGE-9Z9Z-9Z", "/tickets/billet-autre"]) {
        await expect(byCode(event, code)).rejects.toMatchObject({
          kind: "conflict",
          message: "ce billet est pour un autre événement",
        });
        await expect(byCode(other, code)).rejects.toMatchObject(forbidden);
      }
      expect(await presence(row)).toBeNull();
      await rows(sql`update event_registrations set checked_in_at = now() where id = ${row}`);
      await expect(as(id, (db) => undoCheckIn(db, row))).rejects.toMatchObject(forbidden);
      expect(await presence(row)).not.toBeNull();
    });
    const event_of = (title: string) => event({ title });

    test("whoever tends the events is still told whose ticket it is, and for what", async () => {
      const [tender, here] = [await account("events"), await event()];
      await registrant(await event({ title: "Coupe" }), {
        reference: "FGE-8Y8Y-8Y",
        first_name: "Hawa",
        last_name: "Bah",
      });
      const work = as(tender, (db) => checkInAtDoor(db, here, "FGE-8Y8Y-8Y"));
      await expect(work).rejects.toThrow(/Hawa Bah est pour .*Coupe/);
    });

    test("a ticket that two devices scan at once lets one person in", async () => {
      const { id, event } = await volunteer();
      const row = await registrant(event);
      const both = await Promise.allSettled(
        [1, 2].map(() => as(id, (db) => checkIn(db, row, event))),
      );
      expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      const refused = both.find((one) => one.status === "rejected");
      expect(String(refused?.reason)).toContain("déjà enregistrée");
    });

    test("whoever is taken away in the middle is refused at the next ticket", async () => {
      const { id, event } = await volunteer();
      const [first, second] = [await registrant(event), await registrant(event)];
      await as(id, (db) => checkIn(db, first, event));
      await rows(sql`delete from event_door where account_id = ${id}`);
      for (const work of [
        (db: StaffDb) => checkIn(db, second, event),
        (db: StaffDb) => undoCheckIn(db, first),
        (db: StaffDb) => checkInAtDoor(db, event, "FGE-0000-00"),
      ]) {
        await expect(as(id, work)).rejects.toMatchObject(forbidden);
      }
    });
  });
});
