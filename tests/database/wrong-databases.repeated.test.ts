import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { SCHEMA } from "../../app/core/database/database.server.ts";
import { DATABASE_ROLES } from "../../app/core/database/doors/database-roles.server.ts";
import { asSystem, asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import {
  factsOf,
  inSql,
  POLICIES,
  restoreWithoutRoles,
} from "../support/database/database-restore.ts";
import { createDatabase, startPostgres } from "../support/database/postgres-server.ts";
import { RawDatabase } from "../support/database/raw-database.ts";
import { rowsOf } from "../support/database/test-database.ts";
import { checkEach } from "../support/fuzz/check-each.ts";
import { enginesOf, isDeep } from "../support/fuzz/repetitions.ts";
import { insertRow } from "./tables.ts";

// Whatever database a start finds: what may be given back is given back, before anybody reads a row; what
// is not ours to mend is refused with one line, and left as it was.

const DRAFT = "select count(*)::int as n from news where not published";

/** What a restore loses or somebody changes, and a start gives back. */
const MENDED = {
  "a policy that is gone": "drop policy news_visitor_reads on news",
  "a policy that lets everybody read":
    "alter policy partners_visitor_reads on partners using (true)",
  "a policy for others": "alter policy members_system on members to site_visitor",
  "row security that is off": "alter table members disable row level security",
  "a trigger that is gone": "drop trigger orders_kept on orders",
  "a trigger that is off": "alter table ledger_entries disable trigger ledger_entries_kept",
  "a function that is gone": "drop function count_download",
  "a function that was replaced":
    "create or replace function is_admin() returns boolean language sql as 'select true'",
  "a right that is gone": "revoke insert on contact_messages from site_visitor",
  "a right to columns that is gone": "revoke select (name) on partners from site_visitor",
  "an index that is gone": "drop index members_search",
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

for (const name of enginesOf("server")) {
  describe(`${name} PostgreSQL`, () => {
    const raw = new RawDatabase(name);

    describe("found by one start after the other", () => {
      beforeAll(raw.open);
      afterAll(raw.close);

      test("an empty one is prepared, and then left alone", async () => {
        await raw.migrate();
        const facts = await raw.facts();
        expect(facts.length).toBeGreaterThan(1_000);
        expect(await raw.fault()).toBeUndefined();
        const version = "select xmin::text, token from drizzle.schema_state";
        const before = await raw.ask(version);
        await raw.migrate();
        expect(await raw.ask(version)).toEqual(before);
        expect(await raw.facts()).toEqual(facts);
      });

      // At each commit all of them at once, in depth each alone too.
      const damages = Object.entries(MENDED);
      const rounds = [damages, ...(isDeep ? damages.map((one) => [one]) : [])];
      test.each(rounds.map((round) => ({ round, names: round.map(([name]) => name).join(", ") })))(
        "what was damaged is given back: $names",
        async ({ round }) => {
          await raw.migrate();
          const facts = await raw.facts();
          let last = facts;
          for (const [what, damage] of round) {
            await raw.run(damage);
            const damaged = await raw.facts();
            expect(damaged, what).not.toEqual(last);
            last = damaged;
          }
          expect(await raw.fault()).toMatch(/^[^\n]+$/);
          await raw.migrate();
          expect(await raw.facts()).toEqual(facts);
          expect(await raw.fault()).toBeUndefined();
        },
      );

      test("a draft that a damaged database would have shown is shown to nobody", async () => {
        await raw.migrate();
        startApp({ database: { engine: raw.engine } });
        await asSystem("test", (db) => insertRow(db, "news", { published: false }));
        const visit = () => asVisitor((db) => rowsOf<{ n: number }>(db, sql.raw(DRAFT)));
        await raw.run("alter table news disable row level security");
        expect(await visit()).toEqual([{ n: 1 }]);
        await raw.migrate();
        expect(await visit()).toEqual([{ n: 0 }]);
      });

      test("without what nobody gives back it is refused, by name, and left as it was", async () => {
        await raw.migrate();
        // This could be given back, but not to a database that is refused.
        await raw.run("drop policy news_visitor_reads on news");
        await checkEach(Object.entries(REFUSED), async ([damage, word, undo]) => {
          await raw.run(damage);
          const facts = await raw.facts();
          const before = await raw.state();
          const message = await raw.refusal();
          expect(message).toContain(word);
          expect(message).toMatch(/^[^\n]+$/);
          expect(await raw.facts()).toEqual(facts);
          expect(await raw.state()).toEqual(before);
          await raw.run(undo);
        });
        await raw.migrate();
      });

      test("what an operator adds stays, and is asked of nobody", async () => {
        await raw.migrate();
        await raw.run(ADDED);
        const facts = await raw.facts();
        expect(await raw.fault()).toBeUndefined();
        await raw.migrate();
        expect(await raw.facts()).toEqual(facts);
        // Also where something of ours is mended beside it.
        await raw.run("drop policy news_visitor_reads on news");
        await raw.migrate();
        expect(await raw.facts()).toEqual(facts);
        await raw.run("drop table report; drop trigger reported on news; drop function reported()");
        expect(await raw.fault()).toBeUndefined();
      });
    });

    describe("found by a first start", () => {
      beforeEach(raw.open);
      afterEach(raw.close);

      test("one of somebody else is refused, and left as it was", async () => {
        await raw.run("create table orders (id int); insert into orders values (1)");
        const facts = await raw.facts();
        expect(await raw.refusal()).toContain("something else");
        expect(await raw.facts()).toEqual(facts);
        expect(await raw.ask("select 1 from pg_namespace where nspname = 'drizzle'")).toEqual([]);
      });

      test("one with other migrations is refused", async () => {
        await raw.run(`create schema drizzle;
        create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
        insert into drizzle.__drizzle_migrations (hash, created_at) values ('theirs', 1)`);
        expect(await raw.refusal()).toContain("not ours");
      });
    });
  });
}

test("a dump restored on a server without the roles is whole before anybody reads a row", async () => {
  const source = await createDatabase(inject("postgres"), `TEMPLATE ${inject("template")}`);
  const fresh = await startPostgres();
  let engine = openServer(source.url);
  try {
    await engine.migrate(SCHEMA);
    startApp({ database: { engine } });
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
    expect(await engine.findFault(SCHEMA)).toContain("role site_office");
    await engine.migrate(SCHEMA);
    expect(await inSql(fresh.url, policies)).toEqual([{ n: POLICIES }]);
    expect(await factsOf(engine)).toEqual(facts);
    startApp({ database: { engine } });
    const read = sql`select published from news`;
    expect(await asVisitor((db) => rowsOf(db, read))).toEqual([{ published: true }]);
    await expect(asVisitor((db) => db.execute(sql`select 1 from members`))).rejects.toMatchObject({
      cause: { code: "42501" },
    });
  } finally {
    startApp({ database: {} });
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
       grant ${DATABASE_ROLES.join(", ")} to ${name};
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
