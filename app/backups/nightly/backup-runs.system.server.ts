import { and, desc, eq, gt, inArray, lt, lte, not, or, type SQL, sql } from "drizzle-orm";
import type { CopyDatabase } from "../../core/database/copy/table-copy.server.ts";
import { asSystem, type StaffDb, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { isDueBy } from "../../core/database/doors/rows.server.ts";
import { quoteIdentifier } from "../../core/database/schema/schema-check.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { parseArchiveDate } from "../archive/archive-format.server.ts";
import { readBackupKeys, recoveryKeyFingerprint } from "../keys/backup-keys.server.ts";
import type { BackupHistory } from "../screen/backup-state.ts";
import { type BackupRun, backupRuns } from "./backup-runs.table.server.ts";
import type { ArchiveReport, ProofReport, RunKind } from "./backups.ts";
import { isClockDoubted, isClockTrusted } from "./site-time.server.ts";

const JOB = "backups.nightly";
/** So long after a kill the next one can begin. */
const LEASE_MS = 2 * MINUTE;
const RENEWED_EVERY_MS = MINUTE / 3;
const KEPT_MS = 400 * 24 * 60 * MINUTE;
const READ = 60;
const AHEAD_READ = 5;

const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);

/** Begins a run, unless another process is at one. What a process that died had begun is over. */
async function claimRun(
  kind: RunKind,
  now: Date,
  mayForget: boolean,
): Promise<BackupRun | undefined> {
  return asSystem(JOB, async (db) => {
    await db
      .update(backupRuns)
      .set({ status: "failed", reason: "interrupted", ended_at: now })
      .where(and(eq(backupRuns.status, "running"), isDueBy(backupRuns.lease_until, now)));
    const old = new Date(now.getTime() - KEPT_MS);
    if (mayForget) await db.delete(backupRuns).where(lt(backupRuns.started_at, old));
    const isAsked = eq(backupRuns.status, "asked");
    const by_hand = kind === "archive" && (await db.$count(backupRuns, isAsked)) > 0;
    const [run] = await db
      .insert(backupRuns)
      .values({ kind, by_hand, started_at: now, lease_until: leaseFrom(now) })
      .onConflictDoNothing()
      .returning();
    if (run?.by_hand) await db.delete(backupRuns).where(isAsked);
    return run;
  });
}

/** Asks for an archive now, which wakes the job that makes it. Tells whether none was asked for or under way. */
export async function requestBackup(db: SystemDb, now: Date): Promise<boolean> {
  const { status, lease_until } = backupRuns;
  const isBusy = or(eq(status, "asked"), and(eq(status, "running"), gt(lease_until, now)));
  if ((await db.$count(backupRuns, isBusy)) > 0) return false;
  const rows = await db
    .insert(backupRuns)
    .values({ kind: "archive", status: "asked", by_hand: true, started_at: now })
    .onConflictDoNothing()
    .returning({ id: backupRuns.id });
  return rows.length > 0;
}

const changeRun = (id: string, changes: Partial<BackupRun>) =>
  asSystem(JOB, (db) => db.update(backupRuns).set(changes).where(eq(backupRuns.id, id)));

/** Does a run of which there may be one at a time, and writes down how it ended. Tells whether it was ours. */
export async function recordRun(kind: RunKind, work: () => Promise<RunEnd>): Promise<boolean> {
  const run = await claimRun(kind, currentTime(), await isClockTrusted());
  if (!run) return false;
  const renewal = setInterval(() => {
    // A database that is away for a moment is asked again; a lease that ran out is told as such.
    changeRun(run.id, { lease_until: leaseFrom(currentTime()) }).catch(() => {});
  }, RENEWED_EVERY_MS);
  try {
    const end = await work();
    await changeRun(run.id, { ...end, ended_at: currentTime(), lease_until: null });
  } finally {
    clearInterval(renewal);
  }
  return true;
}

