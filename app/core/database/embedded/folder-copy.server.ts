import { constants } from "node:fs";
import { copyFile, mkdir, open, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

// A copy of the folder of a database that runs: everything while it says that it is being copied, then the log
// of changes once more, which makes one moment of files that were read at many.

const LOG = "pg_wal";
/** Of the process that has the folder, not of the database. */
const OWN = new Set(["postmaster.pid", "postmaster.opts"]);

/** What goes away while it is looked at was let go by the database, whose log knows it. */
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
 * Puts on the disk what the system still holds of a folder. The database then has little left to wait for when it
 * is told that it will be copied, and whoever asks it something waits for that.
 */
export async function syncFolderFiles(folder: string): Promise<void> {
  for await (const path of filesBelow(folder)) {
    const handle = await open(join(folder, path), "r+").catch(unlessGone);
    await handle?.sync().finally(() => handle.close());
  }
}

/** Copies every file; disks that can share blocks between files do. */
export async function copyFolder(from: string, to: string): Promise<void> {
  const made = new Set<string>();
  // The engine wants its empty folders too.
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

/** The second half: the log of changes as it is now, and the words that say where in it the copy begins. */
export async function finishCopy(from: string, to: string, label: string): Promise<void> {
  await copyFolder(join(from, LOG), join(to, LOG));
  await rm(join(to, "postmaster.pid"), { force: true });
  await writeFile(join(to, "backup_label"), label, { mode: 0o600 });
}
