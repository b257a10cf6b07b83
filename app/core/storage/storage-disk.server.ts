import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { timeOnDisk } from "../process/clock.ts";
import { AppError, isFull, StoreFullError } from "../values/errors.ts";
import type { Storage } from "./storage.server.ts";

/** Stores files in a folder. */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);

  /** Writes a temporary file with `fill`, syncs it, and moves it to its path. */
  async function writeAtomically<T>(
    key: string,
    fill: (part: string) => Promise<void>,
    move: (part: string, path: string) => Promise<T>,
  ): Promise<T> {
    const path = pathOf(key);
    const part = `${path}.part-${randomUUID()}`;
    try {
      await mkdir(dirname(path), { recursive: true });
      await fill(part);
      // Power cuts are common: a file counts as stored once it is synced to the disk.
      const handle = await open(part, "r+");
      // A copy has the mode of its source, whatever the umask.
      await handle
        .chmod(0o600)
        .then(() => handle.sync())
        .finally(() => handle.close());
      return await move(part, path);
    } catch (error) {
      throw toStorageError(error);
    } finally {
      await rm(part, { force: true }).catch(() => {});
    }
  }

  return {
    name: folder,
    mark: ".store.json",
    async info(key) {
      const stats = await statOf(pathOf(key));
      if (!stats?.isFile()) return undefined;
      const etag = `"${stats.size.toString(36)}-${Math.floor(stats.mtimeMs).toString(36)}"`;
      return { size: stats.size, etag, modified: stats.mtime };
    },
    async read(key, range, unwanted) {
      const content = createReadStream(pathOf(key), { ...range, signal: unwanted });
      // Avoids an unhandled error when it is closed before it is read.
      return content.on("error", () => {});
    },
    put: (key, file) => writeAtomically(key, (part) => copyFile(file, part), rename),
    write: (key, words, { once } = { once: false }) =>
      writeAtomically(key, (part) => writeFile(part, words), once ? linkOnce : renameOver),
    copy: (from, to) =>
      writeAtomically(
        to,
        // A hard link takes no space; file systems without links (exFAT) copy.
        (part) => link(pathOf(from), part).catch(() => copyFile(pathOf(from), part)),
        rename,
      ),
    async remove(key) {
      await rm(pathOf(key), { force: true }).catch((error: unknown) => {
        throw toStorageError(error);
      });
    },
    async *list(prefix) {
      const names = await readdir(pathOf(prefix), { withFileTypes: true }).catch(
        (error: unknown) => {
          if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
          throw toStorageError(error);
        },
      );
      for (const entry of names) {
        const key = prefix + entry.name;
        if (entry.isDirectory()) yield* this.list(`${key}/`);
        else if (entry.isFile()) {
          const stats = await statOf(pathOf(key));
          if (stats) yield { key, modified: timeOnDisk(stats.mtime), size: stats.size };
        }
      }
    },
  };
}

const renameOver = (part: string, path: string) => rename(part, path).then(() => true);

/** Renames a file unless the name is taken. Returns whether it did. */
async function linkOnce(part: string, path: string): Promise<boolean> {
  try {
    await link(part, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
  }
  // A file system without links: a race between two processes remains.
  if (await statOf(path)) return false;
  await rename(part, path);
  return true;
}

const MISSING = new Set(["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP", "EINVAL"]);

const statOf = (path: string) =>
  stat(path).catch((error: NodeJS.ErrnoException) => {
    if (MISSING.has(error.code ?? "")) return undefined;
    throw toStorageError(error);
  });

/** The error for a full disk, or for a folder that cannot be read or written. */
function toStorageError(error: unknown): Error {
  return isFull(error)
    ? new StoreFullError("the disk is full", { cause: error })
    : new AppError("unavailable", "the folder of files is away", { cause: error });
}
