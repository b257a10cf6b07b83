import { and, gt, lte, sql } from "drizzle-orm";
import { asSystem } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import type { Job } from "../core/process/jobs.server.ts";
import { HOUR } from "../core/values/durations.ts";
import { isoDay } from "../i18n/format.ts";
import { legalTexts } from "./legal-texts.table.server.ts";

/** The day on which this process last looked: what began before is in all of its pages. */
let looked: string | undefined;

/** A version that begins to apply changes no row, but what the pages say: the caches are told. */
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
    await notifyNewVersions(looked, today);
    looked = today;
  },
};
