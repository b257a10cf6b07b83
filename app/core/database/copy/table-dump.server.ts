import type { Ask } from "../schema/schema-check.server.ts";
import type { CopyDatabase } from "./table-copy.server.ts";

/** One table of ours, with the columns that are stored: what is generated is made again. */
export type TableShape = { name: string; columns: string[] };

/** How many pages of a table are read by one statement: 4 MB. */
const PAGES = 512;

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const TABLES = `select c.relname as name, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

/** Every table of a database that was just made. */
export const listAllTables = (ask: Ask): Promise<TableShape[]> => ask<TableShape>(TABLES);

/** Every table of the site, by name. A table of ours has the policy of the system; an operator's has none. */
export const listTables = (ask: Ask): Promise<TableShape[]> =>
  ask<TableShape>(`${TABLES} and exists (select 1 from pg_policy p where p.polrelid = c.oid
      and p.polname = c.relname || '_system') order by c.relname`);

/** The migrations that a database has had, by their hashes, in order. */
export async function listMigrations(ask: Ask): Promise<string[]> {
  const rows = await ask<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash }) => hash);
}

/** Where each sequence of the site stands. */
export type SequenceState = { name: string; last: string | null };

export const listSequences = (ask: Ask): Promise<SequenceState[]> =>
  ask<SequenceState>(`select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' order by sequencename`);

/** Begins the one snapshot that everything is read in: it is that of the first statement, so there is one. */
export const beginSnapshot = (database: CopyDatabase): Promise<void> =>
  database.script("begin isolation level repeatable read, read only; select 1");

/** The rows of a table as a COPY writes them, in the order in which they lie, a few pages at a time. */
export async function* dumpTable(
  database: CopyDatabase,
  { name, columns }: TableShape,
): AsyncGenerator<Uint8Array> {
  const [relation] = await database.ask<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`,
    [`public.${quoted(name)}`],
  );
  const list = columns.map(quoted).join(", ");
  for (let page = 0; page < (relation?.pages ?? 0); page += PAGES) {
    yield* database.copyOut(
      `select ${list} from only public.${quoted(name)}
       where ctid >= '(${page},0)'::tid and ctid < '(${page + PAGES},0)'::tid`,
    );
  }
}
