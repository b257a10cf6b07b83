import { asc, inArray, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { allow } from "../../core/http/rate-limit.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { patternOf } from "../site-map.ts";
import { KINDS, type PolicyReport, readReports } from "./policy-report.ts";
import { policyReports } from "./policy-reports.table.server.ts";

const DAY_MS = 24 * 60 * 60_000;
/** A broken page sends a handful; nobody fills the table alone. */
const NEW_KINDS_OF_ONE = { count: 20, perMs: DAY_MS };

type Waiting = PolicyReport & { reports: number; last_at: Date };

/** What came since it was written last: a report costs no statement of its own. */
const waiting = new Map<string, Waiting>();

const keyOf = ({ directive, blocked, page }: PolicyReport) => `${directive} ${blocked} ${page}`;

/** Takes the reports of a body from a network; false when it is no report. Nothing is written yet. */
export function takeReports(body: unknown, network: string): boolean {
  const reports = readReports(body, { origin: new URL(env().PUBLIC_URL).origin, patternOf });
  if (!reports) return false;
  for (const report of reports) {
    const key = keyOf(report);
    const kind = waiting.get(key);
    if (kind) {
      kind.reports++;
      kind.last_at = currentTime();
    } else if (waiting.size < KINDS && allow("policy-report, kind", network, NEW_KINDS_OF_ONE)) {
      waiting.set(key, { ...report, reports: 1, last_at: currentTime() });
    }
  }
  return true;
}

/** Writes what came, and keeps to the number of kinds. What cannot be written now waits for the next time. */
export async function writeReports(): Promise<void> {
  if (waiting.size === 0) return;
  const taken = [...waiting.values()];
  waiting.clear();
  try {
    await asSystem("health.reports", (db) => write(db, taken));
  } catch (error) {
    for (const report of taken) if (waiting.size < KINDS) waiting.set(keyOf(report), report);
    throw error;
  }
}

async function write(db: SystemDb, taken: readonly Waiting[]): Promise<void> {
  const { directive, blocked, page, reports, last_at, id } = policyReports;
  await db
    .insert(policyReports)
    // In one order, so that two processes never wait for each other.
    .values(taken.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)))
    .onConflictDoUpdate({
      target: [directive, blocked, page],
      set: {
        // A count that came from strangers never grows into an error.
        reports: sql`least(${reports}::bigint + excluded.reports, 1000000000)::int`,
        last_at: sql`greatest(${last_at}, excluded.last_at)`,
      },
    });
  const count = await db.$count(policyReports);
  // Those that came least and longest ago make room.
  if (count <= KINDS) return;
  const least = db
    .select({ id })
    .from(policyReports)
    .orderBy(asc(reports), asc(last_at), asc(id))
    .limit(count - KINDS);
  await db.delete(policyReports).where(inArray(id, least));
}
