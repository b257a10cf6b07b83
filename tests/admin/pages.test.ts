import { sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  asStaff,
  asSystem,
  asVisitor,
  type StaffDb,
} from "../../app/core/database/doors/doors.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import {
  createPage,
  deletePages,
  listAllPages,
  type PageForm,
  pageFormSchema,
  setPageStatus,
  updatePage,
} from "../../app/pages/pages.staff.server.ts";
import { PAGE_STATUSES } from "../../app/pages/pages.ts";
import { findPage } from "../../app/pages/pages.visitor.server.ts";
import { sectionFormSchema } from "../../app/pages/sections/section-schema.ts";
import {
  createSection,
  deleteSections,
  listSections,
  moveSection,
  updateSection,
} from "../../app/pages/sections/sections.staff.server.ts";
import { restoreBatch } from "../../app/records/bin/bin.staff.server.ts";
import { type ListSpec, parseListQuery } from "../../app/records/list/list-query.ts";
import { insertRow } from "../database/tables.ts";
import { tellSiteMap } from "../support/browser/site-map.ts";
import { withDatabase } from "../support/database/test-database.ts";

await tellSiteMap();

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);
const written = (fields: Record<string, string>): PageForm => pageFormSchema.parse(fields);
const text = (title: string) =>
  sectionFormSchema.parse({ title, content: "Un paragraphe.", is_active: "on" });

