import { lt } from "drizzle-orm";
import { currentTime } from "../core/clock.ts";
import { asSystem } from "../core/database/doors.server.ts";
import type { Job } from "../core/jobs.server.ts";
import { keptSince } from "../core/retention.ts";
import { bin } from "./bin.table.server.ts";

const HOUR = 3_600_000;

/** Deletes for good what has been in the bin for longer than that: personal data is not kept for ever. */
export async function emptyBin(now = currentTime()): Promise<number> {
  const oldest = keptSince("bin", now);
  const gone = await asSystem("bin.empty", (db) =>
    db.delete(bin).where(lt(bin.deleted_at, oldest)).returning({ id: bin.id }),
  );
  return gone.length;
}

export const binJob: Job = {
  name: "bin.empty",
  everyMs: HOUR,
  run: async () => ({ bin: await emptyBin() }),
};
