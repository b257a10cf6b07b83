import { gt, lt, or } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { HOUR, MINUTE } from "../../core/values/durations.ts";
import { forgetFormer } from "../staff/administrators.operations.server.ts";
import { authRateLimits, authSessions, authVerifications } from "./auth.table.server.ts";

/** No limit of signing in looks back further: see the windows in auth.system.server.ts. */
const TRIES_KEPT_MS = HOUR;

/**
 * Clears away what opens nothing any more: sessions, links and codes that are over, and how often an
 * address tried what. The sign-in library does so only for what it is asked for again.
 */
export async function clearExpired(now = new Date()): Promise<void> {
  await asSystem("auth.clear", async (db) => {
    await db.delete(authSessions).where(lt(authSessions.expiresAt, now));
    await db.delete(authVerifications).where(lt(authVerifications.expiresAt, now));
    await db.delete(authRateLimits).where(
      or(
        lt(authRateLimits.lastRequest, now.getTime() - TRIES_KEPT_MS),
        // Tried later than now: the clock was put back, and the limit would hold until it is there again.
        gt(authRateLimits.lastRequest, now.getTime() + MINUTE),
      ),
    );
    await forgetFormer(db, now);
  });
}

export const clearSignInsJob: Job = {
  name: "auth.clear",
  byCalendar: true,
  everyMs: HOUR,
  run: () => clearExpired(),
};
