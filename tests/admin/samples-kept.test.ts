import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { asStaff, asSystem, type StaffDb } from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
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
