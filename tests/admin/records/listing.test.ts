import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { asStaff, asSystem } from "../../../app/core/database/doors/doors.server.ts";
import { newId } from "../../../app/core/secrets/id.server.ts";
import { listAllNews, type NewsRow } from "../../../app/news/news.staff.server.ts";
import { type ListSpec, parseListQuery } from "../../../app/records/list/list-query.ts";
import { type Listing, PAGE_SIZE } from "../../../app/records/list/listing.staff.server.ts";
import { insertRow } from "../../database/tables.ts";
import { withDatabase } from "../../support/database/test-database.ts";

const ADMIN = newId();
const ROWS = 2 * PAGE_SIZE + 7;
const SPEC: ListSpec = {
  filters: { status: ["published", "draft"] },
  sorts: ["dated_at", "title"],
  descending: true,
};

const list = (address: string) =>
  asStaff({ id: ADMIN }, (db) =>
    listAllNews(db, parseListQuery(SPEC, new URLSearchParams(address))),
  );
const idsOf = ({ rows }: Listing<NewsRow>) => rows.map(({ id }) => id);

withDatabase((_engine, database) => {
  beforeAll(() =>
    asSystem("test", async (db) => {
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      for (let n = 0; n < ROWS; n++) {
        // Many share a moment, and moments differ by less than JavaScript can tell.
        const created_at = `2030-01-01T10:00:00.00${String(100 + Math.floor(n / 9))}Z`;
        const title = `Titre ${n % 5}`;
        await insertRow(db, "news", { title, created_at, published: n % 2 === 0 });
      }
    }),
  );

  describe.each([
    ["sort=-dated_at", sql`dated_at desc, id desc`],
    ["sort=dated_at", sql`dated_at, id`],
    ["sort=title", sql`title, id`],
    ["sort=-title", sql`title desc, id desc`],
  ])("%s", (address, order) => {
    test("is walked page by page, forth and back, each row once", async () => {
      const all = await database().asOwner<{ id: string }>(
        sql`select id from news order by ${order}`,
      );
      const pages = [await list(address)];
      for (let page = pages[0]; page?.next; page = pages.at(-1)) {
        pages.push(await list(`${address}&after=${encodeURIComponent(page.next)}`));
      }
      expect(pages.map(({ rows }) => rows.length)).toEqual([PAGE_SIZE, PAGE_SIZE, 7]);
      expect(pages.flatMap(idsOf)).toEqual(all.map(({ id }) => id));
      const [first, second, third] = pages;
      const back = await list(`${address}&before=${encodeURIComponent(third?.previous ?? "")}`);
      expect(idsOf(back)).toEqual(second && idsOf(second));
      const start = await list(`${address}&before=${encodeURIComponent(back.previous ?? "")}`);
      expect(idsOf(start)).toEqual(first && idsOf(first));
      expect(start.previous).toBeUndefined();
    });
  });

  test("counts what answers the filters, on every page", async () => {
    const drafts = await list("status=draft");
    expect(drafts).toMatchObject({ count: Math.floor(ROWS / 2), more: false });
    const after = encodeURIComponent(drafts.next ?? "");
    expect(await list(`status=draft&after=${after}`)).toMatchObject({ count: drafts.count });
    expect(await list("q=titre 3")).toMatchObject({ count: Math.floor((ROWS + 1) / 5) });
    expect(await list("q=absent")).toMatchObject({ rows: [], count: 0, more: false });
  });

  test.each([
    ["no id", "after=x_2030"],
    ["no moment", `after=${newId()}_x`],
    ["a day that does not exist", `after=${newId()}_2030-02-31T10:00:00.000000Z`],
    ["an hour that does not exist", `before=${newId()}_2030-02-01T25:00:00.000000Z`],
    ["a zero byte", `sort=title&after=${newId()}_%00`],
    ["a zero byte to look for", "q=Titre%00"],
    ["an order that there is not", "sort=password"],
    ["a filter's value that there is not", "status='; drop table news"],
  ])("an address with %s shows the first page", async (_what, address) => {
    const page = await list(address);
    expect(page.rows).toHaveLength(PAGE_SIZE);
    expect(page.previous).toBeUndefined();
    expect(page.count).toBe(ROWS);
  });

  test("what is typed is looked for as it is: % and _ are letters", async () => {
    for (const values of ["%", "_", "\\"]) {
      expect((await list(`q=${encodeURIComponent(values)}`)).count).toBe(0);
    }
    await asSystem("test", (db) => insertRow(db, "news", { title: "100 % Guinée_a\\b" }));
    for (const values of ["%", "_", "\\", "100 % GUINEE"]) {
      expect((await list(`q=${encodeURIComponent(values)}`)).count, values).toBe(1);
    }
  });
});
