import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { forgetDue, lockDataFolder } from "../../core/database/copy/site-switch.server.ts";
import {
  type CopyDatabase,
  openFolderCopy,
  openServerCopy,
} from "../../core/database/copy/table-copy.server.ts";
import { quoted } from "../../core/database/copy/table-dump.server.ts";
import { readSchema } from "../../core/database/schema/schema-files.server.ts";
import type { Env } from "../../core/process/env.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { ArchiveError, type Manifest } from "../archive/archive-format.server.ts";
import { type ArchiveSource, verifyArchive } from "../archive/read-archive.server.ts";
import { checkHistory, restoreArchive } from "./restore-archive.server.ts";

type Settings = Pick<
  Env,
  "DATA_DIR" | "DATA_DIR_WITHOUT_LOCKS" | "DATABASE_URL" | "DATABASE_OWNER_URL"
>;

export type GoingBack = {
  settings: Settings;
  source: ArchiveSource;
  /** The folder with the schema of the version to which it goes back. */
  schemaFolder: string;
  storageOf: (key: string) => Storage;
  /** Names what is set aside. */
  mark: string;
};

const LOOK_EVERY_MS = 100;

/**
 * Puts an archive in the place of the database, which is set aside whole. Files stay where they are: those of the
 * archive are put back, those that came since are unknown to the database then, and are never removed.
 * @returns the archive, and where the database of now went.
 * @throws ArchiveError when the archive is not fit, or the site runs. Nothing was changed then.
 */
export async function goBack(plan: GoingBack): Promise<{ manifest: Manifest; aside: string[] }> {
  const { settings, schemaFolder } = plan;
  const manifest = await verifyArchive(plan.source);
  checkHistory(manifest, readSchema(schemaFolder));
  const { DATA_DIR, DATA_DIR_WITHOUT_LOCKS, DATABASE_URL, DATABASE_OWNER_URL } = settings;
  const unlock = lockDataFolder(DATA_DIR, DATA_DIR_WITHOUT_LOCKS);
  try {
    // What somebody asked the next start for was meant for the site of now.
    forgetDue(DATA_DIR);
    const aside = DATABASE_URL
      ? await replaceSchemas(plan, manifest, DATABASE_OWNER_URL ?? DATABASE_URL)
      : await replaceFolder(plan, manifest);
    return { manifest, aside };
  } finally {
    unlock();
  }
}

async function replaceFolder(plan: GoingBack, manifest: Manifest): Promise<string[]> {
  const { DATA_DIR } = plan.settings;
  const folder = join(DATA_DIR, "database");
  const aside = setFolderAside(DATA_DIR, plan.mark);
  try {
    await restore(plan, manifest, await openFolderCopy(folder));
  } catch (error) {
    // Half of it was never in use; what was is put back.
    if (existsSync(folder)) setFolderAside(DATA_DIR, `${plan.mark}_failed`);
    if (aside) renameSync(aside, folder);
    throw error;
  }
  return aside ? [aside] : [];
}

async function replaceSchemas(plan: GoingBack, manifest: Manifest, url: string): Promise<string[]> {
  const database = await openServerCopy(url);
  try {
    await requireStopped(database);
    const aside = await setSchemasAside(database, plan.mark);
    try {
      await restore(plan, manifest, { ...database, close: async () => {} });
    } catch (error) {
      await bringSchemasBack(database, plan.mark);
      throw error;
    }
    return aside;
  } finally {
    await database.close();
  }
}

/**
 * What an ordinary login sees of the sessions of others is whose they are, so nobody may have the database open. A
 * session that was just closed is seen for a moment more.
 * @throws ArchiveError while anybody has.
 */
