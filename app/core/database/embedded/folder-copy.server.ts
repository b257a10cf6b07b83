import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

// Copies the folder of a running database: all files between `pg_backup_start` and `pg_backup_stop`, then the WAL
// again, which makes the copy consistent.

const LOG = "pg_wal";
/** Files of the running process, not of the database. */
const OWN = new Set(["postmaster.pid", "postmaster.opts"]);

/** A file that disappears meanwhile was deleted by the database, and the WAL records that. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}

async function* filesBelow(folder: string, below = ""): AsyncGenerator<string> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      unlessGone(error);
      return [];
    },
  );
  for (const entry of entries) {
    const path = join(below, entry.name);
    if (entry.isDirectory()) yield* filesBelow(folder, path);
    else if (!OWN.has(entry.name)) yield path;
  }
}

/** How many bytes a folder holds. */
export async function sizeOfFolder(folder: string): Promise<number> {
  let size = 0;
  for await (const path of filesBelow(folder)) {
    const handle = await open(join(folder, path)).catch(unlessGone);
    if (!handle) continue;
    size += (await handle.stat().finally(() => handle.close())).size;
  }
  return size;
}

/**
 * Syncs the files of a folder to the disk, so that the checkpoint at the start of the copy blocks the database only
 * briefly.
 */
export async function syncFolderFiles(folder: string): Promise<void> {
  for await (const path of filesBelow(folder)) {
    const handle = await open(join(folder, path), "r+").catch(unlessGone);
    await handle?.sync().finally(() => handle.close());
  }
}

/** Copies every file, as a reflink where the file system supports it. */
export async function copyFolder(from: string, to: string): Promise<void> {
  const made = new Set<string>();
  // The engine needs its empty folders too.
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    if (!entry.isDirectory()) continue;
    const folder = join(to, join(entry.parentPath, entry.name).slice(from.length));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    made.add(folder);
  }
  for await (const path of filesBelow(from)) {
    const folder = join(to, path, "..");
    if (!made.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    made.add(folder);
    await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(unlessGone);
  }
}

/** Completes a copy: the WAL as it is now, and the backup label, which says where in it the copy begins. */
export async function finishCopy(from: string, to: string, label: string): Promise<void> {
  await copyFolder(join(from, LOG), join(to, LOG));
  await rm(join(to, "postmaster.pid"), { force: true });
  await writeFile(join(to, "backup_label"), label, { mode: 0o600 });
}
