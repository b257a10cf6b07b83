import { sql } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { insertRow } from "../../tests/database/tables.ts";
import { tellSiteMap } from "../../tests/support/browser/site-map.ts";
import { rowsOf, withDatabase } from "../../tests/support/database/test-database.ts";
import { asStaff, asSystem, asVisitor, type StaffDb } from "../core/database/doors/doors.server.ts";
import { setClock } from "../core/process/clock.ts";
import { newId } from "../core/secrets/id.server.ts";
import { newsRecord } from "../news/news.record.ts";
import {
  createNews,
  deleteNews,
  findNews,
  listAllNews,
  newsForm,
  publishNews,
  unpublishNews,
  updateNews,
} from "../news/news.staff.server.ts";
import { findArticle, listAllNewsIds, listNews } from "../news/news.visitor.server.ts";
import {
  createPage,
  pageFormSchema,
  setPageStatus,
  updatePage,
} from "../pages/pages.staff.server.ts";
import { findBrokenMenuEntries, findPage, listPageSlugs } from "../pages/pages.visitor.server.ts";
import { restoreBatch } from "../records/bin/bin.staff.server.ts";
import { parseListQuery } from "../records/list/list-query.ts";
import { findLinkable } from "../texts/editor/editor.staff.server.ts";
import { publicationClockJob, publishByTheClock } from "./publication.jobs.server.ts";

await tellSiteMap();

const ADMIN = newId();
const asAdmin = <T>(work: (db: StaffDb) => Promise<T>) => asStaff({ id: ADMIN }, work);

/** The product's time, which stands still until a test moves it. */
let now = 0;
const setTime = (hour: number, ms = 0) => {
  now = Date.UTC(2031, 4, 3, hour) + ms;
};
const at = (hour: number) => `2031-05-03T${String(hour).padStart(2, "0")}:00`;

const articleForm = (values: Record<string, string>) =>
  newsForm.schema.parse({
    title: "Finale à Dixinn",
    excerpt: "Résumé",
    category: "Communiqué",
    content: "Texte",
    ...values,
  });
const scheduled = { published: "scheduled", public_from: at(18), public_until: at(20) };
const article = (values: Record<string, string> = scheduled) =>
  asAdmin((db) => createNews(db, articleForm(values)));
const page = (values: Record<string, string>) =>
  asAdmin((db) =>
    createPage(db, pageFormSchema.parse({ title: "Nos clubs", slug: "nos-clubs", ...values })),
  );

/** Everywhere that visitors, or who writes for them, could come upon it. */
const placesOf = async (id: string) => ({
  address: Boolean(await asVisitor((db) => findArticle(db, id))),
  list: (await asVisitor((db) => listNews(db, { limit: 9 }))).some((one) => one.id === id),
  sitemap: (await asVisitor((db) => listAllNewsIds(db))).some((one) => one.id === id),
  table: (await asVisitor((db) => rowsOf(db, sql`select 1 from news where id = ${id}`))).length > 0,
  search:
    (await asVisitor((db) => rowsOf(db, sql`select 1 from search_entries where record_id = ${id}`)))
      .length > 0,
  links: (await asAdmin((db) => findLinkable(db, "dixinn"))).some(({ path }) => path.endsWith(id)),
});
const everywhere = {
  address: true,
  list: true,
  sitemap: true,
  table: true,
  search: true,
  links: true,
};
const nowhere = Object.fromEntries(Object.keys(everywhere).map((place) => [place, false]));

