import { momentOf } from "../archive/manifest.ts";
import type { BackupRun } from "./backup-runs.table.server.ts";
import type { ArchiveReport, ProofReport } from "./backups.ts";

/** What is written down of a run once it is over. */
export type RunEnd = Pick<BackupRun, "status"> & Partial<BackupRun>;

/** Of the try of an archive, or of its making. */
export const proofEnd = ({ archive, rows, files, findings, reason }: ProofReport) =>
  ({
    status: reason ? "failed" : "done",
    archive,
    archive_at: momentOf(archive),
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
