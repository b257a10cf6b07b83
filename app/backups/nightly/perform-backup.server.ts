import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CopyDatabase } from "../../core/database/copy/table-copy.server.ts";
import { FolderInUseError, lockFolder } from "../../core/database/embedded/folder-lock.server.ts";
import { log } from "../../core/log/log.server.ts";
import { type Env, env } from "../../core/process/env.server.ts";
import { SAMPLES, type Storage, storageOf } from "../../core/storage/storage.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { Fault, isAway, isFull } from "../../core/values/errors.ts";
import { UPLOADS } from "../../files/files.ts";
import { ARCHIVES, BLOBS, blobKey, blobListKey } from "../archive/archive-format.server.ts";
import { pickNewest } from "../archive/archive-retention.ts";
import {
  listArchives,
  protectedArchives,
  pruneArchives,
  readBlobList,
} from "../archive/prune-archives.server.ts";
import {
  checkBlob,
  fetchBlob,
  isUnchanged,
  readFileIndex,
  writeFileIndex,
} from "../archive/store-contents.server.ts";
import { listExtras, type WrittenArchive, writeArchive } from "../archive/write-archive.server.ts";
import type { BackupKeys } from "../keys/backup-keys.server.ts";
import { assertDiskSpace, backupStores } from "./backup-stores.server.ts";
import { type ArchiveReport, BackupFailure, type RunFindings, type RunReason } from "./backups.ts";

const fileSources = () =>
  [UPLOADS, SAMPLES].map((prefix) => ({ storage: storageOf(prefix), prefix }));
const CHANGED_SHOWN = 10;

/** Turns the errors of a part of the work into a BackupFailure. */
async function withFailureReason<T>(reason: RunReason, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BackupFailure) throw cause;
    if (isFull(cause)) throw new BackupFailure("full", { cause });
    const isStoreAway = isAway(cause);
    throw new BackupFailure(isStoreAway && reason === "database" ? "files" : reason, { cause });
  }
}

/** The id of the site, which the mark of its file store has too. */
async function readSiteId({ ask }: CopyDatabase): Promise<string> {
  const [row] = await ask<{ id: string }>("select id::text from file_stores where name = $1", [
    UPLOADS,
  ]);
  return row?.id ?? "";
}

const toFindings = ({ changed, lost }: WrittenArchive): RunFindings => ({
  ...(changed.length > 0 && { changed: changed.slice(0, CHANGED_SHOWN) }),
  ...(lost && { missing: lost }),
});

