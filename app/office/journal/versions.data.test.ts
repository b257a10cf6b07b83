import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { tellSiteMap } from "../../../tests/support/browser/site-map.ts";
import { withDatabase } from "../../../tests/support/database/test-database.ts";
import "../../../tests/admin/records/operations.ts";
import { asStaff, asSystem, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { RestoreRefused } from "../../kit/form/restoring.server.ts";
import {
  createNews,
  deleteNews,
  findNews,
  newsForm,
  publishNews,
  updateNews,
} from "../../news/news.staff.server.ts";
import { createPage, updatePage } from "../../pages/pages.staff.server.ts";
import { emptyBin } from "../../records/bin/bin.jobs.server.ts";
import { restoreBatch } from "../../records/bin/bin.staff.server.ts";
import { MAX_VERSIONS } from "../../records/history/versions.operations.server.ts";
import {
  deleteVersion,
  listVersions,
  readVersion,
} from "../../records/history/versions.staff.server.ts";
import { versionOf } from "../../records/records.staff.server.ts";
import { restoreVersion } from "./restorables.server.ts";
import { differencesOf } from "./version-differences.server.ts";

await tellSiteMap();

const ADMIN = newId();
const OTHER = newId();
const as =
  (id: string) =>
  <T>(work: (db: StaffDb) => Promise<T>) =>
    asStaff({ id }, work);
const asAdmin = as(ADMIN);

const form = (more: object = {}) =>
  newsForm.schema.parse({
    title: "Finale",
    excerpt: "Résumé",
    content: "Le 3 juin.",
    category: "Communiqué",
    published: "draft",
    tags: "finale",
    ...more,
  });

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin", name: "Mariama Bah" });
      await insertRow(db, "profiles", { id: OTHER, role: "admin", name: "Alpha Barry" });
    }),
  );
  let id: string;
  beforeEach(async () => {
    id = await asAdmin((db) => createNews(db, form()));
  });
  const change = (more: object, by = asAdmin) => by((db) => updateNews(db, id, form(more)));
  const lines = () => asAdmin((db) => listVersions(db, "news", id));
  const numbers = async () => (await lines()).map(({ number }) => number);
  const article = () => asAdmin((db) => findNews(db, id));
  const seenNow = async () => versionOf((await article()) ?? { updated_at: currentTime() });
  const restore = async (number: number, seen?: string, by = asAdmin) => {
    const moment = seen ?? (await seenNow());
    return by((db) => restoreVersion(db, "news", id, { number, seen: moment }));
  };

  test("every save is a version, with who wrote it and what changed", async () => {
    await change({ title: "La finale" }, as(OTHER));
    await change({ title: "La finale", content_en: "On June 3rd." });
    const shown = (await lines()).map(({ number, staff_name, changed }) => ({
      number,
      staff_name,
      changed,
    }));
    expect(shown).toEqual([
      { number: 3, staff_name: "Mariama Bah", changed: ["content_en"] },
      { number: 2, staff_name: "Alpha Barry", changed: ["title"] },
      { number: 1, staff_name: "Mariama Bah", changed: [] },
    ]);
    const version = await asAdmin((db) => readVersion(db, "news", id, 1));
    expect(version?.values).toMatchObject({ title: "Finale", content_en: null, tags: ["finale"] });
    expect(version?.values).not.toHaveProperty("published");
  });

  test("what changes no word is none", async () => {
    await change({});
    await asAdmin((db) => publishNews(db, [id]));
    expect(await numbers()).toEqual([1]);
  });

  test("what stood there before anybody saved is the first version", async () => {
    id = await asSystem("test", (db) => insertRow(db, "news", { title: "Exemple" }));
    await asAdmin((db) => publishNews(db, [id]));
    expect(await numbers()).toEqual([]);
    await change({ title: "À nous" });
    const [second, first] = await lines();
    expect([second?.staff_name, first?.staff_id]).toEqual(["Mariama Bah", null]);
    const version = await asAdmin((db) => readVersion(db, "news", id, 1));
    expect(version?.values.title).toBe("Exemple");
  });

  test("the last fifty are kept, and their numbers go on", async () => {
    await database().asOwner(sql`insert into versions (id, entity, entity_id, number, "values")
      select gen_random_uuid(), 'news', ${id}::uuid, n, '{}' from generate_series(2, ${MAX_VERSIONS}::int) n`);
    await change({ title: "La suivante" });
    const kept = await numbers();
    expect(kept).toHaveLength(MAX_VERSIONS);
    expect([kept[0], kept.at(-1)]).toEqual([MAX_VERSIONS + 1, 2]);
  });

  test("two who save at once write two versions", async () => {
    await Promise.all([
      change({ title: "Un" }),
      change({ title: "Deux" }, as(OTHER)),
      change({ title: "Trois" }),
    ]);
    expect(await numbers()).toEqual([4, 3, 2, 1]);
  });

  test("a save that fails leaves no version", async () => {
    const failing = asAdmin(async (db) => {
      await updateNews(db, id, form({ title: "Perdu" }));
      throw new Error("afterwards");
    });
    await expect(failing).rejects.toThrow("afterwards");
    expect(await numbers()).toEqual([1]);
  });

  describe("bringing one back", () => {
    test("writes a new version, and publishes nothing", async () => {
      await change({ title: "Autre", content: "Le 4 juin.", published: "published" });
      expect(await restore(1)).toBe(true);
      expect(await article()).toMatchObject({
        title: "Finale",
        content: "Le 3 juin.",
        published: true,
      });
      const [last] = await lines();
      expect(last).toMatchObject({ number: 3, restored_from: 1, changed: ["content", "title"] });
    });

    test("pressed twice, it is done once", async () => {
      await change({ title: "Autre" });
      const seen = await seenNow();
      const outcomes = await Promise.all([restore(1, seen), restore(1, seen)]);
      expect(outcomes.sort()).toEqual([false, true]);
      expect(await restore(1)).toBe(false);
      expect(await numbers()).toEqual([3, 2, 1]);
    });

    test("does not pass over what somebody saved meanwhile", async () => {
      await change({ title: "Autre" });
      const seen = await seenNow();
      await change({ title: "D’une autre personne" }, as(OTHER));
      await expect(restore(1, seen)).rejects.toMatchObject({ kind: "conflict" });
      expect((await article())?.title).toBe("D’une autre personne");
    });

    test("is refused beside the field when its picture or page is gone", async () => {
      const src = `/files/uploads/${newId()}.jpg`;
      const file = await asSystem("test", (db) =>
        insertRow(db, "static_files", { file_url: src, file_type: "image/jpeg" }),
      );
      await change({ content: `::image{src="${src}" alt="La salle"}` });
      await change({ content: "Sans image" });
      await asSystem("test", (db) => db.execute(sql`delete from static_files where id = ${file}`));
      const refusal = restore(2);
      await expect(refusal).rejects.toBeInstanceOf(RestoreRefused);
      await expect(refusal).rejects.toMatchObject({
        errors: { content: expect.stringContaining("n’est plus parmi les fichiers") },
      });
      expect((await article())?.content).toBe("Sans image");
    });

    test("is refused beside the address that another page has now", async () => {
      const page = (title: string, slug: string) => ({
        title,
        slug,
        title_en: null,
        meta_description: null,
        meta_description_en: null,
        status: "draft" as const,
        public_from: null,
        public_until: null,
      });
      const slug = `adresse-${newId().slice(-12)}`;
      const own = await asAdmin((db) => createPage(db, page("Nos clubs", slug)));
      await asAdmin((db) => updatePage(db, own, page("Nos clubs", `${slug}-2`)));
      await asAdmin((db) => createPage(db, page("Les clubs", slug)));
      const [row] = await database().asOwner<{ seen: string }>(
        sql`select updated_at::text as seen from pages where id = ${own}`,
      );
      const seen = new Date(row?.seen ?? "").toISOString();
      const refusal = asAdmin((db) => restoreVersion(db, "pages", own, { number: 1, seen }));
      await expect(refusal).rejects.toMatchObject({ errors: { slug: expect.any(String) } });
    });

    test("of a table, a record or a number that is none is not found", async () => {
      const attempts = [
        () => asAdmin((db) => restoreVersion(db, "profiles", ADMIN, { number: 1, seen: "" })),
        () => asAdmin((db) => restoreVersion(db, "constructor", id, { number: 1, seen: "" })),
        () => asAdmin((db) => restoreVersion(db, "news", "x", { number: 1, seen: "" })),
        () => asAdmin((db) => restoreVersion(db, "news", newId(), { number: 1, seen: "" })),
        () => restore(99),
      ];
      for (const attempt of attempts) {
        await expect(attempt()).rejects.toMatchObject({ kind: "not-found" });
      }
    });
  });

  test("the name of who wrote goes with the account", async () => {
    const gone = newId();
    await asSystem("test", (db) =>
      insertRow(db, "profiles", { id: gone, role: "admin", name: "Kadiatou" }),
    );
    await change({ title: "D’elle" }, as(gone));
    expect((await lines())[0]?.staff_name).toBe("Kadiatou");
    await asSystem("test", (db) =>
      db.execute(sql`update profiles set removed_at = site_now() where id = ${gone}`),
    );
    expect((await lines())[0]).toMatchObject({ staff_name: null, staff_id: gone });
  });

  test("versions wait in the bin with their record, and go with it", async () => {
    await change({ title: "Deux" });
    const { batch } = await asAdmin((db) => deleteNews(db, [id]));
    await asAdmin((db) => restoreBatch(db, batch));
    expect(await numbers()).toEqual([2, 1]);
    await asAdmin((db) => deleteNews(db, [id]));
    await emptyBin(new Date(currentTime().getTime() + 31 * 86_400_000));
    expect(await numbers()).toEqual([]);
  });

  test("an old version can be taken away for good, and the log says so; today’s cannot", async () => {
    await change({ title: "Deux" });
    const forget = (number: number) =>
      asAdmin((db) => deleteVersion(db, "news", id, { number, label: "Finale" }));
    await expect(forget(2)).rejects.toMatchObject({ kind: "conflict" });
    await forget(1);
    await expect(forget(1)).rejects.toMatchObject({ kind: "not-found" });
    expect(await numbers()).toEqual([2]);
    const log = await database().asOwner<{ action: string }>(
      sql`select action from audit_log where entity_id = ${id} order by created_at desc, id desc limit 1`,
    );
    expect(log).toEqual([{ action: "news.forget-version" }]);
  });

  test("differences are said field by field, as the form calls them, and as they read", async () => {
    await change({ content: "Le 4 juin.\n\n<script>alert(1)</script>", category: "Formation" });
    const differences = await asAdmin(async (db) => {
      const pair = await readVersion(db, "news", id, 2);
      return differencesOf(db, "news", pair?.before ?? {}, pair?.values ?? {});
    });
    expect(differences.map(({ name }) => name).sort()).toEqual(["Catégorie", "Contenu"]);
    const content = differences.find(({ name }) => name === "Contenu")?.stretches;
    expect(content?.slice(0, 3)).toEqual([
      { kind: "same", text: "Le " },
      { kind: "removed", text: "3" },
      { kind: "added", text: "4" },
    ]);
    const plain = { format: "plain", content: "Une ligne" };
    const written = { format: "markdown", content: "Une ligne" };
    expect(await asAdmin((db) => differencesOf(db, "news", plain, written))).toEqual([]);
  });
});
