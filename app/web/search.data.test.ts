import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { rowsOf, withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem, asVisitor } from "../core/database/doors/doors.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import type { Language } from "../i18n/languages.ts";
import { addWords, deleteUnusedWords } from "./search.jobs.server.ts";
import { wordsOf } from "./search.ts";
import { findNamed, search } from "./search.visitor.server.ts";

const ADMIN = newId();

const ask = (query: string, language: Language = "fr", page = 1) =>
  asVisitor((db) => search(db, { words: wordsOf(query), language, page }));
const titles = async (query: string, language: Language = "fr") =>
  (await ask(query, language)).results.map(({ title }) => title.map(({ text }) => text).join(""));
const insert = (table: string, values: Record<string, unknown>) =>
  asSystem("test", (db) => insertRow(db, table, values));
const change = (statement: ReturnType<typeof sql>) =>
  asStaff({ id: ADMIN }, (db) => rowsOf(db, statement));

const article = (values: Record<string, unknown> = {}) =>
  insert("news", {
    title: "Les tournois de l’été à Nzérékoré",
    title_en: "Summer tournaments in Nzérékoré",
    excerpt: "Huit équipes s’affrontent.",
    content: "La finale de Free Fire se joue au stade.",
    content_en: "The final is played in the stadium.",
    published: true,
    ...values,
  });

