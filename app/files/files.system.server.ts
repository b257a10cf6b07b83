import { asc, isNull, sql } from "drizzle-orm";
import { asSystem } from "../platform/database/doors.server.ts";
import type { Job } from "../platform/jobs.server.ts";
import { log, reasonOf } from "../platform/log.server.ts";
import { staticFiles } from "./files.table.server.ts";
import { prepare } from "./prepare.server.ts";

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
