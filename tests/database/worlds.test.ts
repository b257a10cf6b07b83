import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { SCHEMA } from "../../app/platform/database/database.server.ts";
import { asSystem, asVisitor, setEngine } from "../../app/platform/database/doors.server.ts";
import { openInMemory } from "../../app/platform/database/embedded.server.ts";
import type { Engine } from "../../app/platform/database/engine.server.ts";
import { openServer } from "../../app/platform/database/postgres.server.ts";
import { WrongDatabaseError } from "../../app/platform/errors.ts";
import { createDatabase, startPostgres } from "../support/postgres-server.ts";
import { rowsOf } from "../support/test-database.ts";
import { factsOf, inSql, laterSchema, restoreWithoutRoles } from "../support/worlds.ts";
import { insertRow } from "./tables.ts";

// Whatever database a start finds: what may be given back is given back, before anybody reads a row; what
// is not ours to mend is refused with one line, and left as it was.

const DRAFT = "select count(*)::int as n from news where not published";

/** What a restore loses or somebody changes, and a start gives back. */
const MENDED = {
  "a policy that is gone": "drop policy news_visitor_reads on news",
  "a policy that lets everybody read": "alter policy news_visitor_reads on news using (true)",
  "a policy for others": "alter policy members_system on members to site_visitor",
  "row security that is off": "alter table members disable row level security",
  "a trigger that is gone": "drop trigger orders_kept on orders",
  "a trigger that is off": "alter table ledger_entries disable trigger ledger_entries_kept",
  "a function that is gone": "drop function count_download",
  "a function that was replaced":
    "create or replace function is_admin() returns boolean language sql as 'select true'",
  "a right that is gone": "revoke insert on contact_messages from site_visitor",
  "a right to columns that is gone": "revoke select (name) on partners from site_visitor",
  "an index that is gone": "drop index news_newest",
  "an index of another kind":
    "drop index news_newest; create unique index news_newest on news (id)",
  "every policy and all row security": `do $$ declare one record; begin
    for one in select * from pg_policies where schemaname = 'public' loop
      execute format('drop policy %I on %I', one.policyname, one.tablename);
      execute format('alter table %I disable row level security', one.tablename);
    end loop; end $$`,
};

/** What nobody gives back: what takes it away, the words that name it, and what undoes it. */
const REFUSED = {
  "a table": ["alter table bin rename to gone", "table bin", "alter table gone rename to bin"],
  "a column": [
    "alter table news rename excerpt_en to gone",
    "column news.excerpt_en",
    "alter table news rename gone to excerpt_en",
  ],
  "a column's type": [
    "alter table news alter category type varchar(60)",
    "column news.category",
    "alter table news alter category type text",
  ],
  "a column's need of a value": [
    "alter table news alter title drop not null",
    "not null news.title",
    "alter table news alter title set not null",
  ],
  "a default": [
    "alter table news alter published drop default",
    "default news.published",
    "alter table news alter published set default false",
  ],
  "a check": [
    "alter table events rename constraint events_places to gone",
    "constraint events.events_places",
    "alter table events rename constraint gone to events_places",
  ],
  "a key": [
    "alter table profiles rename constraint profiles_email_unique to gone",
    "constraint profiles.profiles_email_unique",
    "alter table profiles rename constraint gone to profiles_email_unique",
  ],
} as const;

/** What an operator may add. */
const ADDED = `
  alter table news add column reporter text;
  create index reporters on news (reporter);
  create table report (id int primary key);
  create policy report_reads on news for select to site_staff using (true);
  create function reported() returns int language sql as 'select 1';
  create trigger reported after insert on news for each statement execute function notify_content_changed();
  alter table partners alter column description set default 'x'`;