withDatabase((_engine, database) => {
  beforeAll(async () => {
    await asSystem("test", (db) => insertRow(db, "profiles", { id: ADMIN, role: "admin" }));
  });
  beforeEach(async () => {
    setTime(10);
    setClock(() => now);
    for (const table of ["news", "pages", "bin"]) await database().asOwner(`delete from ${table}`);
  });
  afterEach(() => setClock());

  test("an article is nowhere before its moment, everywhere from it, and nowhere from its end", async () => {
    const id = await article();
    setTime(18, -1);
    await publishByTheClock(new Date(now - 1000));
    expect(await placesOf(id)).toEqual(nowhere);
    setTime(18);
    await publishByTheClock(new Date(now - 1000));
    expect(await placesOf(id)).toEqual(everywhere);
    setTime(20, -1);
    expect(await placesOf(id)).toEqual(everywhere);
    setTime(20);
    await publishByTheClock(new Date(now - 1000));
    expect(await placesOf(id)).toEqual(nowhere);
  });

  test("the policies do not wait for the job", async () => {
    const id = await article();
    setTime(19);
    expect(await placesOf(id)).toMatchObject({ address: true, list: true, table: true });
    setTime(21);
    expect(await placesOf(id)).toMatchObject({ address: false, list: false, table: false });
  });

  test("a process that was stopped at the moment puts the search in order when it starts", async () => {
    const [begun, ended] = [await article(), await article()];
    await asAdmin((db) =>
      updateNews(db, ended, articleForm({ ...scheduled, public_until: at(19) })),
    );
    setTime(18);
    await publishByTheClock(undefined);
    expect([(await placesOf(begun)).search, (await placesOf(ended)).search]).toEqual([true, true]);
    setTime(19);
    await publishByTheClock(undefined);
    expect([(await placesOf(begun)).search, (await placesOf(ended)).search]).toEqual([true, false]);
  });

  test("a clock that is put back hides what it had shown", async () => {
    const id = await article();
    setTime(18, 5);
    await publishByTheClock(new Date(now - 1000));
    const shown = new Date(now);
    setTime(17);
    await publishByTheClock(shown);
    expect(await placesOf(id)).toEqual(nowhere);
  });

  test("two processes that come to the moment together do it once", async () => {
    const id = await article();
    setTime(18);
    const since = new Date(now - 1000);
    await Promise.all([publishByTheClock(since), publishByTheClock(since)]);
    const rows = await asSystem("test", (db) =>
      rowsOf(db, sql`select 1 from search_entries where record_id = ${id}`),
    );
    expect(rows).toHaveLength(2);
  });

  test("the job knows the next moment, of articles and pages", async () => {
    expect(await publicationClockJob.next?.()).toBeUndefined();
    await page({ status: "scheduled", public_from: at(19) });
    await article();
    expect(await publicationClockJob.next?.()).toEqual(new Date(`${at(18)}:00Z`));
    setTime(18);
    expect(await publicationClockJob.next?.()).toEqual(new Date(`${at(19)}:00Z`));
  });

  test("an article that is published later bears that day, and stands in its order", async () => {
    const later = await article();
    setTime(12);
    const before = await article({ published: "published" });
    setTime(18);
    const list = await asVisitor((db) => listNews(db, { limit: 9 }));
    expect(list.map(({ id }) => id)).toEqual([later, before]);
    expect(list[0]?.dated_at).toEqual(new Date(`${at(18)}:00Z`));
  });

  test("a page, its sections and its former address wait for their moment", async () => {
    const id = await page({ status: "scheduled", public_from: at(18), public_until: at(20) });
    const menu = { items: [{ label: "Clubs", path: "/nos-clubs" }] };
    const seen = async () => [
      Boolean(await asVisitor((db) => findPage(db, "nos-clubs"))),
      (await asVisitor((db) => listPageSlugs(db))).length === 1,
      (await asAdmin((db) => findBrokenMenuEntries(db, menu as never))).length === 0,
      (
        await asVisitor((db) =>
          rowsOf(db, sql`select 1 from search_entries where record_id = ${id}`),
        )
      ).length > 0,
    ];
    setTime(18, -1);
    expect(await seen()).toEqual([false, false, false, false]);
    setTime(18);
    await publishByTheClock(new Date(now - 1));
    expect(await seen()).toEqual([true, true, true, true]);
    setTime(20);
    await publishByTheClock(new Date(now - 1));
    expect(await seen()).toEqual([false, false, false, false]);
  });

  describe("what is refused, beside its field", () => {
    test("an end that is over already, unless it is saved again as it was", async () => {
      const id = await article();
      setTime(21);
      await asAdmin((db) => updateNews(db, id, articleForm({ ...scheduled, title: "Corrigé" })));
      for (const values of [
        { published: "published", public_until: at(20) },
        { ...scheduled, public_until: at(19) },
      ])
        await expect(
          asAdmin((db) => updateNews(db, id, articleForm(values))),
        ).rejects.toMatchObject({
          field: "public_until",
        });
    });

    test("moments of the home page", async () => {
      const home = await page({ status: "published", slug: "home" });
      const form = pageFormSchema.parse({
        title: "A",
        slug: "home",
        status: "scheduled",
        public_from: at(18),
      });
      await expect(asAdmin((db) => updatePage(db, home, form))).rejects.toMatchObject({
        field: "status",
      });
    });
  });

  test("publishing several now tells what became of those that the clock decided about", async () => {
    const waits = await article();
    const over = await article({ ...scheduled, public_from: at(11), public_until: at(12) });
    const draft = await article({ published: "draft" });
    setTime(13);
    const change = await asAdmin((db) => publishNews(db, [waits, over, draft]));
    expect(change).toEqual({ count: 3, scheduled: 1, retired: 1, ending: 1 });
    const stored = await Promise.all(
      [waits, over, draft].map((id) => asAdmin((db) => findNews(db, id))),
    );
    const moments = stored.map((row) => [
      row?.public_from?.getUTCHours(),
      row?.public_until?.getUTCHours(),
    ]);
    expect(moments).toEqual([
      [13, 20],
      [11, undefined],
      [13, undefined],
    ]);
    expect(await asAdmin((db) => publishNews(db, [waits, over, draft]))).toMatchObject({
      count: 0,
    });
  });

  test("a draft is published by no clock any more", async () => {
    const id = await article();
    expect(await asAdmin((db) => unpublishNews(db, [id]))).toMatchObject({
      count: 1,
      scheduled: 1,
    });
    setTime(18);
    await publishByTheClock(new Date(now - 1000));
    expect(await placesOf(id)).toEqual(nowhere);
    const written = await page({ status: "scheduled", public_from: at(20) });
    expect(await asAdmin((db) => setPageStatus(db, [written], "archived"))).toMatchObject({
      scheduled: 1,
    });
  });

  test("what lies in the bin at its moment is not published, and comes back as a draft", async () => {
    const id = await article();
    const { batch } = await asAdmin((db) => deleteNews(db, [id]));
    setTime(18);
    await publishByTheClock(new Date(now - 1000));
    expect(await placesOf(id)).toEqual(nowhere);
    await asAdmin((db) => restoreBatch(db, batch));
    expect(await placesOf(id)).toEqual(nowhere);
    expect(await asAdmin((db) => findNews(db, id))).toMatchObject({
      published: false,
      public_from: null,
    });
  });

  test("the list is asked for each state", async () => {
    const ids = {
      scheduled: await article(),
      retired: await article({ ...scheduled, public_from: at(8), public_until: at(11) }),
      draft: await article({ published: "draft" }),
      published: await article({ published: "published" }),
    };
    setTime(11);
    for (const [status, id] of Object.entries(ids)) {
      const query = parseListQuery(newsRecord.list, new URLSearchParams({ status }));
      const { rows } = await asAdmin((db) => listAllNews(db, query));
      expect(
        rows.map((row) => row.id),
        status,
      ).toEqual([id]);
    }
  });
});
