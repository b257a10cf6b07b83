import "../../../tests/mail/settings.ts";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { asStaff, asSystem } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { deleteDraft, readDraft, saveDraft } from "./drafts.staff.server.ts";
import { type DraftTarget, parseDraftKey } from "./drafts.ts";

const AUTHOR = newId();
const OTHER = newId();

withDatabase((_engine, database) => {
  const as = (id: string) => ({
    keep: (of: DraftTarget, title: string, sequence: number) =>
      asStaff({ id }, (db) => saveDraft(db, of, { values: { title }, version: "", sequence })),
    read: (of: DraftTarget) => asStaff({ id }, (db) => readDraft(db, of)),
    drop: (of: DraftTarget) => asStaff({ id }, (db) => deleteDraft(db, of)),
  });
  const [author, other] = [as(AUTHOR), as(OTHER)];
  const add = (table: string, values = {}) =>
    asSystem("test", (db) => insertRow(db, table, values));
  const count = async (record: string) =>
    (await database().asOwner(sql`select 1 from drafts where record = ${record}`)).length;

  beforeAll(async () => {
    await add("profiles", { id: AUTHOR, role: "admin", name: "Mariama Bah" });
    await add("profiles", { id: OTHER, role: "admin", name: "Ibrahima Camara" });
  });

  test("each has their own, and learns of the other by name alone", async () => {
    const of: DraftTarget = { entity: "news", record: await add("news") };
    await author.keep(of, "Le mien", 1);
    await other.keep(of, "Le sien", 1);
    expect(await author.read(of)).toMatchObject({
      draft: { values: { title: "Le mien" } },
      others: ["Ibrahima Camara"],
    });
    await author.drop(of);
    expect((await other.read(of)).draft).toMatchObject({ values: { title: "Le sien" } });
    expect((await other.read(of)).others).toEqual([]);
  });

  test("nobody learns who writes a record that is not there yet", async () => {
    const of: DraftTarget = { entity: "news", record: "new" };
    await author.keep(of, "Nouveau", 1);
    expect(await other.read(of)).toEqual({ others: [] });
  });

  test("the later one stays, in whatever order they come", async () => {
    const of: DraftTarget = { entity: "news", record: await add("news") };
    expect(await author.keep(of, "Second", 5)).toBe(5);
    expect(await author.keep(of, "Premier", 4)).toBe(5);
    expect((await author.read(of)).draft).toMatchObject({ values: { title: "Second" } });
  });

  test("another's is not to be had by its id", async () => {
    const of: DraftTarget = { entity: "news", record: await add("news") };
    await author.keep(of, "Secret", 1);
    const read = await asStaff({ id: OTHER }, (db) =>
      db.execute(sql`select values from drafts where record = ${of.record}`),
    );
    expect((read as unknown as { rows: unknown[] }).rows).toEqual([]);
  });

  test("it goes with the record, with its page, and with its author's account", async () => {
    const page = await add("pages");
    const section = await add("page_sections", { page_id: page, section_key: "s" });
    const records = [page, section, `new:${page}`];
    await author.keep({ entity: "pages", record: page }, "P", 1);
    await author.keep({ entity: "page_sections", record: section }, "S", 1);
    await other.keep({ entity: "page_sections", record: `new:${page}` }, "N", 1);
    await database().asOwner(sql`delete from pages where id = ${page}`);
    for (const record of records) expect(await count(record), record).toBe(0);
    const article = await add("news");
    await other.keep({ entity: "news", record: article }, "O", 1);
    await database().asOwner(
      sql`update profiles set removed_at = site_now(), is_active = false where id = ${OTHER}`,
    );
    expect(await count(article)).toBe(0);
  });
});

test("what names no text of ours is none", () => {
  for (const key of [
    "",
    "news",
    "news x",
    "profiles new",
    `news ${newId()} `,
    "news new:",
    "NEWS new",
  ]) {
    expect(parseDraftKey(key), key).toBeUndefined();
  }
  expect(parseDraftKey(`news ${newId()}`)).toBeDefined();
  expect(parseDraftKey("page_sections new")).toBeDefined();
});
