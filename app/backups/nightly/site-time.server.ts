import { join } from "node:path";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { type Ask, askIn } from "../../core/database/schema/schema-check.server.ts";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { currentTime, isClockReplaced } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import {
  type ClockAssessment,
  confirmClock,
  TrustedTime,
  type WitnessLimits,
} from "../../core/process/trusted-time.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { listArchives } from "../archive/prune-archives.server.ts";
import { backupStores } from "./backup-stores.server.ts";

// Decides whether the clock may be trusted before anything is removed because of its age. Every such removal checks it:
// the jobs marked `byCalendar`, and removals in the midst of other work.

const timeFile = () => join(env().DATA_DIR, "trusted-time.json");
const trustedTime = new TrustedTime(timeFile, currentTime());

/** The latest assessment in this process. */
let lastAssessment: ClockAssessment | undefined;

/** @param ask Runs queries while the database is not open yet. */
export async function assessClock(ask?: Ask): Promise<ClockAssessment> {
  const now = currentTime();
  // The clock of a test or a simulation may jump.
  if (isClockReplaced() || env().SIMULATED_CLOCK) return { trusted: true, now };
  lastAssessment = await trustedTime.look(now, (limits) => readWitnesses(limits, ask));
  return lastAssessment;
}

export const isClockTrusted = async (ask?: Ask): Promise<boolean> =>
  (await assessClock(ask)).trusted;

/** Whether the latest assessment doubted the clock, without making a new one. */
export const isClockDoubted = (): boolean => lastAssessment?.trusted === false;

/** An administrator confirms that the clock is right. Returns its time, and whether the confirmation could be stored. */
export async function trustClock(): Promise<{ now: Date; isStored: boolean }> {
  const now = currentTime();
  const isStored = confirmClock(timeFile(), now);
  lastAssessment = undefined;
  return { now, isStored };
}

const CHECK_EVERY_MS = MINUTE;

/** Assesses the clock regularly. Returns a function that stops this. */
export function startClockChecks(): () => void {
  const timer = setInterval(() => {
    assessClock().catch((error: unknown) =>
      log.error({ err: error }, "the time was not looked at"),
    );
  }, CHECK_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Skips the runs of a `byCalendar` job while the clock is doubted. */
export const onTrustedClock = (job: Job): Job =>
  job.byCalendar
    ? {
        ...job,
        run: async (stopping) => {
          if (await isClockTrusted()) await job.run(stopping);
        },
      }
    : job;

async function readWitnesses(limits: WitnessLimits, ask?: Ask): Promise<Date[] | undefined> {
  try {
    const rows = ask
      ? await findNewestRows(ask, limits)
      : await asSystem("time.look", (db) => findNewestRows(askIn(db), limits));
    return [...rows, ...(await findNewestArchives(limits))];
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "what knows of the time cannot be asked");
    return undefined;
  }
}

/** The newest dates in tables that get a row every day on a running site. */
async function findNewestRows(ask: Ask, { before, except }: WitnessLimits): Promise<Date[]> {
  const counts = "at < $1::timestamptz and not at between $2::timestamptz and $3::timestamptz";
  const newest = (column: string, table: string) =>
    `(select max(at) as at from (select ${column} as at from ${table}) as moments where ${counts})`;
  const [row] = await ask<{ ms: number | null }>(
    `select (extract(epoch from max(at)) * 1000)::float8 as ms from (
      ${newest("created_at", "audit_log")} union all ${newest("started_at", "backup_runs")}
      union all ${newest("checked_at", "file_stores")}) as newest`,
    // An empty range excludes nothing.
    [before, except?.from ?? before, except?.to ?? new Date(0)].map((at) => at.toISOString()),
  );
  return row?.ms == null ? [] : [new Date(row.ms)];
}

async function findNewestArchives({ before, except }: WitnessLimits): Promise<Date[]> {
  const archives = await listArchives(backupStores()[0].storage);
  const isDoubted = (at: Date) => except && at >= except.from && at <= except.to;
  return archives.filter(({ at }) => at < before && !isDoubted(at)).map(({ at }) => at);
}