/** The maximum size of an archive: that of the database and of the new files. */
async function estimateBytes({ ask }: CopyDatabase, dataDir: string): Promise<number> {
  const [row] = await ask<{ size: string }>(
    "select pg_database_size(current_database())::text as size",
  );
  const fileIndex = readFileIndex(dataDir);
  let size = Number(row?.size ?? 0);
  for (const { storage, prefix } of fileSources()) {
    for await (const file of storage.list(prefix)) {
      const before = fileIndex.get(file.key);
      if (!before || !isUnchanged(before, file)) size += file.size;
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
 * When the folder of earlier archives is gone, its disk is probably not mounted; a new folder would be on another disk.
 * @throws BackupFailure
 */
function assertFolderExists({ BACKUP_DIR, DATA_DIR }: Pick<Env, "BACKUP_DIR" | "DATA_DIR">): void {
  if (!BACKUP_DIR || existsSync(BACKUP_DIR) || readFileIndex(DATA_DIR).size === 0) return;
  const cause = new Fault("the folder that BACKUP_DIR names is gone");
  throw new BackupFailure("unknown", { cause });
}

/**
 * Writes an archive on this machine, sends it to the other store unless `hereAlone`, and removes expired archives if it
 * `mayPrune`.
 * @throws BackupFailure when no archive was written; a failure to send it is part of the report.
 */
export async function performBackup(
  database: CopyDatabase,
  keys: BackupKeys,
  at: Date,
  { hereAlone, mayPrune }: { hereAlone?: boolean; mayPrune: boolean },
): Promise<ArchiveReport> {
  const { DATA_DIR, DATABASE_URL } = env();
  assertFolderExists(env());
  const [{ storage: here }, elsewhere] = backupStores();
  const unlock = lockArchives(here);
  try {
    const neededBytes = await withFailureReason("database", () =>
      estimateBytes(database, DATA_DIR),
    );
    await assertDiskSpace(here.name, neededBytes);
    const written = await withFailureReason("database", async () =>
      writeArchive({
        at,
        site: await readSiteId(database),
        engine: DATABASE_URL ? "server" : "embedded",
        database,
        files: fileSources(),
        extras: await listExtras(DATA_DIR),
        fileIndex: readFileIndex(DATA_DIR),
        keys,
        target: here,
        spare: elsewhere?.storage,
      }),
    );
    const { key, bytes, manifest, newBlobs, changed, fileIndex } = written;
    writeFileIndex(DATA_DIR, fileIndex);
    if (mayPrune)
      await withFailureReason("files", () => pruneArchives(here, at, protectedArchives(DATA_DIR)));
    const report = {
      archive: key,
      bytes,
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      files: manifest.files.length,
      newFiles: newBlobs,
      findings: toFindings(written),
      reason: changed.length > 0 ? ("changed" as const) : undefined,
    };
    if (!elsewhere || hereAlone) return { ...report, elsewhere: false };
    return await withFailureReason("elsewhere", () =>
      copyElsewhere(here, elsewhere.storage, at, keys),
    ).then(
      () => ({ ...report, elsewhere: true }),
      (error: BackupFailure) => ({ ...report, elsewhere: false, reason: error.reason }),
    );
  } finally {
    unlock();
  }
}

/** Sends the archives that are only here, after a night when the other store was unavailable. */
export async function performCopy(keys: BackupKeys, at: Date): Promise<void> {
  const [{ storage: here }, elsewhere] = backupStores();
  if (!elsewhere) return;
  const unlock = lockArchives(here);
  try {
    await withFailureReason("elsewhere", () => copyElsewhere(here, elsewhere.storage, at, keys));
  } finally {
    unlock();
  }
}

/** Contents in use are sent again from time to time, for stores that remove files by age. */
const RESEND_DAYS = 30;
const BINARY = "application/octet-stream";

/**
 * Sends the archives of this machine to another store, newest first, without those that it has. Nothing is removed
 * there, since the credentials do not allow it. Each content is verified before it is sent, since it may replace an intact
 * one; a damaged one is fetched from there.
 * @throws BackupFailure 'damaged' when the newest archive has a content that is intact in neither store.
 */
export async function copyElsewhere(
  here: Storage,
  there: Storage,
  now: Date,
  keys: BackupKeys,
): Promise<void> {
  const present = new Map<string, Date>();
  for (const prefix of [ARCHIVES, BLOBS]) {
    for await (const { key, modified } of there.list(prefix)) present.set(key, modified);
  }
  const send = async (key: string) => {
    await there.put(key, join(here.name, key), BINARY);
    present.set(key, now);
  };
  const isFresh = (key: string) => {
    const sent = present.get(key);
    return sent !== undefined && now.getTime() - sent.getTime() < RESEND_DAYS * DAY;
  };
  /** Returns whether the other store has the content now. */
  const sendBlob = async (blob: string): Promise<boolean> => {
    const name = blobKey(blob);
    const state = await checkBlob(here, blob, keys);
    const isMended =
      state !== "whole" && present.has(name) && (await fetchBlob(there, here, blob, keys));
    // A content for a former key cannot be verified, so it must not replace another.
    const isUnknown = state === "closed" && !present.has(name);
    if (state !== "whole" && !isMended && !isUnknown) return state === "closed";
    await send(name);
    return true;
  };
  let isNewestDamaged = false;
  const archives = await listArchives(here);
  const newest = pickNewest(archives, now);
  for (const archive of archives) {
    const { key } = archive;
    if (archive !== newest && present.has(key)) continue;
    let damaged = 0;
    for (const blob of (await readBlobList(here, key)) ?? []) {
      const name = blobKey(blob);
      const isDue = archive === newest ? !isFresh(name) : !present.has(name);
      if (isDue && !(await sendBlob(blob))) damaged += 1;
    }
    if (damaged > 0) {
      log.error({ what: "backups.damaged", count: damaged }, "stored contents are damaged");
      isNewestDamaged ||= archive === newest;
    }
    // An archive is sent after all of its contents.
    if (damaged > 0 || present.has(key)) continue;
    await send(blobListKey(key));
    await send(key);
  }
  if (isNewestDamaged) throw new BackupFailure("damaged");
}
