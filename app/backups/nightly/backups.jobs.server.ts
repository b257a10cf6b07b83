import { readJournalOrEmpty } from "../../core/database/copy/site-states.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { removeFileIndex } from "../archive/store-contents.server.ts";
import { readBackupKeys } from "../keys/backup-keys.server.ts";
import { newestArchive, nextNight, nextWork } from "../screen/backup-state.ts";
import {
  archiveEnd,
  proofEnd,
  type RunEnd,
  readBackupHistory,
  recordRun,
} from "./backup-runs.system.server.ts";
import { BackupFailure, type RunReason } from "./backups.ts";
import {
  archiveSite,
  type NightLimits,
  proveNewest,
  sendArchives,
} from "./nightly-backup.server.ts";
import { isClockTrusted } from "./site-time.server.ts";

const readHistory = () => asSystem("backups.nightly", readBackupHistory);

const failedRun = (error: unknown): RunEnd => {
  const reason: RunReason = error instanceof BackupFailure ? error.reason : "unknown";
  log.error({ err: error, what: `backups.${reason}` }, "a backup or its try failed");
  return { status: "failed", reason };
};

/** The kinds of work, which return the result to record. */
const WORK = {
  async archive(limits: NightLimits): Promise<RunEnd> {
    return archiveEnd(
      await archiveSite(currentTime(), limits, { mayPrune: await isClockTrusted() }),
    );
  },
  async copy(limits: NightLimits): Promise<RunEnd> {
    const { runs } = await readHistory();
    const newest = newestArchive(runs, currentTime());
    await sendArchives(currentTime(), limits);
    const { archive, archive_at } = newest ?? {};
    return { status: "done", archive, archive_at, elsewhere: true };
  },
  async proof(limits: NightLimits): Promise<RunEnd> {
    try {
      return proofEnd(await proveNewest(limits));
    } catch (error) {
      const isDamaged = error instanceof BackupFailure && error.reason === "damaged";
      if (isDamaged) removeFileIndex(env().DATA_DIR);
      throw error;
    }
  },
};

/** Does what is due: archive, copy, proof. A failed part is tried again later. */
export async function runNightlyBackup(stopping: AbortSignal, priority?: number): Promise<void> {
  // Without a recovery key, an archive would be useless after the loss of the machine.
  if (!readBackupKeys(env().DATA_DIR)) return;
  // An archive that is being restored must not be removed; the end of the restore wakes this job.
  if (readJournalOrEmpty(env().DATA_DIR).work?.status === "running") return;
  for (let part = 0; part < Object.keys(WORK).length && !stopping.aborted; part++) {
    const kind = nextWork(await readHistory(), currentTime());
    if (!kind) break;
    const isOurs = await recordRun(kind, () => WORK[kind]({ stopping, priority }).catch(failedRun));
    if (!isOurs) break;
  }
}

export const backupsJob: Job = {
  name: "backups.nightly",
  everyMs: 30 * MINUTE,
  run: (stopping) => runNightlyBackup(stopping),
  next: async () => nextNight(currentTime()),
};
