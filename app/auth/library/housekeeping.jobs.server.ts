import { gt, lt, or } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { forgetFormerAdministrators } from "../staff/administrators.operations.server.ts";
import { authRateLimits, authSessions, authVerifications } from "./auth.table.server.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** No limit of signing in looks back further: see the windows in auth.system.server.ts. */
const TRIES_KEPT_MS = HOUR;

/** Deletes expired sessions, links, codes and counts of limits, which the library leaves in its tables. */
export async function clearExpired(now = new Date()): Promise<void> {
  await asSystem("auth.clear", async (db) => {
    await db.delete(authSessions).where(lt(authSessions.expiresAt, now));
    await db.delete(authVerifications).where(lt(authVerifications.expiresAt, now));
    await db.delete(authRateLimits).where(
      or(
        lt(authRateLimits.lastRequest, now.getTime() - TRIES_KEPT_MS),
        // In the future: the clock was put back, and the limit would hold until then.
        gt(authRateLimits.lastRequest, now.getTime() + MINUTE),
      ),
    );
    await forgetFormerAdministrators(db, now);
  });
}

export const clearSignInsJob: Job = {
  name: "auth.clear",
  byCalendar: true,
  everyMs: HOUR,
  run: () => clearExpired(),
};
