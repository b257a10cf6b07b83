import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { tellSiteMap } from "../../../tests/support/browser/site-map.ts";
import { schema } from "../../../tests/support/database/schema.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import { asStaff, asSystem, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { createNews, deleteNews, newsForm, updateNews } from "../../news/news.staff.server.ts";
import { restoreBatch } from "../../records/bin/bin.staff.server.ts";
import {
  confirmForm,
  confirmTranslation,
  hashFormFrench,
  hashFrench,
  listTranslations,
  readFormTexts,
  readTextStates,
} from "../../records/history/translations.staff.server.ts";
import { parseListQuery } from "../../records/list/list-query.ts";
import { ABOUT_TEXTS, PARTNER_TEXTS } from "../../settings/custom-texts.ts";
import { DEFAULT_SETTINGS } from "../../settings/settings.ts";
import { RECORDS } from "../frame/notions.ts";

await tellSiteMap();

const TRANSLATED = RECORDS.filter(({ translated }) => translated).map(({ table }) => table);
const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

const FRENCH = { title: "Finale", excerpt: "Résumé", content: "Le 3 juin." };
const ENGLISH = { title_en: "Final", excerpt_en: "Summary", content_en: "On June 3rd." };
const form = (more: object = {}) =>
  newsForm.schema.parse({ category: "Communiqué", ...FRENCH, ...ENGLISH, ...more });

