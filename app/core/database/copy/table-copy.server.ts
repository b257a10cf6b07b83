import { pipeline } from "node:stream/promises";
import type { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import type { Env } from "../../process/env.server.ts";
import { openFolder, openScratch } from "../embedded/pglite.server.ts";
import { longSession } from "../postgres.server.ts";
import { type Ask, quoteIdentifier } from "../schema/schema-check.server.ts";
import type { OwnerSession } from "../schema/schema-mend.server.ts";

/**
 * A database as backups need it: read in one snapshot, or filled in one transaction, as its owner. It bypasses
 * row-level security, so only the processes that back up and restore open one.
 */
export type CopyDatabase = OwnerSession & {
  ask: Ask;
  /** What a `COPY … TO STDOUT` gives, in pieces of any size. */
  copyOut(query: string): AsyncIterable<Uint8Array>;
  /** Fills a table, written as `name (columns)`, with the lines of a COPY. */
  copyIn(target: string, lines: AsyncIterable<Uint8Array>): Promise<void>;
  close(): Promise<void>;
};

const CONNECT_MS = 10_000;
/** A table that is locked for longer is being changed; the backup is then tried again later. */
const LOCK_TIMEOUT = "30s";
/** A part of a table takes seconds, so a statement that takes longer hangs. */
const STATEMENT_TIMEOUT = "15min";
/** The size of one COPY into the embedded engine, which holds all of it in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** The text formats of values, independent of the server's settings. */
const FORMATS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = public`;

/** With `row_security = off` a policy that hides rows causes an error, instead of an archive without them. */
const READING = "set default_transaction_read_only = on; set row_security = off";

/** Opens the database of a server to be read for an archive, with the read-only login if one is set. */
export async function openServerSource(
  settings: Pick<Env, "DATABASE_URL" | "DATABASE_OWNER_URL" | "DATABASE_BACKUP_URL">,
): Promise<CopyDatabase> {
  const { DATABASE_URL = "", DATABASE_OWNER_URL, DATABASE_BACKUP_URL } = settings;
  const database = await openServerCopy(DATABASE_BACKUP_URL ?? DATABASE_OWNER_URL ?? DATABASE_URL);
  await database.script(READING);
  return database;
}

/** The database of a server, as this login. */
export async function openServerCopy(url: string): Promise<CopyDatabase> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: "fge-backup",
  });
  // A lost connection is reported by the next statement too.
  client.on("error", () => {});
  await client.connect();
  await client.query(`${FORMATS}; ${longSession(STATEMENT_TIMEOUT, LOCK_TIMEOUT)}`);
  return {
    ask: async (text, values) => (await client.query(text, values)).rows,
    script: async (text) => void (await client.query(text)),
    copyOut: (query) => client.query(copyTo(`copy (${query}) to stdout`)),
    copyIn: (target, lines) => pipeline(lines, client.query(copyFrom(`copy ${target} from stdin`))),
    close: () => client.end(),
  };
}

/** The embedded database of a folder that no other process has open. */
export const openFolderCopy = async (folder: string): Promise<CopyDatabase> =>
  copyOf(await openFolder(folder));

/** A database in an empty folder that is thrown away afterwards. */
export const openScratchCopy = async (folder: string): Promise<CopyDatabase> =>
  copyOf(await openScratch(folder));

/** A PGlite of this thread. */
export async function copyOf(database: PGlite): Promise<CopyDatabase> {
  const script = async (text: string) => void (await database.exec(text));
  await script(FORMATS);
  return {
    ask: async <Row>(text: string, values?: unknown[]) =>
      (await database.query<Row>(text, values)).rows,
    script,
    async *copyOut(query) {
      const { blob } = await database.query(`copy (${query}) to '/dev/blob'`);
      if (blob) yield new Uint8Array(await blob.arrayBuffer());
    },
    async copyIn(target, lines) {
      for await (const piece of wholeLines(lines, PIECE_BYTES)) {
        await database.query(`copy ${target} from '/dev/blob'`, [], { blob: new Blob([piece]) });
      }
    },
    close: () => database.close(),
  };
}

const NEW_LINE = 10;

/** The same bytes in pieces of about this length that end with a line. */
async function* wholeLines(
  content: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<Buffer<ArrayBuffer>> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of content) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < length) continue;
    const joined = Buffer.concat(waiting);
    const end = joined.lastIndexOf(NEW_LINE) + 1;
    if (end === 0) continue;
    yield joined.subarray(0, end);
    waiting = [joined.subarray(end)];
    size = joined.length - end;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** A table with its stored columns; generated columns are computed again. */
type TableShape = { name: string; columns: string[] };

/** How many pages of a table are read by one statement: 4 MB. */
const PAGES = 512;

const TABLES = `select c.relname as name, array(select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attnum) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

/** Every table of a database that was just made. */
export const listAllTables = (ask: Ask): Promise<TableShape[]> => ask<TableShape>(TABLES);

/** Every table of the site, by name: those with the policy of the system, which tables of an operator lack. */
export const listTables = (ask: Ask): Promise<TableShape[]> =>
  ask<TableShape>(`${TABLES} and exists (select 1 from pg_policy p where p.polrelid = c.oid
      and p.polname = c.relname || '_system') order by c.relname`);

/** The hashes of the applied migrations, in order. */
export async function listMigrations(ask: Ask): Promise<string[]> {
  const rows = await ask<{ hash: string }>(
    "select hash from drizzle.__drizzle_migrations order by created_at",
  );
  return rows.map(({ hash }) => hash);
}

/** The last value of a sequence. */
type SequenceState = { name: string; last: string | null };

export const listSequences = (ask: Ask): Promise<SequenceState[]> =>
  ask<SequenceState>(`select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' order by sequencename`);

/** Begins a snapshot. It is taken by the first statement, hence the `select 1`. */
export const beginSnapshot = (database: CopyDatabase): Promise<void> =>
  database.script("begin isolation level repeatable read, read only; select 1");

/** The rows of a table in COPY format, in physical order, a few pages at a time. */
export async function* dumpTable(
  database: CopyDatabase,
  { name, columns }: TableShape,
): AsyncGenerator<Uint8Array> {
  const [relation] = await database.ask<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`,
    [`public.${quoteIdentifier(name)}`],
  );
  const list = columns.map(quoteIdentifier).join(", ");
  for (let page = 0; page < (relation?.pages ?? 0); page += PAGES) {
    yield* database.copyOut(
      `select ${list} from only public.${quoteIdentifier(name)}
       where ctid >= '(${page},0)'::tid and ctid < '(${page + PAGES},0)'::tid`,
    );
  }
}

type Definition = { table: string; name: string; definition: string };

/**
 * Fills empty tables in a transaction: `load` runs without triggers and foreign keys, since the rows come in any
 * order; adding the foreign keys again checks all references.
 */
export async function loadTables(
  { ask, script }: CopyDatabase,
  names: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const references = await ask<Definition>(`select c.conrelid::regclass::text as table,
      c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`);
  for (const { table, name } of references) {
    await script(`alter table ${table} drop constraint ${quoteIdentifier(name)}`);
  }
  const each = (words: string) =>
    names.map((name) => `alter table public.${quoteIdentifier(name)} ${words}`).join(";\n");
  await script(each("disable trigger user"));
  await load();
  await script(each("enable trigger user"));
  for (const { table, name, definition } of references) {
    await script(`alter table ${table} add constraint ${quoteIdentifier(name)} ${definition}`);
  }
}

/** Sets the last values of sequences. */
export async function setSequences(
  { ask }: CopyDatabase,
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { name, last } of sequences) {
    if (last === null) continue;
    await ask("select setval($1::regclass, $2::bigint)", [`public.${quoteIdentifier(name)}`, last]);
  }
}
