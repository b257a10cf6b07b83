import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { markRead } from "../../../app/contact/contact.staff.server.ts";
import { asStaff, asSystem, type StaffDb } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import type { eventFormSchema } from "../../../app/events/event-schema.ts";
import { EVENT_LIST } from "../../../app/events/events.record.ts";
import {
  deleteEvents,
  findDeletions,
  listAllEvents,
} from "../../../app/events/events.staff.server.ts";
import { parseListQuery } from "../../../app/records/list/list-query.ts";
import { insertParents, insertRow } from "../../database/tables.ts";
import { saveAndTell } from "../../registrations/event.ts";
import { withDatabase } from "../../support/database/test-database.ts";
import { MANAGED } from "./operations.ts";

const ADMIN = newId();
const form = MANAGED.find(({ table }) => table === "events")?.form;

withDatabase((_engine, database) => {
  const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
  const added = (table: string, values = {}) =>
    asSystem("test", (db) => insertRow(db, table, values));

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
    }),
  );

  describe("an event for which people registered", () => {
    let event: string;
    beforeEach(async () => {
      event = await added("events", { title: "La finale", max_participants: 10 });
      for (const _ of [1, 2, 3]) {
        await added("event_registrations", { event_id: event, status: "confirmed" });
      }
    });
    const save = (max_participants: number | null) => {
      const values = { ...(form as ReturnType<typeof eventFormSchema.parse>), max_participants };
      return saveAndTell(asAdmin, event, values);
    };

    test("is not deleted, nor what was to be deleted with it, and the refusal says why", async () => {
      const other = await added("events");
      // The question says it before.
      const { rows } = await asAdmin((db) =>
        listAllEvents(db, parseListQuery(EVENT_LIST, new URLSearchParams())),
      );
      const said = await asAdmin((db) => findDeletions(db, rows));
      expect(said[event]?.inUse).toContain("3 inscriptions");
      expect(said).not.toHaveProperty(other);
      await expect(asAdmin((db) => deleteEvents(db, [other, event]))).rejects.toMatchObject({
        kind: "conflict",
        message: expect.stringMatching(
          /^«.La finale.» a 3 inscriptions, gardées jusqu’au .+, et l’événement avec\. Pour qu’il n’ait pas lieu, .*Annuler l’événement/,
        ),
      });
      const left = await database().asOwner(
        sql`select id from events where id in (${other}, ${event})`,
      );
      expect(left).toHaveLength(2);
      // Of one that is cancelled it is not said to cancel it.
      await database().asOwner(sql`update events set status = 'cancelled', date = '2026-03-01'
        where id = ${event}`);
      await expect(asAdmin((db) => deleteEvents(db, [event]))).rejects.toMatchObject({
        message: expect.stringMatching(/gardées jusqu’au 1er mars 2027, et l’événement avec\.$/),
      });
    });

    test("keeps as many places as are taken", async () => {
      await expect(save(2)).rejects.toMatchObject({ field: "max_participants" });
      await save(3);
      await save(null);
      const [row] = await database().asOwner(
        sql`select max_participants, current_participants from events where id = ${event}`,
      );
      expect(row).toEqual({ max_participants: null, current_participants: 3 });
    });
  });

  test("a message that was answered does not become one that was only read", async () => {
    const answered = await added("contact_messages", { status: "replied" });
    const unread = await added("contact_messages");
    expect(await asAdmin((db) => markRead(db, [answered, unread]))).toBe(1);
    const rows = await database().asOwner(
      sql`select status from contact_messages where id in (${answered}, ${unread}) order by status`,
    );
    expect(rows).toEqual([{ status: "read" }, { status: "replied" }]);
  });
});