for (const name of ["embedded", "server"] as const) {
  describe(`${name} PostgreSQL`, () => {
    let engine: Engine;
    let drop = async () => {};
    const open = async () => {
      if (name === "server") {
        const database = await createDatabase(inject("postgres"));
        engine = openServer(database.url);
        drop = database.drop;
      } else engine = await openInMemory();
    };
    const close = async () => {
      setEngine(undefined);
      await engine.close();
      await drop();
    };

    const run = (text: string) =>
      engine.transaction(async (tx) => {
        for (const one of text.startsWith("do ") ? [text] : text.split(";")) {
          if (one.trim()) await tx.execute(sql.raw(one));
        }
      });
    const ask = <Row>(text: string) => engine.transaction((tx) => rowsOf<Row>(tx, sql.raw(text)));
    const migrate = (folder = SCHEMA) => engine.migrate(folder);
    const state = () => ask("select sql_hashes, facts, minimum_reader from drizzle.schema_state");
    async function refusal(folder = SCHEMA): Promise<string> {
      const error = await migrate(folder).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(WrongDatabaseError);
      return (error as WrongDatabaseError).message;
    }

    describe("found by one start after the other", () => {
      beforeAll(open);
      afterAll(close);

      test("an empty one is prepared, and then left alone", async () => {
        await migrate();
        const facts = await factsOf(engine);
        expect(facts.length).toBeGreaterThan(1_000);
        expect(await engine.findFault(SCHEMA)).toBeUndefined();
        const version = "select xmin::text, token from drizzle.schema_state";
        const before = await ask(version);
        await migrate();
        expect(await ask(version)).toEqual(before);
        expect(await factsOf(engine)).toEqual(facts);
      });

      test.each(Object.entries(MENDED))("%s is given back", async (_what, damage) => {
        await migrate();
        const facts = await factsOf(engine);
        await run(damage);
        expect(await factsOf(engine)).not.toEqual(facts);
        expect(await engine.findFault(SCHEMA)).toMatch(/^[^\n]+$/);
        await migrate();
        expect(await factsOf(engine)).toEqual(facts);
        expect(await engine.findFault(SCHEMA)).toBeUndefined();
      });

      test("a draft that a damaged database would have shown is shown to nobody", async () => {
        await migrate();
        setEngine(engine);
        await asSystem("test", (db) => insertRow(db, "news", { published: false }));
        const visit = () => asVisitor((db) => rowsOf<{ n: number }>(db, sql.raw(DRAFT)));
        await run("alter table news disable row level security");
        expect(await visit()).toEqual([{ n: 1 }]);
        await migrate();
        expect(await visit()).toEqual([{ n: 0 }]);
      });

      test.each(Object.entries(REFUSED))(
        "without %s it is refused, by name, and left as it was",
        async (_what, [damage, word, undo]) => {
          await migrate();
          await run(`${damage}; drop policy news_visitor_reads on news`);
          const facts = await factsOf(engine);
          const before = await state();
          const said = await refusal();
          expect(said).toContain(word);
          expect(said).toMatch(/^[^\n]+$/);
          expect(await factsOf(engine)).toEqual(facts);
          expect(await state()).toEqual(before);
          await run(undo);
          await migrate();
        },
      );

      test("what an operator adds stays, and is asked of nobody", async () => {
        await migrate();
        await run(ADDED);
        const facts = await factsOf(engine);
        expect(await engine.findFault(SCHEMA)).toBeUndefined();
        await migrate();
        expect(await factsOf(engine)).toEqual(facts);
        // Also where something of ours is mended beside it.
        await run("drop policy news_visitor_reads on news");
        await migrate();
        expect(await factsOf(engine)).toEqual(facts);
        await run("drop table report; drop trigger reported on news; drop function reported()");
        expect(await engine.findFault(SCHEMA)).toBeUndefined();
      });
    });

    describe("found by a first start", () => {
      beforeEach(open);
      afterEach(close);

      test("one of somebody else is refused, and left as it was", async () => {
        await run("create table orders (id int); insert into orders values (1)");
        const facts = await factsOf(engine);
        expect(await refusal()).toContain("something else");
        expect(await factsOf(engine)).toEqual(facts);
        expect(await ask("select 1 from pg_namespace where nspname = 'drizzle'")).toEqual([]);
      });

      test("one with other migrations is refused", async () => {
        await run(`create schema drizzle;
        create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
        insert into drizzle.__drizzle_migrations (hash, created_at) values ('theirs', 1)`);
        expect(await refusal()).toContain("not ours");
      });
    });

    describe("a newer version", () => {
      beforeEach(open);
      afterEach(close);
      const made: { remove: () => void }[] = [];
      afterAll(() => {
        for (const schema of made) schema.remove();
      });
      const later = (version: Parameters<typeof laterSchema>[0]) => {
        const schema = laterSchema(version);
        made.push(schema);
        return schema.folder;
      };
      const statements = `ALTER TABLE "news" ADD COLUMN "later" text;--> statement-breakpoint
ALTER POLICY "news_visitor_reads" ON "news" TO site_visitor USING (published);`;

      test("migrates an older database, in one piece", async () => {
        await migrate();
        const facts = await factsOf(engine);
        const broken = later({
          statements: `${statements}--> statement-breakpoint\nSELECT 1 / 0;`,
        });
        expect(await refusal(broken)).toContain("22012");
        expect(await factsOf(engine)).toEqual(facts);
        await migrate(later({ statements }));
        expect(await factsOf(engine)).toEqual([...facts, "column news.later text"].sort());
        expect(await ask("select 1 from drizzle.__drizzle_migrations")).toHaveLength(2);
      });

      test("migrates an older one that a restore left half", async () => {
        await migrate();
        await run(MENDED["every policy and all row security"]);
        await migrate(later({ statements }));
        const policies = "select count(*)::int as n from pg_policies where schemaname = 'public'";
        expect(await ask(policies)).toEqual([{ n: 98 }]);
      });

      test("is read by this one, which leaves it as it is", async () => {
        const guards = "CREATE OR REPLACE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1';";
        await migrate(later({ statements, guards }));
        const facts = await factsOf(engine);
        const before = await state();
        await migrate();
        expect(await engine.findFault(SCHEMA)).toBeUndefined();
        expect(await factsOf(engine)).toEqual(facts);
        expect(await state()).toEqual(before);
      });

      test("is refused when it lacks what this one reads", async () => {
        await migrate(later({ statements: 'ALTER TABLE "news" ADD COLUMN "later" text' }));
        await run("alter table news drop column excerpt_en");
        expect(await refusal()).toContain("column news.excerpt_en");
        // Its own to mend, not ours: a policy of today may be wrong tomorrow.
        await run("drop policy news_visitor_reads on news");
        expect(await refusal()).toContain("policy news.news_visitor_reads");
      });

      test("is refused when it says that older ones may not read", async () => {
        await migrate(later({ statements, oldestReader: "0001_later" }));
        expect(await refusal()).toContain("newer than this version may read");
        expect(await engine.findFault(SCHEMA)).toContain("newer");
      });

      test("whose SQL alone is newer is not set back by an older one", async () => {
        await migrate();
        const guards = "CREATE OR REPLACE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1';";
        const { folder, remove } = laterSchema({ statements: "SELECT 1;", guards });
        made.push({ remove });
        await migrate(folder);
        await run("delete from drizzle.__drizzle_migrations where id > 1");
        const before = await state();
        await migrate();
        expect(await state()).toEqual(before);
      });
    });
  });
}

