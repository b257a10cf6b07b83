import { readBackupHistory } from "../backups/backup-history.server.ts";
import { durationWords } from "../backups/backup-labels.ts";
import type { Mark } from "../backups/backup-mark.tsx";
import { isKeyDue, judge, proofSeconds } from "../backups/backup-state.ts";
import { currentTime } from "../core/clock.ts";
import { asStaff, type Staff, type StaffDb } from "../core/database/doors.server.ts";
import { formatMoment } from "../i18n/format.ts";
import type { Finding } from "./probes.system.server.ts";

/** Whether the site could be brought back, in one line. */
export async function readMark(db: StaffDb): Promise<Mark> {
  const history = await readBackupHistory(db);
  return { ...judge(history, currentTime()), seconds: proofSeconds(history) };
}

const LEVELS = { good: "success", warn: "warning", bad: "error" } as const;

/** The same for Diagnostic, and whether somebody still holds the key that opens the archives. */
export async function readBackupFinding(staff: Staff): Promise<Finding> {
  const now = currentTime();
  const history = await asStaff(staff, readBackupHistory);
  const { tone, words } = judge(history, now);
  const keyDue = isKeyDue(history, now);
  const seconds = proofSeconds(history);
  const { keyShownAt } = history;
  return {
    level: tone === "good" && keyDue ? "warning" : LEVELS[tone],
    summary:
      tone === "good" && keyDue ? "La clé de secours est à présenter dans Sauvegardes" : words,
    details: [
      ["Dernier essai réussi", seconds === undefined ? "aucun" : `en ${durationWords(seconds)}`],
      ["Clé de secours présentée", keyShownAt ? formatMoment("fr", keyShownAt) : "jamais"],
    ],
  };
}
