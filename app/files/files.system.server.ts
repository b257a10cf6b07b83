import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { and, asc, eq, isNull, like, lt, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { bin } from "../admin/bin.table.server.ts";
import { asSystem } from "../platform/database/doors.server.ts";
import type { Job } from "../platform/jobs.server.ts";
import { log } from "../platform/log.server.ts";
import { addressOf, storageOf } from "../platform/storage.server.ts";
import { arrivalsFolder } from "./arrivals.server.ts";
import { staticFiles } from "./files.table.server.ts";
import { stemOf, UPLOADS } from "./files.ts";
import { MediaFailure, preparing } from "./media.server.ts";
import { MAX_TRIES } from "./media.ts";
import { NotPrepared, prepare } from "./prepare.server.ts";

const HOUR = 3_600_000;
/** How long a file belongs to the process that took it on: longer than any try may last. */
const TRY_MS = 15 * 60_000;

/** A file that was taken on, and when. */
type Due = { id: string; url: string; type: string; taken: Date };

/** Makes smaller pictures and covers of what was uploaded, one file after the other. */
export async function prepareFiles(stopping?: AbortSignal, now = () => new Date()): Promise<void> {
  const stop = () => preparing.stop();
  stopping?.addEventListener("abort", stop);
  try {
    while (!stopping?.aborted) {
      const file = await takeDue(now());
      if (!file) return;
      await prepareOne(file, now());
    }
  } finally {
    stopping?.removeEventListener("abort", stop);
  }
}

/**
 * Takes on the next file, and counts the try: one that ends this process, or the whole machine, must not
 * be met by the next one for ever.
 */
function takeDue(now: Date): Promise<Due | undefined> {
  const { id, prepare_tries, prepare_tried_at, created_at } = staticFiles;
  return asSystem("files.prepare", async (db) => {
    const [due] = await db
      .select({ id })
      .from(staticFiles)
      .where(
        and(
          isNull(staticFiles.prepared_at),
          lt(prepare_tries, MAX_TRIES),
          or(isNull(prepare_tried_at), lt(prepare_tried_at, new Date(now.getTime() - TRY_MS))),
        ),
      )
      .orderBy(asc(prepare_tries), asc(created_at))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!due) return undefined;
    const [file] = await db
      .update(staticFiles)
      .set({ prepare_tries: sql`${prepare_tries} + 1`, prepare_tried_at: now, ...unchanged })
      .where(eq(id, due.id))
      .returning({ id, url: staticFiles.file_url, type: staticFiles.file_type });
    return file && { ...file, taken: now };
  });
}

async function prepareOne(file: Due, now: Date): Promise<void> {
  try {
    const made = await prepare(file.url, file.type);
    await note(file, { ...made, prepared_at: now, prepare_problem: null });
  } catch (error) {
    if (error instanceof NotPrepared) {
      log.warn({ file: file.id, what: error.problem }, "file not prepared");
      await note(file, { prepare_problem: error.problem });
      return;
    }
    // The store is away, the disk is full or we are leaving: it was no try of this file.
    await note(file, {
      prepare_tries: sql`greatest(${staticFiles.prepare_tries} - 1, 0)`,
      prepare_tried_at: null,
    });
    if (!(error instanceof MediaFailure)) throw error;
  }
}

/** The moment of the last change is that of staff. */
const unchanged = { updated_at: sql`${staticFiles.updated_at}` };

/** Writes down how it went, unless other content came in the meantime. */
function note(file: Due, change: PgUpdateSetSource<typeof staticFiles>): Promise<unknown> {
  return asSystem("files.prepare", (db) =>
    db
      .update(staticFiles)
      .set({ ...change, ...unchanged })
      .where(and(eq(staticFiles.id, file.id), eq(staticFiles.prepare_tried_at, file.taken))),
  );
}

export const prepareFilesJob: Job = {
  name: "files.prepare",
  everyMs: 5 * 60_000,
  run: (stopping) => prepareFiles(stopping),
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
