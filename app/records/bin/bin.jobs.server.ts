import { lt } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { HOUR } from "../../core/values/durations.ts";
import { retentionCutoff } from "../../core/values/retention.ts";
import { deleteHistory } from "../history/versions.operations.server.ts";
import { bin } from "./bin.table.server.ts";
import { countRemoval } from "./retention-tally.operations.server.ts";

/** Deletes for good what has been in the bin for longer than its retention period. */
export async function emptyBin(now = currentTime()): Promise<number> {
  const oldest = retentionCutoff("bin", now);
  return asSystem("bin.empty", async (db) => {
    const deletedEntries = await db
      .delete(bin)
      .where(lt(bin.deleted_at, oldest))
      .returning({ rows: bin.rows });
    await deleteHistory(
      db,
      deletedEntries.flatMap(({ rows }) => rows),
    );
    await countRemoval(db, "bin", deletedEntries.length);
    return deletedEntries.length;
  });
}

export const binJob: Job = {
  name: "bin.empty",
  byCalendar: true,
  everyMs: HOUR,
  async run() {
    await emptyBin();
  },
};
