/** The kinds of recorded runs. `key`: somebody proved that they have the recovery key. */
export const RUN_KINDS = ["archive", "copy", "proof", "key"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** `asked`: somebody requested a run, which the next free process starts. */
export const RUN_STATUSES = ["asked", "running", "done", "failed"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** The reasons for a failure. Nothing else of an error is stored, since its message may contain a path or a login. */
export const RUN_REASONS = [
  "full",
  "busy",
  "database",
  "files",
  "elsewhere",
  "changed",
  "damaged",
  "differs",
  "time",
  "stopped",
  "interrupted",
  "unknown",
] as const;
export type RunReason = (typeof RUN_REASONS)[number];

/** Files that records refer to and the store lacks, and by how many files the store shrank without an explanation. */
export type LostFiles = { count: number; keys: string[]; fewer: number };

/** Somebody may have removed this many by hand; more is probably a failing disk. */
const HANDFUL = 5;
export const isGrave = ({ count, fewer }: LostFiles): boolean => count > HANDFUL || fewer > 0;

/** The findings of a run, besides its success. */
export type RunFindings = {
  /** Stored files whose content changed without being written; the archive has the former content. */
  changed?: string[];
  /** Tables that differ after a restore, or `policies`, `ledger`, `schema`. */
  different?: string[];
  /** The fingerprint of the recovery key that was shown. */
  key?: string;
  /** Files that the store lacks or has with another content, and so does the archive. */
  missing?: LostFiles;
};

/** A run failed for one of `RUN_REASONS`. */
export class BackupFailure extends Error {
  readonly reason: RunReason;

  constructor(reason: RunReason, options?: ErrorOptions) {
    super(reason, options);
    this.name = "BackupFailure";
    this.reason = reason;
  }
}

/** The result of writing an archive. */
export type ArchiveReport = {
  archive: string;
  bytes: number;
  rows: number;
  files: number;
  newFiles: number;
  /** Whether it is also stored on another machine. */
  elsewhere: boolean;
  reason?: RunReason;
  findings: RunFindings;
};

/** The result of a test restore. */
export type ProofReport = Pick<ArchiveReport, "archive" | "rows" | "files" | "findings" | "reason">;

/** The intent of the button that requests an archive now. */
export const BACK_UP_NOW = "back-up-now";
