import { currentTime } from "../core/clock.ts";
import type { StaffDb, SystemDb } from "../core/database/doors.server.ts";
import { env } from "../core/env.server.ts";
import { readBackupKeys, recoveryMarkOf } from "./backup-keys.server.ts";
import { readRuns } from "./backup-runs.system.server.ts";
import type { BackupRun } from "./backup-runs.table.server.ts";
import type { BackupHistory } from "./backup-state.ts";
import { isTimeDoubted } from "./site-time.server.ts";

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