async function requireStopped({ ask }: CopyDatabase): Promise<void> {
  for (let looks = 0; looks < 20; looks++) {
    const others = await ask(
      `select from pg_stat_activity where datname = current_database()
         and usename is not null and pid <> pg_backend_pid()`,
    );
    if (others.length === 0) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new ArchiveError(
    "le site tourne, ou quelqu’un a ouvert sa base : arrêtez d’abord (stop the site first)",
  );
}

async function restore(plan: GoingBack, manifest: Manifest, database: CopyDatabase): Promise<void> {
  const { source, schemaFolder, storageOf, settings } = plan;
  const dataDir = settings.DATA_DIR;
  try {
    await restoreArchive({ source, manifest, schemaFolder, database, storageOf, dataDir });
  } finally {
    await database.close();
  }
}

// The database of now steps aside for one of before. It is kept whole, under a name that says when, until
// somebody removes it.

/** What of a schema moves: the catalogue, how it is named, and where; what belongs to it (indexes, policies) goes along. */
const MOVES = [
  ["table", "pg_class", "regclass", "relnamespace", "relkind in ('r', 'p')"],
  ["view", "pg_class", "regclass", "relnamespace", "relkind = 'v'"],
  ["routine", "pg_proc", "regprocedure", "pronamespace", "true"],
  ["text search configuration", "pg_ts_config", "regconfig", "cfgnamespace", "true"],
  ["type", "pg_type", "regtype", "typnamespace", "typtype in ('e', 'd')"],
] as const;

/**
 * Moves everything of ours from one schema into another. Extensions stay: they belong to the administrator of the
 * server, a database has them once, and both databases of ours stand on them.
 */
function moveAll(from: string, to: string): string {
  const lists = MOVES.map(
    ([kind, catalogue, , namespace, condition]) =>
      `select '${kind}' as kind, oid as id from ${catalogue}
       where ${namespace} = '${quoted(from)}'::regnamespace and ${condition} and not exists (
         select from pg_depend where classid = '${catalogue}'::regclass and objid = ${catalogue}.oid and deptype = 'e')`,
  );
  // When its turn comes: what a function takes may have moved before it.
  const names = MOVES.map(([kind, , name]) => `when '${kind}' then thing.id::${name}::text`);
  return `do $move$
    declare thing record;
    begin
      -- Every name is then written with its schema.
      set local search_path = pg_catalog;
      for thing in ${lists.join("\n union all ")} loop
        execute format('alter %s %s set schema %I', thing.kind,
          case thing.kind ${names.join(" ")} end, '${to}');
      end loop;
      set local search_path = public;
    end $move$`;
}

const asideName = (schema: string, mark: string) => `${schema}_aside_${mark}`;

/** Of a moment, for a name: `20261123t020000`. */
export const markOf = (moment: Date): string =>
  moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").toLowerCase();

/** An embedded database is a folder. Returns where it is now; undefined when there was none. */
function setFolderAside(dataDir: string, mark: string): string | undefined {
  const folder = join(dataDir, "database");
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
  const aside = join(dataDir, asideName("database", mark));
  renameSync(folder, aside);
  return aside;
}

/** On a server everything of ours moves into schemas of another name. Returns these names. */
async function setSchemasAside(database: CopyDatabase, mark: string): Promise<string[]> {
  const [tables, state] = [asideName("public", mark), asideName("drizzle", mark)];
  await inTransaction(database, [
    `create schema ${quoted(tables)}`,
    moveAll("public", tables),
    `alter schema drizzle rename to ${quoted(state)}`,
  ]);
  return [tables, state];
}

/** What was set aside takes its place again, which is empty by now. */
async function bringSchemasBack(database: CopyDatabase, mark: string): Promise<void> {
  const [tables, state] = [asideName("public", mark), asideName("drizzle", mark)];
  await inTransaction(database, [
    moveAll(tables, "public"),
    // Without CASCADE: should anything be left in it after all, nothing of this happens.
    `drop schema ${quoted(tables)}`,
    `alter schema ${quoted(state)} rename to drizzle`,
  ]);
}

async function inTransaction(database: CopyDatabase, statements: string[]): Promise<void> {
  try {
    await database.script(["begin", ...statements, "commit"].join(";\n"));
  } catch (error) {
    await database.script("rollback");
    throw error;
  }
}
