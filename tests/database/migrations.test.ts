import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { is, sql } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import pg from "pg";
import { afterAll, expect, inject, test, vi } from "vitest";
import { SCHEMA } from "../../app/core/database/database.server.ts";
import journal from "../../database/migrations/meta/_journal.json" with { type: "json" };
import { createDatabase } from "../support/database/postgres-server.ts";
import { withBothEngines } from "../support/database/test-database.ts";

// The generator gives every array a method, which the readers of other files trip over.
afterAll(() => Reflect.deleteProperty(Array.prototype, "random"));

const modules = import.meta.glob<Record<string, unknown>>("../../app/**/*.table.server.ts", {
  eager: true,
});
const schema = Object.assign({}, ...Object.values(modules)) as Record<string, unknown>;
const tables = Object.values(schema).filter((value) => is(value, PgTable));
const snapshots = import.meta.glob<{ default: object }>(
  "../../database/migrations/meta/*_snapshot.json",
  { eager: true },
);

test("what the tables say, the migrations make: drizzle-kit finds nothing to add", async () => {
  const latest = Object.keys(snapshots).sort().at(-1) ?? "";
  const snapshot = snapshots[latest]?.default as Parameters<typeof generateMigration>[0];
  const expected = generateDrizzleJson(schema, undefined, undefined, undefined);
  expect(await generateMigration(snapshot, expected)).toEqual([]);
});

withBothEngines((_engine, database) => {
  test("migrating again changes nothing", async () => {
    const state = sql`select count(*)::int as applied, max(id) as last
      from drizzle.__drizzle_migrations`;
    const before = await database().asOwner(state);
    await database().engine.migrate(SCHEMA);
    expect(await database().asOwner(state)).toEqual(before);
    expect(before).toMatchObject([{ applied: journal.entries.length }]);
  });

  // The snapshot could agree with the tables and the SQL, which is edited by hand, with neither.
  test("every table has the columns, indexes, checks, keys and policies of its definition", async () => {
    const found = await database().asOwner<{ fact: string }>(sql`
      select 'column ' || a.attrelid::regclass || ' ' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod)
        || coalesce((select ' COLLATE "' || collname || '"' from pg_collation
           where oid = a.attcollation and collname <> 'default'), '')
        || case when a.attnotnull then ' not null' else '' end
        || case when a.attgenerated <> '' then ' generated' when a.atthasdef then ' default'
           else '' end as fact
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
      union all
      select 'index ' || indrelid::regclass || ' ' || relname from pg_class join pg_index on indexrelid = oid
      where relnamespace = 'public'::regnamespace
        and not exists (select 1 from pg_constraint where conindid = indexrelid)
      union all
      select case contype when 'c' then 'check ' else 'key ' end || conrelid::regclass || ' ' || conname
      from pg_constraint where connamespace = 'public'::regnamespace and contype in ('c', 'f') and conrelid <> 0
      union all
      select 'policy ' || polrelid::regclass || ' ' || polname from pg_policy`);
    const defined = tables
      .map((table) => getTableConfig(table))
      .flatMap((config) => {
        const of = (kind: string, names: (string | undefined)[]) =>
          names.map((name) => `${kind} ${config.name} ${name}`);
        return [
          ...of(
            "column",
            config.columns.map((column) => {
              const notNull = column.notNull || column.primary ? " not null" : "";
              // Ids and dates of change that only our code fills have no default in the database.
              const filled = column.default !== undefined ? " default" : "";
              return `${column.name} ${column.getSQLType()}${notNull}${column.generated ? " generated" : filled}`;
            }),
          ),
          ...of(
            "index",
            config.indexes.map((index) => index.config.name),
          ),
          ...of(
            "check",
            config.checks.map((check) => check.name),
          ),
          ...of(
            "key",
            config.foreignKeys.map((key) => key.getName()),
          ),
          ...of(
            "policy",
            config.policies.map((policy) => policy.name),
          ),
        ];
      });
    expect(found.map(({ fact }) => fact).sort()).toEqual(defined.sort());
    expect(defined.length).toBeGreaterThan(1_000);
  });
});

test("two processes that migrate an empty server at the same moment both succeed", async () => {
  const database = await createDatabase(inject("postgres"));
  const watcher = new pg.Client({ connectionString: database.url });
  await watcher.connect();
  try {
    // Both are held at the door until both have come, so that they are there together for sure.
    await watcher.query("select pg_advisory_lock(7423001)");
    const source = `${import.meta.dirname}/../../app/core/database/postgres.server.ts`;
    const script = `
      import { openServer } from "${source}";
      const engine = openServer(process.argv[1]);
      await engine.migrate(process.argv[2]);
      await engine.close();`;
    const args = ["--input-type=module", "--eval", script, database.url, SCHEMA];
    const migrate = () => promisify(execFile)(process.execPath, args, { timeout: 60_000 });
    const both = Promise.all([migrate(), migrate()]);
    await vi.waitFor(
      async () => {
        const waiting = await watcher.query(
          `select 1 from pg_locks join pg_database d on d.oid = database
           where locktype = 'advisory' and not granted and d.datname = current_database()`,
        );
        expect(waiting.rows).toHaveLength(2);
      },
      { timeout: 50_000, interval: 50 },
    );
    await watcher.query("select pg_advisory_unlock(7423001)");
    await both;
    const applied = await watcher.query(
      "select count(*)::int as n from drizzle.__drizzle_migrations",
    );
    expect(applied.rows).toEqual([{ n: journal.entries.length }]);
  } finally {
    await watcher.end();
    await database.drop();
  }
}, 90_000);
