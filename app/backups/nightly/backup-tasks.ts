import * as z from "zod";
import { COPY_PROBLEMS, COPY_STEPS, type CopyReport } from "../restore/restores.ts";
import { type ArchiveReport, type ProofReport, RUN_REASONS } from "./backups.ts";

/** The tasks of the backup process, in the order of a night. */
export type BackupTasks = {
  /** Checks the disk space for a copy of the database folder, and flushes the folder to the disk. */
  prepare: { database: string; work: string };
  copy: { from: string; to: string };
  finish: { from: string; to: string; label: string };
  /** Writes an archive of the `copy` of an embedded database, or of the server. `hereAlone`: without sending it elsewhere. `mayPrune`: expired archives are removed. */
  write: { at: string; copy?: string; hereAlone?: boolean; mayPrune: boolean };
  send: { at: string };
  /** Restores the newest archive into an empty folder, with the schema of this version. */
  prove: { at: string; folder: string; dataDir: string; work: string; schema: string };
  /** Restores an archive beside the site, to replace it at the next start. */
  restore: { from: "here" | "elsewhere"; archive: string; to: string; schema: string };
};
export type BackupTask = keyof BackupTasks;

const findings = z.object({
  changed: z.array(z.string()).optional(),
  different: z.array(z.string()).optional(),
  missing: z
    .object({
      count: z.number().int().nonnegative(),
      fewer: z.number().int().nonnegative(),
      keys: z.array(z.string()),
    })
    .optional(),
});
const reason = z.enum(RUN_REASONS).optional();
const count = z.number().int().nonnegative();
const proof = z.object({ archive: z.string(), rows: count, files: count, findings, reason });
const archive = proof.extend({ bytes: count, newFiles: count, elsewhere: z.boolean() });

export type BackupResults = {
  prepare: null;
  copy: null;
  finish: null;
  write: ArchiveReport;
  send: null;
  prove: ProofReport;
  restore: CopyReport;
};

export const RESULTS: { [Task in BackupTask]: z.ZodType<BackupResults[Task]> } = {
  prepare: z.null(),
  copy: z.null(),
  finish: z.null(),
  write: archive,
  send: z.null(),
  prove: proof,
  restore: z.union([
    z.object({ madeAt: z.string(), bytes: count }),
    z.object({ problem: z.enum(COPY_PROBLEMS) }),
  ]),
};

/** The progress of a restore. */
export const STEP = z.object({ step: z.enum(COPY_STEPS) });

export const ANSWER = z.union([
  z.object({ result: z.unknown() }),
  z.object({ failure: z.enum(RUN_REASONS) }),
]);
