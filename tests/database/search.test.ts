import { type SQL, sql } from "drizzle-orm";
import { beforeAll, expect, inject, test } from "vitest";
import { SCHEMA } from "../../app/core/database/database.server.ts";
import { asSystem } from "../../app/core/database/doors/doors.server.ts";
import type { Transaction } from "../../app/core/database/engine.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import { newId } from "../../app/core/secrets/id.server.ts";
import { createDatabase } from "../support/database/postgres-server.ts";
import { rowsOf, withBothEngines } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { PUBLISHED_PAGE } from "./parents.ts";
import { insertParents, insertRow, TABLES } from "./tables.ts";

const ADMIN = newId();
const searchable = Object.entries(TABLES).flatMap(([name, { searched }]) =>
  searched ? [{ name, searched }] : [],
);
const lists = Object.entries(TABLES).flatMap(([name, { order }]) =>
  order ? [{ name, ...order }] : [],
);

/** The plan of a statement when some ways are ruled out: what the indexes make possible. */
async function planOf(db: Transaction, statement: SQL, ...ruledOut: string[]): Promise<string> {
  for (const way of ruledOut) await db.execute(sql.raw(`set local enable_${way} = off`));
  const lines = await rowsOf(db, sql`explain (costs off) ${statement}`);
  return lines.map((line) => Object.values(line)[0]).join("\n");
}

const anyOther = ["seqscan", "bitmapscan", "sort"];

withBothEngines((_engine, database) => {
  /** As behind a door, but for its rule of statements: what is asked here is how PostgreSQL would go about it. */
  const asRole = <T>(role: "site_staff" | "site_system", work: (db: Transaction) => Promise<T>) =>
    database().engine.transaction(async (db) => {
      await db.execute(
        sql`select set_config('app.user_id', ${ADMIN}, true), set_config('role', ${role}, true)`,
      );
      return work(db);
    });

  beforeAll(async () => {
    await asSystem("test", async (db) => {
      await insertParents(db);
      await insertRow(db, "profiles", { id: ADMIN, role: "admin" });
      for (let n = 0; n < 20; n++) await insertRow(db, "news", { title: `Actualité ${n}` });
      // An index of theirs holds the search text too: among few, reading it whole costs least.
      await db.execute(sql`insert into members (id, first_name, last_name, email)
        select gen_random_uuid(), 'Aïssatou', 'Bah', 'm' || n || '@example.org'
        from generate_series(1, 2000) n`);
    });
    await database().asOwner("select gin_clean_pending_list('members_search'::regclass)");
    await database().asOwner("analyze members");
  });

  test("every table with a search text is expected here", async () => {
    const result = await database().asOwner<{ name: string }>(sql`
      select table_name as name from information_schema.columns
      where table_schema = 'public' and column_name = 'search_text' order by 1`);
    expect(result.map(({ name }) => name)).toEqual(searchable.map(({ name }) => name).sort());
  });

  test("every row is found by each of its searched columns, whatever the accents and the case", async () => {
    const words = ["équipe", "EQUIPE", "forecariah", "FORÉCARIAH ca", "oeil", "absent"];
    const found: Record<string, string[]> = {};
    await asSystem("test", async (db) => {
      for (const { name, searched } of searchable) {
        for (const column of searched) {
          const text = "Équipe «Œil de Lynx» — Forécariah ÇA";
          const id = await insertRow(db, name, { [column]: text });
          const rows = await rowsOf<{ word: string }>(
            db,
            sql`select word from unnest(${sql.param(words)}::text[]) word, ${sql.identifier(name)}
                where id = ${id} and search_text like '%' || search_form(word) || '%'`,
          );
          found[`${name}.${column}`] = rows.map(({ word }) => word).sort();
        }
      }
    });
    const all = words.filter((word) => word !== "absent").sort();
    const columns = searchable.flatMap(({ name, searched }) =>
      searched.map((column) => [`${name}.${column}`, all] as const),
    );
    expect(found).toEqual(Object.fromEntries(columns));
  });

  test("every table is searched by its trigram index, from three letters on", () =>
    checkEach(
      searchable.map(({ name }) => [name, name]),
      async (name) => {
        const search = sql`select id from ${sql.identifier(name)} where search_text like '%con%'`;
        const plan = await asRole("site_system", (db) => planOf(db, search, "seqscan"));
        expect(plan).toMatch(/Bitmap Index Scan on \w+_search\b/);
      },
    ));

  test("every list has an index in its order, from which staff read it without sorting", () =>
    checkEach(
      lists.map((list) => [list.name, list]),
      async ({ name, within, by }) => {
        const indexes = await database().asOwner<{ columns: string[] }>(sql`
          select array(
            select a.attname::text from unnest(i.indkey::int2[]) with ordinality as k(number, place)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number order by k.place
          ) as columns
          from pg_index i where i.indrelid = ${name}::regclass
            and (i.indpred is null or ${within !== undefined})`);
        expect(indexes.map((index) => index.columns)).toContainEqual(by);
        for (const direction of ["asc", "desc"]) {
          const order = sql.raw(by.map((column) => `"${column}" ${direction}`).join(", "));
          const page = sql`select id from ${sql.identifier(name)}
            where ${sql.raw(within ?? "true")} order by ${order} limit 21`;
          const plan = await asRole("site_staff", (db) => planOf(db, page, ...anyOther));
          expect(plan, direction).toMatch(/Index (Only )?Scan/);
          expect(plan, direction).not.toContain("Sort");
        }
      },
    ));

  test("the next page of a list starts at its cursor, for staff too", async () => {
    const next = sql`select id from news where (dated_at, id) < (now(), ${PUBLISHED_PAGE}::uuid)
      order by dated_at desc, id desc limit 21`;
    const plan = await asRole("site_staff", (db) => planOf(db, next, ...anyOther));
    expect(plan).toMatch(/Index Cond: .*dated_at, id\) </);
    expect(plan).not.toContain("Sort");
  });

  test("staff search by the trigram index too", async () => {
    const search = sql`select id from members where search_text like '%con%'`;
    const plan = await asRole("site_staff", (db) => planOf(db, search, "seqscan"));
    expect(plan).toContain("Bitmap Index Scan on members_search");
  });

  test("is_staff() is asked once in a statement, not once for each row", async () => {
    const everything = sql`select * from members`;
    const plan = await asRole("site_staff", (db) => planOf(db, everything));
    expect(plan).not.toContain("Filter: is_staff()");
  });

  test("tables without a list order are the small ones, and those that staff do not list", () => {
    const listed = Object.entries(TABLES).filter(([, { staff }]) => !staff);
    const unordered = listed.filter(([, { order }]) => !order).map(([name]) => name);
    expect(unordered.sort()).toEqual([
      "event_door",
      "event_packages",
      "file_categories",
      "former_slugs",
      "legal_texts",
      "licence_photos",
      "preview_links",
      "profiles",
      "site_settings",
    ]);
  });
});

// In this locale lower() leaves É as it is, and unaccent makes an E of it.
test("search ignores case in a database whose locale is C", async () => {
  const database = await createDatabase(inject("postgres"), "TEMPLATE template0 LOCALE 'C'");
  const engine = openServer(database.url);
  try {
    await engine.migrate(SCHEMA);
    const result = await engine.transaction((tx) =>
      rowsOf(tx, sql`select search_form('É') as form`),
    );
    expect(result).toEqual([{ form: "e" }]);
  } finally {
    await engine.close();
    await database.drop();
  }
});
