import { and, isNotNull, lt } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { DAY, HOUR } from "../../core/values/durations.ts";
import { members } from "../members/members.table.server.ts";

/** So long an application is gone on with from the browser that sent it. */
export const BROWSER_KEPT_MS = 30 * DAY;

export const forgetBrowsersJob: Job = {
  name: "membership.forget",
  byCalendar: true,
  everyMs: HOUR,
  run: () => forgetBrowsers(),
};

/** Forgets which browser old applications came from. */
export async function forgetBrowsers(now = currentTime()): Promise<void> {
  const due = and(
    isNotNull(members.browser),
    lt(members.created_at, new Date(now.getTime() - BROWSER_KEPT_MS)),
  );
  await asSystem("membership.forget", async (db) => {
    // A statement that changes nothing would still empty the page cache.
    const [one] = await db.select({ id: members.id }).from(members).where(due).limit(1);
    if (one) await db.update(members).set({ browser: null }).where(due);
  });
}
