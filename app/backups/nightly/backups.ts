/** What the site does by night about its archives. `key`: somebody showed that they hold the recovery key. */
export const RUN_KINDS = ["archive", "copy", "proof", "key"] as const;
export type RunKind = (typeof RUN_KINDS)[number];

/** `asked`: somebody pressed the button, and the next process of the site that is free begins. */
export const RUN_STATUSES = ["asked", "running", "done", "failed"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** THE REGISTER of what may go wrong. Nothing else is kept of an error: its words may name a path or a login. */
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

/** What the store of files lacks: what records name, by its keys, and how many files fewer there are for no reason. */
export type LostFiles = { count: number; keys: string[]; fewer: number };

/** As many as somebody may have removed by hand; more is an accident that goes on. */
const HANDFUL = 5;
export const isGrave = ({ count, fewer }: LostFiles): boolean => count > HANDFUL || fewer > 0;

/** What a run found, beside whether it went well. */
export type RunFindings = {
  /** Stored files whose content changed while nobody wrote them; the archive has the former content. */
  changed?: string[];
  /** Tables that did not come back as they were, and other parts: `policies`, `ledger`, `schema`. */
  different?: string[];
  /** Which recovery key was shown: a key that was made since is another one. */
  key?: string;
  /** What records name and the store lacks, or has with another content. The archive lacks it too. */
  missing?: LostFiles;
};

/** A run failed for a reason of the register. */
export class BackupFailure extends Error {
  readonly reason: RunReason;

  constructor(reason: RunReason, options?: ErrorOptions) {
    super(reason, options);
    this.name = "BackupFailure";
    this.reason = reason;
  }
}

/** What an archive that was written is, and how far it came. */
export type ArchiveReport = {
  archive: string;
  bytes: number;
  rows: number;
  files: number;
  newFiles: number;
  /** Whether it also stands where this machine does not matter. */
  elsewhere: boolean;
  reason?: RunReason;
  findings: RunFindings;
};

/** What became of an archive that was restored for a try. */
export type ProofReport = Pick<ArchiveReport, "archive" | "rows" | "files" | "findings" | "reason">;

/** What the button sends that makes an archive without waiting for the night. */
export const BACK_UP_NOW = "back-up-now";
