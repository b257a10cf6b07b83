import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  deleteEvents,
  eventForm,
  setEventStatus,
  updateEvent,
} from "../../app/events/events.staff.server.ts";
import { queueMail } from "../../app/mail/outbox.visitor.server.ts";
import { cancelByStaff } from "../../app/registrations/admin/staff-registration.staff.server.ts";
import "../registrations/event.ts";
import { updateNews } from "../../app/news/news.staff.server.ts";
import { countSamples, removeSamples } from "../../app/office/home/samples.staff.server.ts";
import { insertParents, insertRow } from "../database/tables.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { MANAGED } from "./records/operations.ts";

const ADMIN = newId();
const is_sample = true;

withDatabase((_engine, database) => {
  const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
  const add = (table: string, values: object = {}) =>
    asSystem("test", (db) => insertRow(db, table, { ...values }));
  const addFile = (cover_url?: string) =>
    add("static_files", { is_sample, cover_url, file_url: `/files/samples/${newId()}.pdf` });
  const addressOf = async (file: string) => {
    const [row] = await database().asOwner<{ file_url: string }>(
      sql`select file_url from static_files where id = ${file}`,
    );
    return row?.file_url ?? "";
  };
  const isThere = async (table: string, id: string) => {
    const rows = await database().asOwner(
      sql`select from ${sql.identifier(table)} where id = ${id}`,
    );
    return rows.length === 1;
  };
  /** Removes what is still sample, as many as were counted. */
  const remove = async () => {
    const counted = (await asAdmin(countSamples)).reduce((sum, { count }) => sum + count, 0);
    expect(await asAdmin(removeSamples)).toBe(counted);
  };

  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
    }),
  );

  test("a file stays that something written by staff names, and only that", async () => {
    const [inText, inPicture, inSection, byCover, ofSample, alone] = await Promise.all([
      addFile(),
      addFile(),
      addFile(),
      addFile(`/files/uploads/samples-${newId()}-cover.webp`),
      addFile(),
      addFile(),
    ]);
    await add("news", { content: `Voir [ici](${await addressOf(inText)}).` });
    await add("partners", { logo_url: await addressOf(inPicture) });
    await add("page_sections", { settings: { items: [{ url: await addressOf(inSection) }] } });
    const [cover] = await database().asOwner<{ cover_url: string }>(
      sql`select cover_url from static_files where id = ${byCover}`,
    );
    await add("events", { image_url: cover?.cover_url });
    const sample = await add("news", { is_sample, content: await addressOf(ofSample) });
    await remove();
    for (const file of [inText, inPicture, inSection, byCover]) {
      expect(await isThere("static_files", file)).toBe(true);
    }
    expect(await isThere("static_files", ofSample)).toBe(false);
    expect(await isThere("static_files", alone)).toBe(false);
    expect(await isThere("news", sample)).toBe(false);
  });

  test("a sample that staff edited stays, with the file that it names", async () => {
    const form = MANAGED.find(({ table }) => table === "news")?.form as object;
    const file = await addFile();
    const article = await add("news", { is_sample });
    const content = `Le règlement : ${await addressOf(file)}`;
    await asAdmin((db) => updateNews(db, article, { ...form, content } as never));
    await remove();
    expect(await isThere("news", article)).toBe(true);
    expect(await isThere("static_files", file)).toBe(true);
  });

  test("an event that stays for its registrations keeps the file that it names", async () => {
    const file = await addFile();
    const event = await add("events", { is_sample, description: await addressOf(file) });
    await add("event_registrations", { event_id: event });
    await remove();
    expect(await isThere("events", event)).toBe(true);
    expect(await isThere("static_files", file)).toBe(true);
  });

  describe("the invented people at a sample event", () => {
    const people = async (event: string) => {
      const [row] = await database().asOwner<{ invented: number; real: number; taken: number }>(sql`
        select count(*) filter (where r.is_sample)::int as invented,
          count(*) filter (where not r.is_sample)::int as real, current_participants as taken
        from events e left join event_registrations r on r.event_id = e.id
        where e.id = ${event} and r.id is not null group by e.id`);
      return row ?? { invented: 0, real: 0, taken: 0 };
    };
    const registration = { status: "confirmed" };
    const addEvent = async () => {
      const event = await add("events", { is_sample, max_participants: 8 });
      for (const one of ["a", "b", "c"]) {
        const email = `${one}@exemple.invalid`;
        await add("event_registrations", { event_id: event, is_sample, email, ...registration });
      }
      return event;
    };

    test("keep it from nobody: both go together, by the button and by its own deletion", async () => {
      const [event, deleted] = [await addEvent(), await addEvent()];
      await asAdmin((db) => deleteEvents(db, [deleted]));
      expect(await isThere("events", deleted)).toBe(false);
      await remove();
      expect(await isThere("events", event)).toBe(false);
    });

    const save = async (event: string, change: object) => {
      const stored = await asAdmin((db) => eventForm.find(db, event));
      const fields = { ...eventForm.fieldsOf(stored as never), description: "Deux jours." };
      const form = eventForm.schema.parse({ ...fields, ...change }) as never;
      return asAdmin((db) => updateEvent(db, event, form));
    };

    test("leave when it becomes real by any edit, and real people stay", async () => {
      const event = await addEvent();
      await add("event_registrations", { event_id: event, ...registration });
      expect(await people(event)).toEqual({ invented: 3, real: 1, taken: 4 });
      await asAdmin((db) => setEventStatus(db, [event], "ongoing"));
      expect(await people(event), "a status makes nothing real").toMatchObject({ invented: 3 });
      await save(event, { title: "Coupe de Conakry" });
      expect(await people(event)).toEqual({ invented: 0, real: 1, taken: 1 });
    });

    test("hold no place against a form that leaves fewer of them, and hear of no move", async () => {
      const event = await addEvent();
      const change = { unlimited: "", max_participants: "2", location: "Kindia" };
      expect(await save(event, change)).toBe(0);
      expect(await people(event)).toEqual({ invented: 0, real: 0, taken: 0 });
    });

    test("get no mail, whatever is queued, and staff change nothing of them", async () => {
      const event = await addEvent();
      const mail = { recipient: "a@exemple.invalid", template: "x", language: "fr" } as const;
      const words = { subject: "x", text_body: "x", html_body: "x" };
      await asSystem("test", (db) => queueMail(db, { ...mail, ...words } as never));
      expect(await database().asOwner("select from mail_outbox")).toEqual([]);
      const [one] = await database().asOwner<{ id: string }>(
        sql`select id from event_registrations where event_id = ${event} limit 1`,
      );
      await expect(asAdmin((db) => cancelByStaff(db, one?.id ?? ""))).rejects.toMatchObject({
        kind: "conflict",
      });
      await asAdmin((db) => removeSamples(db));
    });
  });

  test("a page of which one section is real stays whole, with the files of its samples", async () => {
    const file = await addFile();
    const mixed = await add("pages", { is_sample });
    await add("page_sections", { page_id: mixed });
    const image_url = await addressOf(file);
    const section = await add("page_sections", { page_id: mixed, is_sample, image_url });
    const own = await add("pages", { is_sample });
    const missing = await add("page_sections", { page_id: own, is_sample });
    await remove();
    expect(await isThere("pages", mixed)).toBe(true);
    expect(await isThere("page_sections", section)).toBe(true);
    expect(await isThere("static_files", file)).toBe(true);
    expect(await isThere("pages", own)).toBe(false);
    expect(await isThere("page_sections", missing)).toBe(false);
  });

  test("a member who ordered something stays, with the type of membership", async () => {
    const type = await add("membership_types", { is_sample });
    const member = await add("members", { is_sample, membership_type_id: type });
    await add("orders", { subject_id: member });
    const other = await add("membership_types", { is_sample });
    const applicant = await add("members", { is_sample, membership_type_id: other });
    await remove();
    expect(await isThere("members", member)).toBe(true);
    expect(await isThere("membership_types", type)).toBe(true);
    expect(await isThere("members", applicant)).toBe(false);
    expect(await isThere("membership_types", other)).toBe(false);
  });
});
