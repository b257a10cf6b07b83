import { and, gt, lte, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { HOUR } from "../core/values/durations.ts";
import { isoDay } from "../i18n/format.ts";
import { legalTexts } from "./legal-texts.table.server.ts";

/** The day of the last run in this process. */
let lastDay: string | undefined;

/** Clears the page caches when a version begins to apply, since no row changes then. */
export async function notifyNewVersions(since: string | undefined, today: string): Promise<void> {
  if (!since || since === today) return;
  await asSystem("legal.begin", async (db) => {
    const { id, starts_on } = legalTexts;
    const [begun] = await db
      .select({ id })
      .from(legalTexts)
      .where(and(gt(starts_on, since), lte(starts_on, today)))
      .limit(1);
    if (begun) await db.execute(sql`select pg_notify('content_changed', 'legal_texts')`);
  });
}

export const legalTextsJob: Job = {
  name: "legal.begin",
  everyMs: HOUR,
  daily: true,
  async run() {
    const today = isoDay(currentTime());
    await notifyNewVersions(lastDay, today);
    lastDay = today;
  },
};
