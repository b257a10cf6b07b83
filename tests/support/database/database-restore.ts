import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { SCHEMA } from "../../../app/core/database/database.server.ts";
import type { Engine } from "../../../app/core/database/engine.server.ts";
import {
  askIn,
  CURRENT_FACTS,
  FACT_LINE,
} from "../../../app/core/database/schema/schema-check.server.ts";
import { readSchema } from "../../../app/core/database/schema/schema-files.server.ts";

const read = (name: string) => readFileSync(join(SCHEMA, name), "utf8");

/** How many policies a whole database has. */
export const POLICIES = readSchema(SCHEMA)
  .tables()
  .reduce((sum, { policies }) => sum + Object.keys(policies).length, 0);

/** Everything that a database is made of, as sorted lines: equal before and after means the same. */
export function factsOf(engine: Engine): Promise<string[]> {
  return engine.transaction(async (tx) => {
    const ask = askIn(tx);
    await ask("select set_config('search_path', 'public', true)");
    const rows = await ask<{ line: string }>(
      `select ${FACT_LINE} as line from (${CURRENT_FACTS}) facts`,
    );
    return rows.map(({ line }) => line).sort();
  });
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const inSql = (url: string, statements: string) =>
  connected(url, async (client) => (await client.query(statements)).rows as unknown[]);

/** The tables whose rows a restore of these tests brings along. */
const COPIED = [
  "drizzle.__drizzle_migrations",
  "drizzle.schema_state",
  "public.profiles",
  "public.news",
];

/**
 * What `pg_dump` and `psql` make of a database on a server that has none of its roles, with the errors
 * passed over: every statement of ours but those that make roles, one by one, and the rows. Returns how
 * many statements failed.
 */
export async function restoreWithoutRoles(from: string, to: string): Promise<number> {
  const rows = await connected(from, async (client) => {
    const all: [string, Record<string, unknown>[]][] = [];
    for (const table of COPIED) {
      const { rows: result } = await client.query(`select to_jsonb(t) as row from ${table} t`);
      all.push([table, result.map(({ row }) => row)]);
    }
    return all;
  });
  // Our files leave a blank line between statements, and none inside.
  const statements = (text: string) => text.split(/\n\n+/);
  const dump = [
    ...statements(read("foundation.sql")).filter((one) => !/CREATE ROLE|INSERT INTO/.test(one)),
    ...readSchema(SCHEMA).migrations.flatMap(({ statements: ours }) => ours),
    ...statements(read("guards.sql")),
  ];
  return connected(to, async (client) => {
    let failed = 0;
    for (const statement of dump) await client.query(statement).catch(() => failed++);
    // A dump leaves out what is generated.
    const columns = `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    for (const [table, result] of rows) {
      const { names } = (await client.query(columns, [table])).rows[0];
      for (const row of result) {
        await client.query(
          `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1)`,
          [row],
        );
      }
    }
    return failed;
  });
}

type Version = { statements: string; oldestReader?: string; guards?: string };

/** The schema of a later version: one migration more, after which only that version may read, or all may. */
export function laterSchema({ statements, oldestReader = "0000_schema", guards = "" }: Version) {
  const folder = mkdtempSync(join(tmpdir(), "fge-schema-"));
  cpSync(SCHEMA, folder, { recursive: true, filter: (source) => !source.endsWith("/seed") });
  const meta = join(folder, "migrations/meta");
  const journal = JSON.parse(read("migrations/meta/_journal.json"));
  const [last] = journal.entries.slice(-1);
  const entry = { ...last, idx: last.idx + 1, when: last.when + 1_000, tag: "9999_later" };
  writeFileSync(
    join(meta, "_journal.json"),
    JSON.stringify({ ...journal, entries: [...journal.entries, entry] }),
  );
  const number = (idx: number) => String(idx).padStart(4, "0");
  cpSync(join(meta, `${number(last.idx)}_snapshot.json`), join(meta, "9999_snapshot.json"));
  writeFileSync(join(folder, "migrations/9999_later.sql"), statements);
  writeFileSync(join(folder, "guards.sql"), `${read("guards.sql")}\n${guards}`);
  writeFileSync(join(folder, "versions.json"), JSON.stringify({ oldestReader }));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