test("every table with English twins is known", () => {
  const twins = schema
    .filter(({ columns }) => columns.some(({ name }) => name.endsWith("_en")))
    .map(({ name }) => name);
  // What somebody bought keeps the words of that day, and a version of a legal text is written whole.
  const fixed = ["orders", "event_registrations", "legal_texts"];
  const elsewhere = twins.filter((name) => !TRANSLATED.includes(name) && !fixed.includes(name));
  expect(elsewhere).toEqual([]);
});

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  let id: string;
  beforeEach(async () => {
    id = await asAdmin((db) => createNews(db, form()));
  });
  const change = (more: object) => asAdmin((db) => updateNews(db, id, form(more)));
  const texts = () => asAdmin((db) => readTextStates(db, "news", id));
  const states = async () =>
    Object.fromEntries((await texts()).map(({ field, state }) => [field, state]));
  const listed = async (search = "") => {
    const spec = {
      filters: { entity: TRANSLATED, state: ["missing", "outdated"] },
      sorts: ["changed_at"],
      descending: true,
    };
    const query = parseListQuery(spec, new URLSearchParams(search));
    const { rows } = await asAdmin((db) => listTranslations(db, query));
    return rows.find((row) => row.entity_id === id);
  };
  const CURRENT = { title: "current", excerpt: "current", content: "current" };

  test("what is written together is current, and waits for nobody", async () => {
    expect(await states()).toEqual(CURRENT);
    expect(await listed()).toBeUndefined();
    await change({ title: "La finale", title_en: "The final" });
    expect(await states()).toEqual(CURRENT);
  });

  test("a text without English is missing, each for itself", async () => {
    await change({ content_en: "", title_en: " " });
    expect(await states()).toEqual({ ...CURRENT, title: "missing", content: "missing" });
    expect(await listed("state=missing&entity=news")).toMatchObject({ missing: 2, outdated: 0 });
    expect(await listed("state=outdated")).toBeUndefined();
  });

  test("English is outdated as soon as its French changes, and shows from which French it is", async () => {
    await change({ content: "Le 4 juin." });
    await change({ content: "Le 5 juin." });
    expect(await states()).toEqual({ ...CURRENT, content: "outdated" });
    const content = (await texts()).find(({ field }) => field === "content");
    expect(content).toMatchObject({ basis: "Le 3 juin.", french: "Le 5 juin." });
    expect(await listed("state=outdated")).toMatchObject({ label: "Finale", outdated: 1 });
    await change({ content: "Le 5 juin.", content_en: "On June 5th." });
    expect(await states()).toEqual(CURRENT);
  });

  test("French that is as it was again is what the English is of", async () => {
    await change({ content: "Le 4 juin." });
    await change({ content: "Le  3 juin.\n" });
    expect(await states()).toEqual(CURRENT);
  });

  test("an old text that takes the new writing is not translated anew by it", async () => {
    const rows = { content: "Une ligne * ici\n1. Une autre", content_en: "A line * here\nOther" };
    id = await asSystem("test", (db) =>
      insertRow(db, "news", { ...FRENCH, ...ENGLISH, ...rows, format: "plain" }),
    );
    await change({
      content: "Une ligne \\* ici\n\n1\\. Une autre, changée",
      content_en: "A line \\* here\n\nOther",
    });
    expect(await states()).toEqual({ ...CURRENT, content: "outdated" });
  });

  describe("confirmed by hand", () => {
    const seenNow = async () => hashFrench(await texts());
    const confirm = (seen: string) => asAdmin((db) => confirmTranslation(db, "news", id, seen));

    test("it is current, and the log says so; pressed twice, once", async () => {
      await change({ content: "Le 3 juin !" });
      const seen = await seenNow();
      await Promise.all([confirm(seen), confirm(seen)]);
      expect(await states()).toEqual(CURRENT);
      const log = await database().asOwner(
        sql`select 1 from audit_log where entity_id = ${id} and action = 'news.translated'`,
      );
      expect(log).toHaveLength(1);
      await change({ content: "Le 4 juin." });
      const content = (await texts()).find(({ field }) => field === "content");
      expect(content).toMatchObject({ state: "outdated", basis: "Le 3 juin !" });
    });

    test("not when the French changed since it was looked at", async () => {
      await change({ content: "Le 4 juin." });
      const seen = await seenNow();
      await change({ content: "Le 5 juin." });
      await expect(confirm(seen)).rejects.toMatchObject({ kind: "conflict" });
      expect(await states()).toMatchObject({ content: "outdated" });
    });

    test("not of what is no text", async () => {
      for (const [table, record] of [
        ["profiles", ADMIN],
        ["news", newId()],
        ["news", "x"],
      ] as const) {
        const attempt = asAdmin((db) => confirmTranslation(db, table, record, ""));
        await expect(attempt).rejects.toMatchObject({ kind: "not-found" });
        expect(await asAdmin((db) => readTextStates(db, table, record))).toEqual([]);
      }
    });
  });

  test("in the bin it waits for nobody, and comes back as it was", async () => {
    await change({ content: "Le 4 juin." });
    const { batch } = await asAdmin((db) => deleteNews(db, [id]));
    expect(await listed()).toBeUndefined();
    await asAdmin((db) => restoreBatch(db, batch));
    expect(await states()).toMatchObject({ content: "outdated" });
    expect(await listed()).toMatchObject({ outdated: 1 });
  });

  test("whoever changes a record, its state is noted: settings and parts of sections too", async () => {
    const { main_navigation } = DEFAULT_SETTINGS;
    id = await asSystem("test", (db) =>
      insertRow(db, "site_settings", { setting_value: main_navigation }),
    );
    expect(await listed()).toBeUndefined();
    await database().asOwner(sql`update site_settings
      set setting_value = jsonb_set(setting_value, '{items,3,submenu,1,label}', '"Les joueurs"') where id = ${id}`);
    const [entry] = await asAdmin((db) => readTextStates(db, "site_settings", id)).then((all) =>
      all.filter(({ state }) => state !== "current"),
    );
    expect(entry).toMatchObject({
      field: "setting_value.items.3.submenu.1.label",
      state: "outdated",
      basis: "Communauté",
      french: "Les joueurs",
    });
    const page = await asSystem("test", (db) => insertRow(db, "pages"));
    const settings = { items: [{ title: "Clubs", title_en: "Clubs" }, { title: "Joueurs" }] };
    id = await asSystem("test", (db) =>
      insertRow(db, "page_sections", { page_id: page, title: "Chiffres", settings }),
    );
    expect(await listed()).toMatchObject({ missing: 2, parent_id: page });
  });

  test("the words of pages that are settings are among them, each one", async () => {
    for (const [setting_key, worded] of [
      ["about", ABOUT_TEXTS],
      ["partner_texts", PARTNER_TEXTS],
    ] as const) {
      const words = Object.fromEntries(Object.keys(worded).map((name) => [name, "Mots"]));
      const step = { years: "2021", title: "Création", text: "À Conakry", text_en: "In Conakry" };
      const history = setting_key === "about" ? [step] : [];
      id = await asSystem("test", (db) =>
        insertRow(db, "site_settings", { setting_key, setting_value: { words, history } }),
      );
      const missing = Object.keys(worded).length + history.length;
      expect(await listed(), setting_key).toMatchObject({ missing });
    }
  });

  test("the form of an event tells of its packages, and confirms them together", async () => {
    id = await asSystem("test", (db) =>
      insertRow(db, "events", {
        title: "Coupe",
        title_en: "Cup",
        description: "D",
        description_en: "D",
        location: "Conakry",
        location_en: "Conakry",
      }),
    );
    const part = await asSystem("test", (db) =>
      insertRow(db, "event_packages", {
        event_id: id,
        name: "Place",
        name_en: "Seat",
        description: "D",
        description_en: "D",
      }),
    );
    await database().asOwner(sql`update event_packages set name = 'Siège' where id = ${part}`);
    const read = () => asAdmin((db) => readFormTexts(db, "events", id));
    const outdated = (await read()).flatMap(({ entity, states }) =>
      states.filter(({ state }) => state === "outdated").map(({ field }) => `${entity}.${field}`),
    );
    expect(outdated).toEqual(["event_packages.name"]);
    const confirm = (seen: string) => asAdmin((db) => confirmForm(db, "events", id, seen));
    await expect(confirm("")).rejects.toMatchObject({ kind: "conflict" });
    await confirm(hashFormFrench(await read()));
    const left = (await read()).flatMap(({ states }) => states.map(({ state }) => state));
    expect(left).not.toContain("outdated");
  });

  test("a file waits for words only as a document", async () => {
    id = await asSystem("test", (db) => insertRow(db, "static_files", { title: "Photo" }));
    expect(await listed()).toBeUndefined();
    await database().asOwner(sql`update static_files set is_resource = true where id = ${id}`);
    expect(await listed()).toMatchObject({ missing: 1 });
    await database().asOwner(sql`update static_files set is_resource = false where id = ${id}`);
    expect(await listed()).toBeUndefined();
  });

  test("ten thousand of them are listed at once", async () => {
    await database().asOwner(sql`insert into translations (id, entity, entity_id, label, missing, outdated)
      select gen_random_uuid(), 'news', gen_random_uuid(), 'Titre ' || n, n % 3, n % 2
      from generate_series(1, 10000) n`);
    await database().asOwner(sql`analyze translations`);
    await listed();
    const since = performance.now();
    for (const search of ["", "state=missing", "entity=news&q=titre+99"]) await listed(search);
    expect((performance.now() - since) / 3).toBeLessThan(500);
  });
});
