import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { asc, isNull, like, sql } from "drizzle-orm";
import { bin } from "../admin/bin.table.server.ts";
import { asSystem } from "../platform/database/doors.server.ts";
import type { Job } from "../platform/jobs.server.ts";
import { log, reasonOf } from "../platform/log.server.ts";
import { addressOf, storageOf } from "../platform/storage.server.ts";
import { staticFiles } from "./files.table.server.ts";
import { stemOf, UPLOADS } from "./files.ts";
import { arrivalsFolder } from "./intake.server.ts";
import { prepare } from "./prepare.server.ts";

const HOUR = 3_600_000;
const AT_ONCE = 10;

/** Makes smaller pictures and covers of what was uploaded, one file after the other. */
export async function prepareFiles(): Promise<void> {
  for (;;) {
    const due = await asSystem("files.prepare", (db) =>
      db
        .select({ id: staticFiles.id, url: staticFiles.file_url, type: staticFiles.file_type })
        .from(staticFiles)
        .where(isNull(staticFiles.prepared_at))
        .orderBy(asc(staticFiles.created_at))
        .limit(AT_ONCE),
    );
    if (due.length === 0) return;
    for (const { id, url, type } of due) {
      const made = await prepare(url, type).catch((error: unknown) => {
        // Tried once: the picture itself still serves, and a broken file stays broken.
        log.warn({ file: id, reason: reasonOf(error) }, "file not prepared");
        return { pages: null, cover_url: null };
      });
      await asSystem("files.prepare", (db) =>
        db
          .update(staticFiles)
          .set({ ...made, prepared_at: new Date(), updated_at: sql`${staticFiles.updated_at}` })
          .where(sql`${staticFiles.id} = ${id} and ${staticFiles.file_url} = ${url}`),
      );
    }
  }
}

export const prepareFilesJob: Job = {
  name: "files.prepare",
  everyMs: 5 * 60_000,
  run: prepareFiles,
};

/**
 * Removes stored files that no record and nothing in the bin knows: of uploads that a dying process
 * left, and of deletions that are final. Young ones may belong to an upload that is under way.
 */
export async function sweepFiles(now = Date.now(), olderThanMs = HOUR): Promise<number> {
  await sweepArrivals(now - olderThanMs);
  let removed = 0;
  const stems = new Map<string, string[]>();
  for await (const { key, modified } of storageOf(UPLOADS).list(UPLOADS)) {
    if (modified.getTime() > now - olderThanMs) continue;
    const stem = stemOf(key);
    stems.set(stem, [...(stems.get(stem) ?? []), key]);
  }
  for (const [stem, keys] of stems) {
    if (await isKnown(stem)) continue;
    for (const key of keys) await storageOf(key).remove(key);
    removed += keys.length;
  }
  return removed;
}

function isKnown(stem: string): Promise<boolean> {
  return asSystem("files.sweep", async (db) => {
    const pattern = `${addressOf(stem)}%`;
    const [record] = await db
      .select({ id: staticFiles.id })
      .from(staticFiles)
      .where(sql`${like(staticFiles.file_url, pattern)} or ${like(staticFiles.cover_url, pattern)}`)
      .limit(1);
    if (record) return true;
    const [binned] = await db
      .select({ id: bin.id })
      .from(bin)
      .where(sql`${bin.entity} = 'static_files' and ${bin.rows}::text like ${`%${pattern}`}`)
      .limit(1);
    return binned !== undefined;
  });
}

/** Whether a stored file has a record: what was deleted opens to nobody, whatever link they have. */
export function hasFileRecord(key: string): Promise<boolean> {
  return asSystem("files.open", async (db) => {
    const [record] = await db
      .select({ id: staticFiles.id })
      .from(staticFiles)
      .where(like(staticFiles.file_url, `${addressOf(stemOf(key))}.%`))
      .limit(1);
    return record !== undefined;
  });
}

async function sweepArrivals(before: number): Promise<void> {
  for (const name of await readdir(arrivalsFolder()).catch(() => [])) {
    const path = join(arrivalsFolder(), name);
    const found = await stat(path).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}

export const sweepFilesJob: Job = {
  name: "files.sweep",
  everyMs: 6 * HOUR,
  run: async () => {
    await sweepFiles();
  },
};
