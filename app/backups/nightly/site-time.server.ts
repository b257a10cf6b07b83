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

// THE ONE PLACE that decides whether what the calendar ends may end. Every remover asks it: a job that is marked
// `byCalendar`, and what removes in the midst of other work.

const fileOfTime = () => join(env().DATA_DIR, "trusted-time.json");
const time = new TrustedTime(fileOfTime, currentTime());

/** What this process found last. */
let last: ClockAssessment | undefined;

/** @param ask Statements in the database of the site, where that is not behind the doors. */
export async function assessClock(ask?: Ask): Promise<ClockAssessment> {
  const now = currentTime();
  // A clock that a test or a season put in its place leaps as it likes.
  if (isClockReplaced() || env().SIMULATED_CLOCK) return { trusted: true, now };
  last = await time.look(now, (limits) => witnesses(limits, ask));
  return last;
}

export const isClockTrusted = async (ask?: Ask): Promise<boolean> =>
  (await assessClock(ask)).trusted;

/** Whether the last look doubted the clock, for whoever cannot wait for another one. */
export const isClockDoubted = (): boolean => last?.trusted === false;

/** Whoever answers for the site says that the clock is right. Tells what it says, and whether that is written down. */
export async function trustClock(): Promise<{ now: Date; isKept: boolean }> {
  const now = currentTime();
  const isKept = confirmClock(fileOfTime(), now);
  last = undefined;
  return { now, isKept };
}

const LOOKS_EVERY_MS = MINUTE;

/** Keeps the witness of a running site fresh. Returns what ends it. */
export function startClockChecks(): () => void {
  const timer = setInterval(() => {
    assessClock().catch((error: unknown) =>
      log.error({ err: error }, "the time was not looked at"),
    );
  }, LOOKS_EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** A job that waits while the clock is doubted, if it ends things by the calendar. */
export const onTrustedClock = (job: Job): Job =>
  job.byCalendar
    ? {
        ...job,
        run: async (stopping) => {
          if (await isClockTrusted()) await job.run(stopping);
        },
      }
    : job;

async function witnesses(limits: WitnessLimits, ask?: Ask): Promise<Date[] | undefined> {
  try {
    const rows = ask
      ? await newestRows(ask, limits)
      : await asSystem("time.look", (db) => newestRows(askIn(db), limits));
    return [...rows, ...(await newestArchives(limits))];
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "what knows of the time cannot be asked");
    return undefined;
  }
}

/** What staff, the nights and the sweep of files write down: something of it each day, on a site that runs. */
async function newestRows(ask: Ask, { before, except }: WitnessLimits): Promise<Date[]> {
  const counts = "at < $1::timestamptz and not at between $2::timestamptz and $3::timestamptz";
  const newest = (column: string, table: string) =>
    `(select max(at) as at from (select ${column} as at from ${table}) as moments where ${counts})`;
  const [row] = await ask<{ ms: number | null }>(
    `select (extract(epoch from max(at)) * 1000)::float8 as ms from (
      ${newest("created_at", "audit_log")} union all ${newest("started_at", "backup_runs")}
      union all ${newest("checked_at", "file_stores")}) as newest`,
    // Between the later and the earlier lies nothing.
    [before, except?.from ?? before, except?.to ?? new Date(0)].map((at) => at.toISOString()),
  );
  return row?.ms == null ? [] : [new Date(row.ms)];
}

async function newestArchives({ before, except }: WitnessLimits): Promise<Date[]> {
  const archives = await listArchives(backupStores()[0].storage);
  const isDoubted = (at: Date) => except && at >= except.from && at <= except.to;
  return archives.filter(({ at }) => at < before && !isDoubted(at)).map(({ at }) => at);
}
