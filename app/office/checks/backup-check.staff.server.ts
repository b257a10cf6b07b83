import { readBackupHistory } from "../../backups/nightly/backup-runs.system.server.ts";
import type { Mark } from "../../backups/screen/backup-mark.tsx";
import { judge, proofSeconds } from "../../backups/screen/backup-state.ts";
import { asStaff, type Staff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { backupFinding } from "./backup-finding.ts";
import type { Finding } from "./probes.system.server.ts";

/** Whether the site could be brought back, in one line. */
export async function readMark(db: StaffDb): Promise<Mark> {
  const history = await readBackupHistory(db);
  return { ...judge(history, currentTime()), seconds: proofSeconds(history) };
}

/** The same for Diagnostic. */
export async function readBackupFinding(staff: Staff): Promise<Finding> {
  return backupFinding(await asStaff(staff, readBackupHistory), currentTime());
}
