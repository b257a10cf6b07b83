import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Storage } from "./storage.server.ts";

/** What is being written, and nobody's file yet. */
const UNFINISHED = /\.part-[\w-]+$/;

/** Keeps files in a folder. */
export function diskStorage(folder: string): Storage {
  const pathOf = (key: string) => join(folder, key);
  return {
    async info(key) {
      const found = await stat(pathOf(key)).catch(() => undefined);
      if (!found?.isFile()) return undefined;
      const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`;
      return { size: found.size, etag, modified: found.mtime };
    },
    async read(key, range) {
      return createReadStream(pathOf(key), range);
    },
    async put(key, file) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true });
      const part = `${path}.part-${randomUUID()}`;
      try {
        await copyFile(file, part);
        // What we say is stored has reached the disk: power cuts are common.
        const handle = await open(part, "r+");
        // A copy has the rights of its source, whatever the umask.
        await handle
          .chmod(0o600)
          .then(() => handle.sync())
          .finally(() => handle.close());
        await rename(part, path);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async *list(prefix) {
      const names = await readdir(pathOf(prefix), { withFileTypes: true }).catch(() => []);
      for (const entry of names) {
        const key = prefix + entry.name;
        if (entry.isDirectory()) yield* this.list(`${key}/`);
        // Left-overs of a process that died are listed too, so that the sweep finds them.
        else if (entry.isFile() || UNFINISHED.test(entry.name)) {
          const found = await stat(pathOf(key)).catch(() => undefined);
          if (found) yield { key, modified: found.mtime };
        }
      }
    },
  };
}
