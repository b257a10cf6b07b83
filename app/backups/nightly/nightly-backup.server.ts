import { realpathSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { SCHEMA } from "../../core/database/database.server.ts";
import { databaseKind, whileCopied } from "../../core/database/doors/doors.server.ts";
import type { Engine } from "../../core/database/engine.server.ts";
import { Child, ChildEnded } from "../../core/process/child-process.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { HOUR } from "../../core/values/durations.ts";
import { Fault } from "../../core/values/errors.ts";
import type { CopyReport, CopyStep } from "../restore/restores.ts";
import { backupStores } from "./backup-stores.server.ts";
import {
  ANSWER,
  type BackupResults,
  type BackupTask,
  type BackupTasks,
  RESULTS,
  STEP,
} from "./backup-tasks.ts";
import { type ArchiveReport, BackupFailure, type ProofReport } from "./backups.ts";

/** The temporary folder for a copy of the database and decrypted archives. */
const workFolder = () => join(env().DATA_DIR, "backup-work");

/** Runs work in an empty temporary folder, after clearing what a crash left in it. */
async function inWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = workFolder();
  const clear = () => rm(folder, { recursive: true, force: true });
  await clear();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return work(folder).finally(clear);
}

export type NightLimits = {
  /** Aborted when the site stops. */
  stopping?: AbortSignal;
  /** The priority of the process, unless the lowest. */
  priority?: number;
  /** The timeout. */
  withinMs?: number;
};

/** A copy to another store that takes longer continues the next night. */
const TIMEOUT_MS = 6 * HOUR;
/** The lowest priority of the operating system. */
const LOWEST_PRIORITY = 19;

type Ask = <Task extends BackupTask>(
  task: Task,
  request: BackupTasks[Task],
  onStep?: (step: CopyStep) => void,
) => Promise<BackupResults[Task]>;

/** Runs work with a backup process, which is stopped afterwards. @throws BackupFailure */
async function withBackupProcess<T>(
  start: { env: NodeJS.ProcessEnv; execArgv?: string[] },
  { stopping, priority = LOWEST_PRIORITY, withinMs = TIMEOUT_MS }: NightLimits,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const child = new Child({
    module: "app/backups/nightly/backup.process.ts",
    args: [priority],
    stdout: "inherit",
    ...start,
  });
  const timer = setTimeout(() => child.kill("time"), withinMs).unref();
  const stop = () => child.kill("stopped");
  stopping?.addEventListener("abort", stop, { once: true });
  if (stopping?.aborted) stop();
  try {
    return await work((task, request, onStep) => askBackupProcess(child, task, request, onStep));
  } finally {
    clearTimeout(timer);
    stopping?.removeEventListener("abort", stop);
    stop();
  }
}

async function askBackupProcess<Task extends BackupTask>(
  child: Child,
  task: Task,
  request: BackupTasks[Task],
  onStep: (step: CopyStep) => void = () => {},
): Promise<BackupResults[Task]> {
  const isProgress = (message: unknown) => {
    const { data: progress } = STEP.safeParse(message);
    if (progress) onStep(progress.step);
    return progress !== undefined;
  };
  const message = await child.ask(task, request, { isProgress }).catch((error: unknown) => {
    throw toBackupFailure(error);
  });
  const answer = ANSWER.parse(message);
  if ("failure" in answer) throw new BackupFailure(answer.failure);
  return RESULTS[task].parse(answer.result);
}

function toBackupFailure(error: unknown): unknown {
  if (!(error instanceof ChildEnded)) return error;
  const { end, cause } = error;
  if (cause) return new BackupFailure("unknown", { cause });
  return new BackupFailure(end === "time" || end === "stopped" ? end : "interrupted");
}

/** The database of this process. */
const currentSite = (): Source => ({ kind: databaseKind(), whileCopied });
type Source = { kind: Engine["kind"] | undefined } & Pick<Engine, "whileCopied">;

/** `hereAlone`: the archive is not sent elsewhere before the next night. `mayPrune`: expired archives are removed. */
type ArchivePlan = { source?: Source; hereAlone?: boolean; mayPrune: boolean };

/** Archives the running site. @throws BackupFailure */
export const archiveSite = (
  at: Date,
  limits: NightLimits,
  { source = currentSite(), ...plan }: ArchivePlan,
): Promise<ArchiveReport> =>
  inWorkFolder(async (work) => {
    const start = { env: { ...process.env, TMPDIR: work } };
    return await withBackupProcess(start, limits, async (ask) => {
      const moment = at.toISOString();
      if (source.kind === "server") return ask("write", { at: moment, ...plan });
      const from = join(env().DATA_DIR, "database");
      const copy = join(work, "database");
      await ask("prepare", { database: from, work });
      const label = await source.whileCopied?.(
        async () => void (await ask("copy", { from, to: copy })),
      );
      if (label === undefined) throw new Fault("only an embedded database has a folder");
      await ask("finish", { from, to: copy, label });
      return ask("write", { at: moment, copy, ...plan });
    });
  });

/** Sends the archives that only this machine has. @throws BackupFailure */
export async function sendArchives(at: Date, limits: NightLimits): Promise<void> {
  await withBackupProcess({ env: process.env }, limits, (ask) =>
    ask("send", { at: at.toISOString() }),
  );
}

/**
 * The Node permissions of a proof: it may read the code, the archives and their key, and write where it restores. It has
 * no network, child processes or settings, so the restored data cannot reach anybody.
 */
export function proofPermissions(folder: string, dataDir: string, work: string): string[] {
  const modules = join(projectRoot, "node_modules");
  const code = [modules, realpathSync(modules), join(projectRoot, "app"), SCHEMA];
  const keys = join(dataDir, "backup-keys.json");
  const read = [...code, join(projectRoot, "package.json"), folder, keys, work];
  return [
    "--permission",
    ...read.map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${work}`,
  ];
}

/** Restores an archive into a folder that may replace the site. @throws BackupFailure */
export async function restoreCopy(
  request: BackupTasks["restore"],
  onStep: (step: CopyStep) => void,
  limits: NightLimits,
): Promise<CopyReport> {
  await mkdir(request.to, { recursive: true, mode: 0o700 });
  const start = { env: { ...process.env, TMPDIR: request.to } };
  return await withBackupProcess(start, limits, (ask) => ask("restore", request, onStep));
}

/** Restores the newest archive of this machine and compares it. @throws BackupFailure */
export const proveNewest = (limits: NightLimits): Promise<ProofReport> =>
  inWorkFolder(async (work) => {
    const { DATA_DIR: dataDir, NODE_ENV } = env();
    const { name: folder } = backupStores()[0].storage;
    const start = {
      // Windows starts nothing without the third.
      env: { NODE_ENV, PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TMPDIR: work },
      execArgv: proofPermissions(folder, dataDir, work),
    };
    return await withBackupProcess(start, limits, (ask) =>
      ask("prove", { at: currentTime().toISOString(), folder, dataDir, work, schema: SCHEMA }),
    );
  });
