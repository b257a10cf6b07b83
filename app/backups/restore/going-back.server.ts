import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { forgetDue, lockDataFolder } from "../../core/database/copy/site-states.server.ts";
import {
  type CopyDatabase,
  openFolderCopy,
  openServerCopy,
} from "../../core/database/copy/table-copy.server.ts";
import { readSchema } from "../../core/database/schema/schema-files.server.ts";
import type { Env } from "../../core/process/env.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { ArchiveError, type Manifest } from "../archive/manifest.ts";
import { type ArchiveSource, verifyArchive } from "../archive/read-archive.server.ts";
import { checkHistory, restoreArchive } from "./restore-archive.server.ts";
import { bringSchemasBack, setFolderAside, setSchemasAside } from "./set-aside.server.ts";

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
