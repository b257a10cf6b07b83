import { and, eq, isNull, lt, or, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { claimDue } from "../core/database/doors/rows.server.ts";
import { log } from "../core/log/log.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { MINUTE } from "../core/values/durations.ts";
import { MediaFailure, preparing } from "./children/media.server.ts";
import { MAX_TRIES } from "./children/media.ts";
import { staticFiles } from "./files.table.server.ts";
import { NotPrepared, prepare } from "./prepare.server.ts";

/** How long a claim lasts: longer than any try may take. */
const TRY_MS = 15 * MINUTE;

/** A claimed file, and when it was claimed. */
type ClaimedFile = { id: string; url: string; type: string; claimedAt: Date };

/** Makes smaller pictures and covers of what was uploaded, one file after the other. */
export async function prepareFiles(stopping?: AbortSignal, clock = currentTime): Promise<void> {
  const stop = () => preparing.stop();
  stopping?.addEventListener("abort", stop);
  try {
    while (!stopping?.aborted) {
      const file = await claimNext(clock());
      if (!file) return;
      await prepareOne(file, clock());
    }
  } finally {
    stopping?.removeEventListener("abort", stop);
  }
}

/**
 * Claims the next file and counts the try before it begins: a file that crashes the process, or the machine, must
 * not be tried for ever.
 */
function claimNext(now: Date): Promise<ClaimedFile | undefined> {
  const { prepare_tries, prepare_tried_at, created_at } = staticFiles;
  return asSystem("files.prepare", async (db) => {
    const [file] = await claimDue(db, staticFiles, {
      where: and(
        isNull(staticFiles.prepared_at),
        lt(prepare_tries, MAX_TRIES),
        or(isNull(prepare_tried_at), lt(prepare_tried_at, new Date(now.getTime() - TRY_MS))),
      ),
      orderBy: [prepare_tries, created_at],
      limit: 1,
      lease: { prepare_tries: sql`${prepare_tries} + 1`, prepare_tried_at: now, ...unchanged },
    });
    return file && { id: file.id, url: file.file_url, type: file.file_type, claimedAt: now };
  });
}

async function prepareOne(file: ClaimedFile, now: Date): Promise<void> {
  try {
    const prepared = await prepare(file.url, file.type);
    await note(file, { ...prepared, prepared_at: now, prepare_problem: null });
  } catch (error) {
    if (error instanceof NotPrepared) {
      log.warn({ file: file.id, what: error.problem }, "file not prepared");
      await note(file, { prepare_problem: error.problem });
      return;
    }
    // The store is away, the disk is full or the process stops: the try does not count.
    await note(file, {
      prepare_tries: sql`greatest(${staticFiles.prepare_tries} - 1, 0)`,
      prepare_tried_at: null,
    });
    if (!(error instanceof MediaFailure)) throw error;
  }
}

/** `updated_at` is the time of the last change by staff. */
const unchanged = { updated_at: sql`${staticFiles.updated_at}` };

/** Saves the result, unless the content was replaced meanwhile. */
function note(file: ClaimedFile, change: PgUpdateSetSource<typeof staticFiles>): Promise<unknown> {
  return asSystem("files.prepare", (db) =>
    db
      .update(staticFiles)
      .set({ ...change, ...unchanged })
      .where(and(eq(staticFiles.id, file.id), eq(staticFiles.prepare_tried_at, file.claimedAt))),
  );
}

export const prepareFilesJob: Job = {
  name: "files.prepare",
  everyMs: 5 * MINUTE,
  run: (stopping) => prepareFiles(stopping),
};