withDatabase((_engine, database) => {
  let page: string;
  beforeAll(() =>
    asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" })),
  );
  beforeEach(async () => {
    page = await asAdmin((db) => createPage(db, written({ title: `Page ${newId()}` })));
  });
  const added = (title: string) =>
    asAdmin((db) => createSection(db, { ...text(title), page_id: page }));
  const titles = async () => {
    const sections = await asAdmin((db) => listSections(db, page));
    return sections.map(({ title }) => title);
  };
  const places = async () => {
    const sections = await asAdmin((db) => listSections(db, page));
    return sections.map(({ sort_order }) => sort_order);
  };

  describe("the list", () => {
    const SPEC: ListSpec = {
      filters: { status: PAGE_STATUSES },
      sorts: ["created_at"],
      descending: true,
    };
    const result = async (search: string) => {
      const query = parseListQuery(SPEC, new URLSearchParams(search));
      const { rows } = await asAdmin((db) => listAllPages(db, query));
      return rows.map(({ id }) => id);
    };

    test("finds by title without accents, by address, and by status", async () => {
      const word = newId();
      const values = written({ title: `Élections ${word}`, slug: `vote-${word}` });
      const made = await asAdmin((db) => createPage(db, { ...values, status: "archived" }));
      expect(await result(`q=elections ${word}`)).toEqual([made]);
      expect(await result(`q=VOTE-${word}`)).toEqual([made]);
      expect(await result(`q=${word}&status=archived`)).toEqual([made]);
      expect(await result(`q=${word}&status=draft`)).toEqual([]);
    });
  });

  describe("the address of a page", () => {
    test("is there once: the second is refused beside its field", async () => {
      const slug = `club-${newId()}`;
      const first = await asAdmin((db) => createPage(db, written({ title: "Un", slug })));
      const second = asAdmin((db) => createPage(db, written({ title: "Deux", slug })));
      const refusal = { field: "slug", message: "Une autre page a déjà cette adresse" };
      await expect(second).rejects.toMatchObject(refusal);
      const renamed = asAdmin((db) => updatePage(db, page, written({ title: "Trois", slug })));
      await expect(renamed).rejects.toMatchObject(refusal);
      await asAdmin((db) => updatePage(db, first, written({ title: "Un de plus", slug })));
    });

    test("that was taken since keeps a deleted page in the bin, and the refusal says why", async () => {
      const values = written({ title: `Retour ${newId()}` });
      const missing = await asAdmin((db) => createPage(db, values));
      const { batch } = await asAdmin((db) => deletePages(db, [missing]));
      await asAdmin((db) => createPage(db, values));
      const restored = asAdmin((db) => restoreBatch(db, batch));
      await expect(restored).rejects.toMatchObject({ kind: "conflict" });
    });
  });

  describe("sections", () => {
    test("a new one stands last, whatever was deleted before", async () => {
      await added("Un");
      const two = await added("Deux");
      const three = await added("Trois");
      await added("Quatre");
      expect(await places()).toEqual([1, 2, 3, 4]);
      await asAdmin((db) => deleteSections(db, [two, three]));
      await added("Cinq");
      expect(await titles()).toEqual(["Un", "Quatre", "Cinq"]);
      expect(await places()).toEqual([1, 2, 3]);
    });

    test("move by one place among their page's, and not beyond its ends", async () => {
      const one = await added("Un");
      await added("Deux");
      const three = await added("Trois");
      const other = page;
      page = await asAdmin((db) => createPage(db, written({ title: `Autre ${newId()}` })));
      await added("Ailleurs");
      page = other;
      await asAdmin((db) => moveSection(db, three, "up"));
      expect(await titles()).toEqual(["Un", "Trois", "Deux"]);
      await asAdmin((db) => moveSection(db, one, "down"));
      expect(await titles()).toEqual(["Trois", "Un", "Deux"]);
      expect(await places()).toEqual([1, 2, 3]);
      const beyond = asAdmin((db) => moveSection(db, three, "up"));
      await expect(beyond).rejects.toMatchObject({
        kind: "conflict",
        message: "cette section est déjà la première",
      });
    });

    test("two people who move at once leave one order", async () => {
      const ids = [await added("Un"), await added("Deux"), await added("Trois")];
      const moves = ids.flatMap((id) =>
        (["up", "down"] as const).map((direction) =>
          asAdmin((db) => moveSection(db, id, direction)).catch(() => {}),
        ),
      );
      await Promise.all(moves);
      expect(await places()).toEqual([1, 2, 3]);
      expect((await titles()).sort()).toEqual(["Deux", "Trois", "Un"]);
    });

    test("take a free key after their title, and keep it", async () => {
      const first = await added("L’équipe");
      const second = await added("L’équipe");
      const keys = async () =>
        (await asAdmin((db) => listSections(db, page))).map(({ section_key }) => section_key);
      expect(await keys()).toEqual(["l-equipe", "l-equipe-2"]);
      await asAdmin((db) => updateSection(db, first, text("Un autre titre")));
      expect(await keys()).toEqual(["l-equipe", "l-equipe-2"]);
      const claimed = { ...text("Deux"), section_key: "l-equipe" };
      const refused = asAdmin((db) => updateSection(db, second, claimed));
      await expect(refused).rejects.toMatchObject({ field: "section_key" });
    });

    test("go with their page, and come back with it in their order", async () => {
      await added("Un");
      const two = await added("Deux");
      await asAdmin((db) => moveSection(db, two, "up"));
      const { batch } = await asAdmin((db) => deletePages(db, [page]));
      const left = sql`select id from page_sections where page_id = ${page}`;
      expect(await database().asOwner(left)).toEqual([]);
      await asAdmin((db) => restoreBatch(db, batch));
      expect(await titles()).toEqual(["Deux", "Un"]);
    });

    test("of a page that is gone stay in the bin, and the refusal says why", async () => {
      const one = await added("Un");
      const { batch } = await asAdmin((db) => deleteSections(db, [one]));
      const whole = await asAdmin((db) => deletePages(db, [page]));
      const alone = asAdmin((db) => restoreBatch(db, batch));
      await expect(alone).rejects.toMatchObject({
        kind: "conflict",
        message: "ce dont cette fiche dépend a été supprimé : rétablissez-le d’abord",
      });
      await asAdmin((db) => restoreBatch(db, whole.batch));
      await asAdmin((db) => restoreBatch(db, batch));
      expect(await titles()).toEqual(["Un"]);
    });
  });

  describe("the home page", () => {
    let home: string;
    beforeEach(async () => {
      await database().asOwner("delete from pages where slug = 'home'");
      home = await asAdmin((db) =>
        createPage(db, written({ title: "Accueil", slug: "home", status: "published" })),
      );
    });
    const generated = async () =>
      (await asVisitor((db) => findPage(db, "home")))?.sections.map((one) => one.section_key);

    test("is born with the sections that the site draws", async () => {
      const keys = ["hero", "about", "news", "events", "stats", "newsletter", "cta"];
      expect(await generated()).toEqual(keys);
    });

    test("keeps its address, stays published, and is not deleted", async () => {
      const values = written({ title: "Accueil", slug: "home", status: "published" });
      const save = (change: Partial<PageForm>) =>
        asAdmin((db) => updatePage(db, home, { ...values, ...change }));
      await expect(save({ slug: "maison" })).rejects.toMatchObject({ field: "slug" });
      await expect(save({ status: "draft" })).rejects.toMatchObject({ field: "status" });
      await save({ title: "Bienvenue" });
      const refused = { kind: "conflict" };
      const hidden = asAdmin((db) => setPageStatus(db, [page, home], "archived"));
      await expect(hidden).rejects.toMatchObject(refused);
      await expect(asAdmin((db) => deletePages(db, [page, home]))).rejects.toMatchObject(refused);
      expect(await generated()).toHaveLength(7);
    });

    test("its sections are ordered and written, keep their key, and are not deleted", async () => {
      const sections = await asAdmin((db) => listSections(db, home));
      const stats = sections.find(({ section_key }) => section_key === "stats");
      const id = stats?.id ?? "";
      await asAdmin((db) => moveSection(db, id, "up"));
      expect((await generated())?.slice(3, 5)).toEqual(["stats", "events"]);
      await asAdmin((db) => updateSection(db, id, { ...text("Nos forces"), section_key: "stats" }));
      const other = { ...text("Nos forces"), section_key: "chiffres" };
      const renamed = asAdmin((db) => updateSection(db, id, other));
      await expect(renamed).rejects.toMatchObject({ field: "section_key" });
      await expect(asAdmin((db) => deleteSections(db, [id]))).rejects.toMatchObject({
        kind: "conflict",
      });
      const own = await asAdmin((db) => createSection(db, { ...text("Appel"), page_id: home }));
      await asAdmin((db) => deleteSections(db, [own]));
      expect(await generated()).toHaveLength(7);
    });
  });
});
