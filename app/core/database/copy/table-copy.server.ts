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
 * A database as a backup needs it: read in one snapshot, or filled in one transaction, by its owner. It goes
 * round the doors, so only the processes that back up and restore open one.
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
/** A copy waits for nobody: whoever holds a table for longer changes it, and the copy is tried again. */
const LOCK_TIMEOUT = "30s";
/** A piece of a table takes seconds; one that takes longer hangs. */
const STATEMENT_TIMEOUT = "15min";
/** What the embedded engine takes of a COPY at once: it holds all of it in memory. */
const PIECE_BYTES = 4 * 1024 * 1024;

/** How every value is written, whatever the server's own settings. */
const FORMATS = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set search_path = public`;

/** What a policy keeps from a login is an error then, where it would otherwise be a hole in an archive that nobody sees. */
const READING = "set default_transaction_read_only = on; set row_security = off";

/** The database of a server, to be read for an archive: by the login that may do nothing else, where one is set. */
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
  // A connection that breaks at rest says so in an event; the next statement says it again.
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

/** The same bytes in pieces that end with a line, each about this long. */
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

/** One table of ours, with the columns that are stored: what is generated is made again. */
type TableShape = { name: string; columns: string[] };

/** How many pages of a table are read by one statement: 4 MB. */
const PAGES = 512;

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
 * Fills empty tables: `load` is called while no trigger of ours runs and no reference is checked, since rows
 * come in no order that would hold them. Afterwards every reference is checked at once. In one transaction.
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

/** Sequences go on where they stood. */
export async function setSequences(
  { ask }: CopyDatabase,
  sequences: readonly SequenceState[],
): Promise<void> {
  for (const { name, last } of sequences) {
    if (last === null) continue;
    await ask("select setval($1::regclass, $2::bigint)", [`public.${quoteIdentifier(name)}`, last]);
  }
}