withDatabase((_engine, database) => {
  let category_id = "";
  beforeAll(async () => {
    await insert("profiles", { id: ADMIN, role: "admin" });
    category_id = await insert("file_categories", {});
  });
  beforeEach(async () => {
    for (const table of [
      "news",
      "events",
      "pages",
      "partners",
      "leadership_team",
      "static_files",
      "document_texts",
    ])
      await database().asOwner(`delete from ${table}`);
    await database().asOwner("delete from search_words");
  });

  describe("what is found", () => {
    test("has all the words, whatever their accents, their case and their number", async () => {
      await article();
      for (const query of [
        "tournoi",
        "TOURNOIS",
        "été nzerekore",
        "nzerekore equipe",
        "équipes",
        "l'été",
        "free fire",
        "tourn",
        "« finale » ?!",
      ])
        expect(await titles(query), query).toEqual(["Les tournois de l’été à Nzérékoré"]);
      expect(await titles("tournoi zzzzqx")).toEqual(["Les tournois de l’été à Nzérékoré"]);
      expect((await ask("tournoi zzzzqx")).loose).toBe(true);
      expect(await titles("zzzzqx")).toEqual([]);
    });

    test("is what the page of that language says", async () => {
      await article();
      expect(await titles("stadium", "en")).toEqual(["Summer tournaments in Nzérékoré"]);
      expect((await ask("stadium", "en")).results[0]?.french.title).toBe(false);
      expect(await titles("stadium")).toEqual([]);
      // Its summary has no translation: the English page shows the French one.
      expect(await titles("affrontent", "en")).toEqual(["Summer tournaments in Nzérékoré"]);
    });

    test("stands in its title before it stands in its text, and is marked", async () => {
      await article({ title: "Une réunion", content: "On y parle de licence.".repeat(3) });
      await article({ title: "La licence de joueur" });
      const { results } = await ask("licences");
      expect(results.map(({ title }) => title.map(({ text }) => text).join(""))).toEqual([
        "La licence de joueur",
        "Une réunion",
      ]);
      expect(results[0]?.title).toContainEqual({ text: "licence", hit: true });
      expect(results[1]?.excerpt).toContainEqual({ text: "licence", hit: true });
    });

    test("is found in spite of a typing error, once the words were added", async () => {
      await article();
      expect((await ask("nzerkore")).total).toBe(0);
      await addWords();
      for (const query of ["nzerkore", "nzérékorré", "tounrois", "equpies", "stadde finale"]) {
        const answer = await ask(query);
        expect(answer.total, query).toBe(1);
        expect(answer.corrected.length, query).toBeGreaterThan(0);
      }
      expect((await ask("xyzt")).total).toBe(0);
    });

    test("is an event that is over or cancelled too, and says so", async () => {
      const id = await insert("events", { title: "Coupe de Kindia", rules: "Manettes fournies" });
      expect((await ask("manette kindia")).results[0]?.is_cancelled).toBe(false);
      await change(sql`update events set status = 'cancelled' where id = ${id}`);
      expect((await ask("manette kindia")).results[0]?.is_cancelled).toBe(true);
    });

    test("is an event to come before one that is over or cancelled", async () => {
      const event = (title: string, day: string, values = {}) =>
        insert("events", { title, date: day, description: "Tournoi", ...values });
      await event("Tournoi tournoi tournoi", "2020-01-01");
      await event("Tournoi annulé", "2031-01-01", { status: "cancelled" });
      await event("Le grand tournoi de la rentrée", "2031-01-02");
      expect((await titles("tournoi"))[0]).toBe("Le grand tournoi de la rentrée");
    });

    test("is a name with an apostrophe, however it is typed", async () => {
      await article({ title: "Finale à N’Zérékoré", title_en: null, content: "Avec N'Diaye." });
      for (const query of ["nzerekore", "N'Zérékoré", "zérékoré", "ndiaye"])
        expect(await titles(query), query).toEqual(["Finale à N’Zérékoré"]);
    });

    test("is a partner or a leader by name, as long as visitors see them", async () => {
      const partner = await insert("partners", { name: "Orange Guinée", description: "Réseau" });
      await insert("leadership_team", {
        name: "Fatoumata N’Diaye",
        position: "Présidente",
        bio: "x",
        order: 1,
        is_active: true,
      });
      const named = (query: string) => asVisitor((db) => findNamed(db, wordsOf(query)));
      expect(await named("orange guinee")).toEqual([
        { kind: "partner", title: "Orange Guinée", path: "/partners" },
      ]);
      expect(await named("ndiaye")).toEqual([
        { kind: "leader", title: "Fatoumata N’Diaye", path: "/about" },
      ]);
      expect(await named("réseau")).toEqual([]);
      await change(sql`update partners set status = 'inactive' where id = ${partner}`);
      expect(await named("orange")).toEqual([]);
    });

    test("is the home page by what it shows alone", async () => {
      const id = await insert("pages", { title: "Accueil", status: "published", slug: "home" });
      const section = (section_key: string, content: string) =>
        insert("page_sections", { page_id: id, section_type: "text", section_key, content });
      await section("hero", "Le jeu rassemble");
      await section("news", "Caché zzinvisible");
      expect(await titles("rassemble")).toEqual(["Accueil"]);
      expect(await titles("zzinvisible")).toEqual([]);
    });

    test("is a page by what its sections say", async () => {
      const id = await insert("pages", { title: "Ligue", status: "published", slug: "ligue" });
      const section = await insert("page_sections", {
        page_id: id,
        section_type: "features",
        content: "Un calendrier",
        settings: { items: [{ title: "Arbitrage", title_en: "Refereeing", text: "Impartial" }] },
      });
      expect((await ask("calendrier arbitrage impartial")).results[0]?.path).toBe("/ligue");
      expect(await titles("refereeing impartial", "en")).toEqual(["Ligue"]);
      // Its page has no other title, and some English.
      const [result] = (await ask("refereeing", "en")).results;
      expect(result?.french).toEqual({ title: true, excerpt: false });
      expect(await titles("arbitrage", "en")).toEqual([]);
      await change(sql`update page_sections set is_active = false where id = ${section}`);
      expect(await titles("arbitrage")).toEqual([]);
    });

    test("comes ten at a time, each once", async () => {
      for (let n = 0; n < 23; n++) await article({ title: `Gaming ${n}` });
      const pages = await Promise.all([1, 2, 3, 4].map((page) => ask("gaming", "fr", page)));
      expect(pages.map(({ results }) => results.length)).toEqual([10, 10, 3, 0]);
      const ids = pages.flatMap(({ results }) => results.map(({ record_id }) => record_id));
      expect(new Set(ids).size).toBe(23);
      expect(pages[0]?.total).toBe(23);
    });
  });

  describe("what is public alone", () => {
    const entries = () => database().asOwner("select 1 from search_entries");

    test("stands in the table: a draft never does", async () => {
      const id = await article({ published: false });
      expect(await entries()).toEqual([]);
      await change(sql`update news set published = true where id = ${id}`);
      expect(await titles("nzerekore")).toHaveLength(1);
      await change(sql`update news set published = false where id = ${id}`);
      expect(await entries()).toEqual([]);
      await change(sql`update news set published = true where id = ${id}`);
      await change(sql`delete from news where id = ${id}`);
      expect(await entries()).toEqual([]);
    });

    test("is found by the words of its pictures and buttons, not by where they lie", async () => {
      const image = '::image{src="/files/uploads/zzsalle.jpg" alt="La &#x22;grande&#x22; tribune"}';
      const action = '::action{href="/zzmembership" label="Adhérez vite"}';
      await article({ content: `Avant.\n\n${image}\n\n${action}\n`, format: "markdown" });
      expect(await titles("grande tribune")).toHaveLength(1);
      expect(await titles("adhérez vite")).toHaveLength(1);
      for (const hidden of ["zzsalle", "zzmembership", "uploads", "jpg"]) {
        expect(await titles(hidden), hidden).toEqual([]);
      }
      const [found] = (await ask("tribune")).results;
      expect(JSON.stringify(found)).not.toMatch(/alt=|::|&#x22;/);
    });

    test("follows each change in the same transaction", async () => {
      const id = await article();
      await expect(
        asStaff({ id: ADMIN }, async (db) => {
          await rowsOf(db, sql`update news set title = 'Bamako' where id = ${id}`);
          throw new Error("undone");
        }),
      ).rejects.toThrow("undone");
      expect(await titles("bamako")).toEqual([]);
      await change(sql`update news set title = 'Bamako' where id = ${id}`);
      expect(await titles("bamako")).toEqual(["Bamako"]);
      expect(await titles("nzerekore")).toEqual([]);
    });

    test("a page goes with its draft, and its sections with it", async () => {
      const id = await insert("pages", { title: "Ligue", status: "draft", slug: "ligue" });
      await insert("page_sections", { page_id: id, content: "Arbitrage" });
      expect(await entries()).toEqual([]);
      await change(sql`update pages set status = 'published' where id = ${id}`);
      expect(await titles("arbitrage")).toEqual(["Ligue"]);
      await change(sql`delete from pages where id = ${id}`);
      expect(await entries()).toEqual([]);
    });

    test("registrations of an event do not write it anew", async () => {
      const id = await insert("events", { title: "Coupe" });
      const before = await database().asOwner("select id from search_entries order by id");
      await change(sql`update events set current_participants = 1 where id = ${id}`);
      expect(await database().asOwner("select id from search_entries order by id")).toEqual(before);
    });

    test("a name does not outlive its article among the words", async () => {
      const id = await article({ title: "Portrait de Mamadouba Camarassou" });
      await article({ title: "Le portrait" });
      await addWords();
      const has = async (word: string) =>
        (await database().asOwner(sql`select 1 from search_words where word = ${word}`)).length ===
        1;
      expect(await has("camarassou")).toBe(true);
      await change(sql`delete from news where id = ${id}`);
      await deleteUnusedWords();
      expect(await has("camarassou")).toBe(false);
      expect(await has("portrait")).toBe(true);
    });
  });

  describe("a document", () => {
    const document = (values: Record<string, unknown> = {}) =>
      insert("static_files", {
        title: "Règlement",
        title_en: "Rules",
        file_url: "/files/uploads/reglement.pdf",
        sha256: "aa",
        is_public: true,
        is_resource: true,
        category_id,
        ...values,
      });
    const read = (pages: string[], sha256 = "aa") =>
      insert("document_texts", {
        file_url: "/files/uploads/reglement.pdf",
        pages,
        sha256,
        read_at: "2026-01-01T00:00:00Z",
      });

    test("is found by what stands on its pages, and they are said, the best first", async () => {
      await document();
      await read([
        "Préambule",
        "La discipline. Rien d’autre que la discipline.",
        "Sanctions et discipline des clubs affiliés à la fédération",
      ]);
      const { results, total } = await ask("disciplines");
      expect(total).toBe(1);
      expect(results[0]).toMatchObject({ kind: "resource", page: 2, otherPages: [3] });
      expect(results[0]?.excerpt).toContainEqual({ text: "discipline", hit: true });
      expect(await titles("discipline", "en")).toEqual(["Rules"]);
      expect((await ask("règlement")).results[0]).toMatchObject({ page: 0, otherPages: [] });
    });

    test.each([
      ["is no resource", sql`is_resource = false`],
      ["is not public", sql`is_public = false`],
      ["has no category", sql`category_id = null`],
      ["has other content", sql`sha256 = 'bb'`],
    ])("whose file %s shows nothing of its pages", async (_name, values) => {
      const id = await document();
      await read(["La discipline"]);
      expect((await ask("discipline")).total).toBe(1);
      await change(sql`update static_files set ${values} where id = ${id}`);
      expect((await ask("discipline")).total).toBe(0);
      await change(
        sql`update static_files set is_resource = true, is_public = true, sha256 = 'aa',
          category_id = ${category_id} where id = ${id}`,
      );
      expect((await ask("discipline")).total).toBe(1);
      await change(sql`delete from static_files where id = ${id}`);
      expect(await database().asOwner("select 1 from search_entries")).toEqual([]);
    });

    test("with another title keeps its pages as they are", async () => {
      const id = await document();
      await read(["La discipline"]);
      const pages = "select id from search_entries where language = 'any'";
      const before = await database().asOwner(pages);
      expect(before).toHaveLength(1);
      await change(sql`update static_files set title = 'Charte' where id = ${id}`);
      expect(await titles("discipline")).toEqual(["Charte"]);
      expect(await database().asOwner(pages)).toEqual(before);
    });
  });

  test("nothing that somebody may type makes it fail", async () => {
    await article();
    await addWords();
    const strange = [
      "'",
      '"',
      "%",
      "_",
      "\\",
      "a'b",
      "tournoi' OR 1=1 --",
      "tournoi & | ! <-> :*",
      "((((",
      ..."🎮 ‮abc ﷽ ʼʼʼʼ ɓɗŋƴ عربي 日本語 ̀̀̀̀ ㅤㅤㅤㅤ ߞߏ".split(" "),
      "\u0000",
      "\ud800",
      "a".repeat(100),
      "é".repeat(100),
      "a b c d e f g h i j k l m n o p q",
      ":*",
      "'a':*",
      "A:B",
      "&&&",
      "1",
      "-3",
      "1e5",
      "http://x.y/z?q",
      "a@b.cd",
      "<b>",
    ];
    for (const query of strange) {
      const answer = ask(query.toWellFormed().replaceAll("\u0000", " "));
      if (wordsOf(query.toWellFormed()).length > 0) await expect(answer).resolves.toBeDefined();
      else await answer.catch(() => {});
    }
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return seed % below;
    };
    for (let n = 0; n < 300; n++) {
      const letters = Array.from({ length: 1 + random(12) }, () => random(0x2ffff));
      const words = wordsOf(String.fromCodePoint(...letters).toWellFormed());
      if (words.length > 0) await asVisitor((db) => search(db, { words, language: "fr", page: 1 }));
    }
  }, 60_000);

  test("words that every text has are said to be too common", async () => {
    await article();
    expect(await ask("le la de")).toMatchObject({ total: 0, tooCommon: true });
    expect(await ask("the of", "en")).toMatchObject({ total: 0, tooCommon: true });
    expect((await ask("le stade")).total).toBe(1);
  });
});