/** A run that was over before the list could be written. */
export const insertRun = (run: RunEnd & Pick<BackupRun, "kind" | "started_at" | "ended_at">) =>
  asSystem(JOB, (db) => db.insert(backupRuns).values(run));

/** Somebody showed that they hold the recovery key of this mark. */
export const recordKeyShown = (db: SystemDb, key: string, now: Date) =>
  db.insert(backupRuns).values({
    kind: "key",
    status: "done",
    started_at: now,
    ended_at: now,
    findings: { key },
  });

/**
 * The latest runs, the newest first, and when the recovery key of this mark was last shown. What a clock that was ahead dated, for
 * weeks maybe, does not stand before the others.
 */
async function readRuns(
  db: StaffDb | SystemDb,
  mark: string | undefined,
  now: Date,
): Promise<{ runs: BackupRun[]; keyShownAt?: Date }> {
  const newest = desc(backupRuns.started_at);
  const listed = (where: SQL | undefined, most: number) =>
    db.select().from(backupRuns).where(where).orderBy(newest, desc(backupRuns.id)).limit(most);
  const ahead = gt(backupRuns.started_at, now);
  const isOpen = inArray(backupRuns.status, ["asked", "running"]);
  const runs = [
    ...(await listed(and(ahead, isOpen), AHEAD_READ)),
    ...(await listed(and(ahead, not(isOpen)), AHEAD_READ)),
    ...(await listed(lte(backupRuns.started_at, now), READ)),
  ];
  if (mark === undefined) return { runs };
  const [key] = await db
    .select({ at: backupRuns.started_at })
    .from(backupRuns)
    .where(and(eq(backupRuns.kind, "key"), sql`${backupRuns.findings} ->> 'key' = ${mark}`))
    .orderBy(newest)
    .limit(1);
  return { runs, keyShownAt: key?.at };
}

/** What is written down of a run once it is over. */
export type RunEnd = Pick<BackupRun, "status"> & Partial<BackupRun>;

/** Of the try of an archive, or of its making. */
export const proofEnd = ({ archive, rows, files, findings, reason }: ProofReport) =>
  ({
    status: reason ? "failed" : "done",
    archive,
    archive_at: parseArchiveDate(archive),
    row_count: rows,
    stored_count: files,
    findings,
    reason,
  }) satisfies RunEnd;

/** Of an archive that was written. */
export const archiveEnd = (report: ArchiveReport) => {
  const { bytes, newFiles: new_count, elsewhere } = report;
  return { ...proofEnd(report), bytes, new_count, elsewhere } satisfies RunEnd;
};

/**
 * Writes an archive that somebody made with the command into the list of the administration: past the doors, since
 * no site need run, and the database may be of an older version. Rejects where that has no such list yet.
 */
export async function insertRunByHand(
  { ask }: Pick<CopyDatabase, "ask">,
  end: RunEnd & { started_at: Date; ended_at: Date },
): Promise<void> {
  const { findings = {}, ...facts } = end;
  const run = {
    id: newId(),
    kind: "archive",
    by_hand: true,
    ...facts,
    findings: JSON.stringify(findings),
  };
  const entries = Object.entries(run).filter(([, value]) => value !== undefined);
  const columns = entries.map(([name]) => quoteIdentifier(name)).join(", ");
  const places = entries.map((_, place) => `$${place + 1}`).join(", ");
  await ask(
    `insert into backup_runs (${columns}) values (${places})`,
    entries.map(([, value]) => value),
  );
}

/** What is known of the archives of this site. */
export async function readBackupHistory(
  db: StaffDb | SystemDb,
): Promise<Omit<BackupHistory, "runs"> & { runs: BackupRun[] }> {
  const settings = env();
  const keys = readBackupKeys(settings.DATA_DIR);
  return {
    hasKeys: keys !== undefined,
    hasElsewhere: settings.BACKUP_S3_BUCKET !== undefined,
    ...(await readRuns(db, keys && recoveryKeyFingerprint(keys), currentTime())),
    isClockDoubted: isClockDoubted(),
  };
}