test("a dump restored on a server without the roles is whole before anybody reads a row", async () => {
  const source = await createDatabase(inject("postgres"));
  const fresh = await startPostgres();
  let engine = openServer(source.url);
  try {
    await engine.migrate(SCHEMA);
    setEngine(engine);
    await asSystem("test", async (db) => {
      await insertRow(db, "news", { published: false });
      await insertRow(db, "news", { published: true });
    });
    const facts = await factsOf(engine);
    await engine.close();
    expect(await restoreWithoutRoles(source.url, fresh.url)).toBeGreaterThan(100);
    const policies = "select count(*)::int as n from pg_policies where schemaname = 'public'";
    expect(await inSql(fresh.url, policies)).toEqual([{ n: 0 }]);
    expect(await inSql(fresh.url, DRAFT)).toEqual([{ n: 1 }]);

    engine = openServer(fresh.url);
    expect(await engine.findFault(SCHEMA)).toContain("role site_staff");
    await engine.migrate(SCHEMA);
    expect(await inSql(fresh.url, policies)).toEqual([{ n: 98 }]);
    expect(await factsOf(engine)).toEqual(facts);
    setEngine(engine);
    const read = sql`select published from news`;
    expect(await asVisitor((db) => rowsOf(db, read))).toEqual([{ published: true }]);
    await expect(asVisitor((db) => db.execute(sql`select 1 from members`))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  } finally {
    setEngine(undefined);
    await engine.close();
    await source.drop();
    await fresh.remove();
  }
}, 60_000);

test("a login that may make no roles does with those that an administrator made", async () => {
  const database = await createDatabase(inject("postgres"));
  const name = `plain_${Date.now()}`;
  const engine = openServer(
    Object.assign(new URL(database.url), { username: name, password: "plain" }).href,
  );
  try {
    await inSql(
      database.superuserUrl,
      `create role ${name} login password 'plain';
       grant site_visitor, site_staff, site_system to ${name};
       do $$ begin execute 'alter database ' || quote_ident(current_database()) || ' owner to ${name}'; end $$`,
    );
    await engine.migrate(SCHEMA);
    expect(await engine.findFault(SCHEMA)).toBeUndefined();
  } finally {
    await engine.close();
    await database.drop();
    await inSql(inject("postgres").superuserUrl, `drop role ${name}`);
  }
});
