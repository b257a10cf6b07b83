import { asc, inArray, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { patternOf } from "../site-map.ts";
import { KINDS, type PolicyReport, readReports } from "./policy-report.ts";
import { policyReports } from "./policy-reports.table.server.ts";

/** A broken page sends a handful; the limit keeps one network from filling the table. */
const NEW_KINDS_OF_ONE = { count: 20, perMs: DAY };

type PendingReport = PolicyReport & { reports: number; last_at: Date };

/** Reports that are not written yet: they are written together, once a minute. */
const pending = new Map<string, PendingReport>();

const keyOf = ({ directive, blocked, page }: PolicyReport) => `${directive} ${blocked} ${page}`;

/** Counts the reports of a body from a network; false when it is no report. They are written later. */
export function takeReports(body: unknown, network: string): boolean {
  const reports = readReports(body, { origin: new URL(env().PUBLIC_URL).origin, patternOf });
  if (!reports) return false;
  for (const report of reports) {
    const key = keyOf(report);
    const kind = pending.get(key);
    if (kind) {
      kind.reports++;
      kind.last_at = currentTime();
    } else if (pending.size < KINDS && allow("policy-report, kind", network, NEW_KINDS_OF_ONE)) {
      pending.set(key, { ...report, reports: 1, last_at: currentTime() });
    }
  }
  return true;
}

/** Writes the pending reports, and keeps the number of kinds. What cannot be written stays pending. */
export async function writeReports(): Promise<void> {
  if (pending.size === 0) return;
  const taken = [...pending.values()];
  pending.clear();
  try {
    await asSystem("health.reports", (db) => write(db, taken));
  } catch (error) {
    for (const report of taken) if (pending.size < KINDS) pending.set(keyOf(report), report);
    throw error;
  }
}

async function write(db: SystemDb, taken: readonly PendingReport[]): Promise<void> {
  const { directive, blocked, page, reports, last_at, id } = policyReports;
  await db
    .insert(policyReports)
    // In one order, so that two processes never wait for each other.
    .values(taken.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
    .onConflictDoUpdate({
      target: [directive, blocked, page],
      set: {
        // Strangers decide how often it grows: it must not overflow.
        reports: sql`least(${reports}::bigint + excluded.reports, 1000000000)::int`,
        last_at: sql`greatest(${last_at}, excluded.last_at)`,
      },
    });
  const count = await db.$count(policyReports);
  // The rarest and oldest kinds are deleted.
  if (count <= KINDS) return;
  const least = db
    .select({ id })
    .from(policyReports)
    .orderBy(asc(reports), asc(last_at), asc(id))
    .limit(count - KINDS);
  await db.delete(policyReports).where(inArray(id, least));
}
