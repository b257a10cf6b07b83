import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";

// Beside the embedded site may stand other states of it, each a database with its own files: a copy that was
// restored from an archive, and what the site was before it became such a copy. A journal says what each is and
// which one the next start takes. Whoever has the lock of the data folder alone writes it.

/** Below the data folder. */
const FOLDER = "switch";
const JOURNAL = "journal.json";

/** What belongs together: a database knows the files that it was filled with, and no others. */
export const STATE_PARTS = ["database", "files"] as const;

const moment = z.iso.datetime();
const id = z.string().regex(/^[a-z0-9-]+$/);
/** By name too: an older copy may not know the account. */
const person = z.object({ id: z.string(), name: z.string(), email: z.string() });

const stateSchema = z.object({
  id,
  /** `former`: the site was this. */
  kind: z.enum(["copy", "former"]),
  /** The archive that it came from, if any. */
  archive: z.string().nullable(),
  /** As of when it knows everything. */
  at: moment,
  /** It is removed then. */
  until: moment,
  bytes: z.number().optional(),
});
export type SiteState = z.infer<typeof stateSchema>;

const workSchema = z.object({
  id,
  archive: z.string(),
  from: z.enum(["here", "elsewhere"]),
  by: person,
  asked_at: moment,
  status: z.enum(["asked", "running", "failed"]),
  step: z.string().optional(),
  problem: z.string().optional(),
});
export type CopyWork = z.infer<typeof workSchema>;

const journalSchema = z.object({
  states: z.array(stateSchema),
  /** The copy that is being made, or how making it failed. */
  work: workSchema.optional(),
  /** The state that the next start takes, unless that comes too late. */
  due: z.object({ id, by: person, asked_at: moment, until: moment }).optional(),
  /** Folders are being renamed: the site becomes the state `to`, and what it was is kept as `from`. */
  moving: z.object({ to: stateSchema, from: stateSchema, by: person }).optional(),
  /** The site became another state, and the database of that has not been told yet. */
  arrived: z.object({ state: stateSchema, by: person }).optional(),
  /** States that the journal named before and names no more: the job that looks after states removes their folders. */
  removable: z.array(id).optional(),
  /** The last start could not take the state that was due, and went on as the site was. */
  refused: moment.optional(),
});
export type SiteJournal = z.infer<typeof journalSchema>;

/** The journal cannot be read; the message is one line that says which file. */
export class JournalError extends Error {}

export const statesFolder = (dataDir: string) => join(dataDir, FOLDER);
export const stateFolder = (dataDir: string, state: string) => join(dataDir, FOLDER, state);

/** @throws JournalError when it is damaged: what it would say may be the only way to the database. */
export function readJournal(dataDir: string): SiteJournal {
  const file = join(statesFolder(dataDir), JOURNAL);
  if (!existsSync(file)) return { states: [] };
  try {
    return journalSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new JournalError(`Ce fichier est illisible (cannot be read): ${file}`, { cause });
  }
}

/** The states that a journal names. What is left of a copy that failed is none. */
const statesIn = ({ states, work, due, moving }: SiteJournal): string[] =>
  [...states, work?.status === "failed" ? undefined : work, due, moving?.from, moving?.to].flatMap(
    (state) => state?.id ?? [],
  );

/**
 * The folders that no journal ever named. Nothing removes them: where the journal was lost, they are what it knew.
 */
export function listUnknownStates(dataDir: string, journal = readJournal(dataDir)): string[] {
  const folder = statesFolder(dataDir);
  if (!existsSync(folder)) return [];
  const known = new Set([...statesIn(journal), ...(journal.removable ?? [])]);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !known.has(entry.name))
    .map(({ name }) => name);
}

/**
 * Written whole or not at all, and on the disk when this returns. A state that the journal named until now, and that
 * this one does not, becomes removable.
 */
export function writeJournal(dataDir: string, next: SiteJournal): void {
  const before = readJournal(dataDir);
  const named = statesIn(next);
  const dropped = [...statesIn(before), ...(next.removable ?? [])].filter(
    (state) => !named.includes(state),
  );
  const removable = dropped.length > 0 ? [...new Set(dropped)] : undefined;
  const journal: SiteJournal = { ...next, removable };
  const folder = statesFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${JOURNAL}.part`);
  writeFileSync(draft, JSON.stringify(journal), { mode: 0o600, flush: true });
  renameSync(draft, join(folder, JOURNAL));
  settle(folder);
}

/** Changes what the journal says, in one go: nothing else of this process comes between. */
export function changeJournal(
  dataDir: string,
  change: (journal: SiteJournal) => SiteJournal,
): SiteJournal {
  const journal = change(readJournal(dataDir));
  writeJournal(dataDir, journal);
  return journal;
}

/** Puts the names in a folder on the disk. */
export function settle(folder: string): void {
  // Windows opens no folder, and keeps names by itself.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
