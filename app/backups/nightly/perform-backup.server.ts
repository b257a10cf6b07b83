import { existsSync } from "node:fs";
import type { CopyDatabase } from "../../core/database/copy/table-copy.server.ts";
import { FolderInUseError, lockFolder } from "../../core/database/embedded/folder-lock.server.ts";
import { type Env, env } from "../../core/process/env.server.ts";
import { SAMPLES, type Storage, storageOf } from "../../core/storage/storage.server.ts";
import { isFull } from "../../core/storage/storage-errors.ts";
import { Fault, isAway } from "../../core/values/errors.ts";
import { UPLOADS } from "../../files/files.ts";
import { looksSame, readKnownFiles, writeKnownFiles } from "../archive/known-files.server.ts";
import { namedArchives } from "../archive/named-archives.server.ts";
import { pruneArchives } from "../archive/prune-archives.server.ts";
import { requireRoom } from "../archive/room.server.ts";
import { extrasOf, type WrittenArchive, writeArchive } from "../archive/write-archive.server.ts";
import type { BackupKeys } from "../keys/backup-keys.server.ts";
import { backupStores } from "./backup-stores.server.ts";
import { type ArchiveReport, BackupFailure, type RunFindings, type RunReason } from "./backups.ts";
import { copyElsewhere } from "./copy-elsewhere.server.ts";

const FILES = () => [UPLOADS, SAMPLES].map((prefix) => ({ storage: storageOf(prefix), prefix }));
const CHANGED_SHOWN = 10;

/** What an error of a part of the work is called. */
async function during<T>(reason: RunReason, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BackupFailure) throw cause;
    if (isFull(cause)) throw new BackupFailure("full", { cause });
    const unread = isAway(cause);
    throw new BackupFailure(unread && reason === "database" ? "files" : reason, { cause });
  }
}

/** The database's own name for itself, which the mark of its store of files has too. */
async function siteOf({ ask }: CopyDatabase): Promise<string> {
  const [row] = await ask<{ id: string }>("select id::text from file_stores where name = $1", [
    UPLOADS,
  ]);
  return row?.id ?? "";
}

const findingsOf = ({ changed, lost }: WrittenArchive): RunFindings => ({
  ...(changed.length > 0 && { changed: changed.slice(0, CHANGED_SHOWN) }),
  ...(lost && { missing: lost }),
});

/** How many bytes an archive may take: as many as the database, and what of the files is new. */
async function roomFor({ ask }: CopyDatabase, dataDir: string): Promise<number> {
  const [row] = await ask<{ size: string }>(
    "select pg_database_size(current_database())::text as size",
  );
  const known = readKnownFiles(dataDir);
  let size = Number(row?.size ?? 0);
  for (const { storage, prefix } of FILES()) {
    for await (const file of storage.list(prefix)) {
      const before = known.get(file.key);
      if (!before || !looksSame(before, file)) size += file.size;
    }
  }
  return size;
}

/** One process at a time writes into the folder of archives. @throws BackupFailure 'busy' */
function lockArchives({ name }: Storage): () => void {
  try {
    return lockFolder(name, env().DATA_DIR_WITHOUT_LOCKS);
  } catch (cause) {
    if (cause instanceof FolderInUseError) throw new BackupFailure("busy", { cause });
    throw cause;
  }
}

/**
 * A folder that was there when this machine made its last archive, and is gone, is a disk that is unplugged: made
 * anew, it would lie on another disk, and look well. @throws BackupFailure
 */
function requireFolder({ BACKUP_DIR, DATA_DIR }: Pick<Env, "BACKUP_DIR" | "DATA_DIR">): void {
  if (!BACKUP_DIR || existsSync(BACKUP_DIR) || readKnownFiles(DATA_DIR).size === 0) return;
  const cause = new Fault("the folder that BACKUP_DIR names is gone");
  throw new BackupFailure("unknown", { cause });
}

/**
 * Writes one archive into the folder of this machine, brings it to the store elsewhere unless it is to stay
 * `hereAlone`, and lets go of the archives whose time is over if it `mayPrune`.
 * @throws BackupFailure when there is no new archive; one that did not get elsewhere says so in what it returns.
 */
export async function performBackup(
  database: CopyDatabase,
  keys: BackupKeys,
  at: Date,
  { hereAlone, mayPrune }: { hereAlone?: boolean; mayPrune: boolean },
): Promise<ArchiveReport> {
  const { DATA_DIR, DATABASE_URL } = env();
  requireFolder(env());
  const [{ storage: here }, elsewhere] = backupStores();
  const unlock = lockArchives(here);
  try {
    const room = await during("database", () => roomFor(database, DATA_DIR));
    await requireRoom(here.name, room);
    const written = await during("database", async () =>
      writeArchive({
        at,
        site: await siteOf(database),
        engine: DATABASE_URL ? "server" : "embedded",
        database,
        files: FILES(),
        extras: await extrasOf(DATA_DIR),
        known: readKnownFiles(DATA_DIR),
        keys,
        target: here,
        spare: elsewhere?.storage,
      }),
    );
    const { key, bytes, manifest, newBlobs, changed, known } = written;
    writeKnownFiles(DATA_DIR, known);
    if (mayPrune) await during("files", () => pruneArchives(here, at, namedArchives(DATA_DIR)));
    const report = {
      archive: key,
      bytes,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.length,
      newFiles: newBlobs,
      findings: findingsOf(written),
      reason: changed.length > 0 ? ("changed" as const) : undefined,
    };
    if (!elsewhere || hereAlone) return { ...report, elsewhere: false };
    return await during("elsewhere", () => copyElsewhere(here, elsewhere.storage, at, keys)).then(
      () => ({ ...report, elsewhere: true }),
      (error: BackupFailure) => ({ ...report, elsewhere: false, reason: error.reason }),
    );
  } finally {
    unlock();
  }
}

/** Brings what stands here alone elsewhere: after a night in which the store did not answer. */
export async function performCopy(keys: BackupKeys, at: Date): Promise<void> {
  const [{ storage: here }, elsewhere] = backupStores();
  if (!elsewhere) return;
  const unlock = lockArchives(here);
  try {
    await during("elsewhere", () => copyElsewhere(here, elsewhere.storage, at, keys));
  } finally {
    unlock();
  }
}
