import { rm } from "node:fs/promises";
import { sql } from "drizzle-orm";
import {
  type CopyWork,
  changeJournal,
  readJournal,
  type SiteJournal,
  stateFolder,
  writeJournal,
} from "../../core/database/copy/site-states.server.ts";
import { SCHEMA } from "../../core/database/database.server.ts";
import { asSystem, databaseKind } from "../../core/database/doors/doors.server.ts";
import { sizeOfFolder } from "../../core/database/embedded/folder-copy.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { HOUR } from "../../core/values/durations.ts";
import { readBackupHistory } from "../nightly/backup-runs.system.server.ts";
import { BackupFailure } from "../nightly/backups.ts";
import { restoreCopy } from "../nightly/nightly-backup.server.ts";
import { isClockTrusted } from "../nightly/site-time.server.ts";
import { isBusy } from "../screen/backup-state.ts";
import {
  COPY_HOURS,
  COPY_PROBLEMS,
  type CopyProblem,
  type CopyReport,
  type CopyStep,
} from "./restores.ts";

/** The copy that this process is making. */
let making: { id: string; stopped: AbortController } | undefined;

/** Ends the making of a copy that nobody wants any more. */
export const cancelCopy = (id: string): void => {
  if (making?.id === id) making.stopped.abort();
};

/** Makes the copy that somebody asked for, and lets go of the states whose time is over. */
export async function prepareRestores(stopping: AbortSignal, priority?: number): Promise<void> {
  if (databaseKind() === "server") return;
  const { DATA_DIR } = env();
  const { work } = dropExpired(DATA_DIR, currentTime(), await isClockTrusted());
  await removeDropped(DATA_DIR);
  await measureFormers(DATA_DIR);
  if (work?.status !== "asked" || stopping.aborted) return;
  // One thing at a time reads and writes archives: this comes back in a moment.
  const { runs } = await asSystem("restores.prepare", readBackupHistory);
  if (isBusy(runs, currentTime())) return;
  await makeCopy(DATA_DIR, work, stopping, priority);
  await asSystem("restores.prepare", (db) =>
    db.execute(sql`select pg_notify('job_due', 'backups.nightly')`),
  );
}

/** Takes out of the journal what is over: copies that nobody took, formers of long ago, work of a process that died. */
function dropExpired(dataDir: string, now: Date, isTrusted: boolean): SiteJournal {
  const journal = readJournal(dataDir);
  const isOver = ({ until }: { until: string }) => isTrusted && new Date(until) <= now;
  const due = journal.due && !isOver(journal.due) ? journal.due : undefined;
  const states = journal.states.filter((state) => state.id === due?.id || !isOver(state));
  const isLost = journal.work?.status === "running" && making?.id !== journal.work.id;
  const work: CopyWork | undefined =
    journal.work && isLost
      ? { ...journal.work, status: "failed", problem: "interrupted" }
      : journal.work;
  const isSame = due === journal.due && states.length === journal.states.length && !isLost;
  if (isSame) return journal;
  const next = { ...journal, due, states, work };
  writeJournal(dataDir, next);
  return next;
}

/** Removes the folders of states that the journal named once. What it never named is somebody's to look at. */
async function removeDropped(dataDir: string): Promise<void> {
  for (const id of readJournal(dataDir).removable ?? []) {
    await rm(stateFolder(dataDir, id), { recursive: true, force: true });
    changeJournal(dataDir, (journal) => ({
      ...journal,
      removable: journal.removable?.filter((one) => one !== id),
    }));
  }
}

/** What a former state takes on the disk, once. */
async function measureFormers(dataDir: string): Promise<void> {
  for (const { id, bytes } of readJournal(dataDir).states) {
    if (bytes !== undefined) continue;
    const size = await sizeOfFolder(stateFolder(dataDir, id));
    changeJournal(dataDir, (journal) => ({
      ...journal,
      states: journal.states.map((state) => (state.id === id ? { ...state, bytes: size } : state)),
    }));
  }
}

async function makeCopy(
  dataDir: string,
  work: CopyWork,
  stopping: AbortSignal,
  priority?: number,
): Promise<void> {
  const stopped = new AbortController();
  making = { id: work.id, stopped };
  const change = (how: (own: CopyWork, journal: SiteJournal) => SiteJournal) =>
    changeJournal(dataDir, (journal) =>
      // Somebody may have cancelled it meanwhile.
      journal.work?.id === work.id ? how(journal.work, journal) : journal,
    );
  const onStep = (step: CopyStep) =>
    change((own, journal) => ({ ...journal, work: { ...own, step } }));
  try {
    change((own, journal) => ({ ...journal, work: { ...own, status: "running" } }));
    const { archive, from } = work;
    const to = stateFolder(dataDir, work.id);
    const report = await restoreCopy({ from, archive, to, schema: SCHEMA }, onStep, {
      stopping: AbortSignal.any([stopping, stopped.signal]),
      priority,
    }).catch((error: unknown): CopyReport => ({ problem: problemOf(error) }));
    if ("problem" in report) {
      // First: the disk may be full, and the journal wants a place on it.
      await rm(to, { recursive: true, force: true });
      change((own, journal) => ({
        ...journal,
        work: { ...own, status: "failed", problem: report.problem },
      }));
    } else change((own, journal) => readyIn(journal, own, report));
  } finally {
    making = undefined;
  }
}

function problemOf(error: unknown): CopyProblem {
  log.error({ err: error, what: "restores.prepare" }, "a copy was not made");
  const reason = error instanceof BackupFailure ? error.reason : "unknown";
  return COPY_PROBLEMS.find((problem) => problem === reason) ?? "unknown";
}

/** The copy is whole: the next start takes it. */
function readyIn(
  { work: _over, ...journal }: SiteJournal,
  { id, archive, by }: CopyWork,
  { madeAt, bytes }: Exclude<CopyReport, { problem: CopyProblem }>,
): SiteJournal {
  const now = currentTime();
  const until = new Date(now.getTime() + COPY_HOURS * HOUR).toISOString();
  return {
    ...journal,
    refused: undefined,
    states: [...journal.states, { id, kind: "copy", archive, at: madeAt, until, bytes }],
    due: { id, by, asked_at: now.toISOString(), until },
  };
}

export const restoresJob: Job = {
  name: "restores.prepare",
  everyMs: 10_000,
  run: (stopping) => prepareRestores(stopping),
};
