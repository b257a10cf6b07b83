import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { isTimeDoubted } from "../nightly/site-time.server.ts";
import { readBackupKeys, recoveryMarkOf } from "../keys/backup-keys.server.ts";
import { readRuns } from "../nightly/backup-runs.system.server.ts";
import type { BackupRun } from "../nightly/backup-runs.table.server.ts";
import type { BackupHistory } from "./backup-state.ts";

/** What is known of the archives of this site. */
export async function readBackupHistory(
  db: StaffDb | SystemDb,
): Promise<Omit<BackupHistory, "runs"> & { runs: BackupRun[] }> {
  const settings = env();
  const keys = readBackupKeys(settings.DATA_DIR);
  return {
    hasKeys: keys !== undefined,
    hasElsewhere: settings.BACKUP_S3_BUCKET !== undefined,
    ...(await readRuns(db, keys && recoveryMarkOf(keys), currentTime())),
    isTimeDoubted: isTimeDoubted(),
  };
}
