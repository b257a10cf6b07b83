import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  cancelScheduledSwitch,
  lockDataFolder,
} from "../../core/database/copy/site-states.server.ts";
import {
  type CopyDatabase,
  openFolderCopy,
  openServerCopy,
} from "../../core/database/copy/table-copy.server.ts";
import { quoteIdentifier } from "../../core/database/schema/schema-check.server.ts";
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
  suffix: string;
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
    cancelScheduledSwitch(DATA_DIR);
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
  const aside = moveFolderAside(DATA_DIR, plan.suffix);
  try {
    await restore(plan, manifest, await openFolderCopy(folder));
  } catch (error) {
    // Half of it was never in use; what was is put back.
    if (existsSync(folder)) moveFolderAside(DATA_DIR, `${plan.suffix}_failed`);
    if (aside) renameSync(aside, folder);
    throw error;
  }
  return aside ? [aside] : [];
}

async function replaceSchemas(plan: GoingBack, manifest: Manifest, url: string): Promise<string[]> {
  const database = await openServerCopy(url);
  try {
    await requireStopped(database);
    const aside = await moveSchemasAside(database, plan.suffix);
    try {
      await restore(plan, manifest, { ...database, close: async () => {} });
    } catch (error) {
      await restoreSchemas(database, plan.suffix);
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
function moveStatements(from: string, to: string): string {
  const lists = MOVES.map(
    ([kind, catalogue, , namespace, condition]) =>
      `select '${kind}' as kind, oid as id from ${catalogue}
       where ${namespace} = '${quoteIdentifier(from)}'::regnamespace and ${condition} and not exists (
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

const asideName = (schema: string, suffix: string) => `${schema}_aside_${suffix}`;

/** Of a moment, for a name: `20261123t020000`. */
export const timestampSuffix = (moment: Date): string =>
  moment.toISOString().slice(0, 19).replaceAll(/[-:]/g, "").toLowerCase();

/** An embedded database is a folder. Returns where it is now; undefined when there was none. */
function moveFolderAside(dataDir: string, suffix: string): string | undefined {
  const folder = join(dataDir, "database");
  if (!existsSync(folder) || readdirSync(folder).length === 0) return undefined;
  const aside = join(dataDir, asideName("database", suffix));
  renameSync(folder, aside);
  return aside;
}

/** On a server everything of ours moves into schemas of another name. Returns these names. */
async function moveSchemasAside(database: CopyDatabase, suffix: string): Promise<string[]> {
  const [tables, state] = [asideName("public", suffix), asideName("drizzle", suffix)];
  await inTransaction(database, [
    `create schema ${quoteIdentifier(tables)}`,
    moveStatements("public", tables),
    `alter schema drizzle rename to ${quoteIdentifier(state)}`,
  ]);
  return [tables, state];
}

/** What was set aside takes its place again, which is empty by now. */
async function restoreSchemas(database: CopyDatabase, suffix: string): Promise<void> {
  const [tables, state] = [asideName("public", suffix), asideName("drizzle", suffix)];
  await inTransaction(database, [
    moveStatements(tables, "public"),
    // Without CASCADE: should anything be left in it after all, nothing of this happens.
    `drop schema ${quoteIdentifier(tables)}`,
    `alter schema ${quoteIdentifier(state)} rename to drizzle`,
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
