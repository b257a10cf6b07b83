import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { log } from "../../log/log.server.ts";
import { currentTime } from "../../process/clock.ts";
import type { Env } from "../../process/env.server.ts";
import { newId } from "../../secrets/id.server.ts";
import { DAY } from "../../values/durations.ts";
import { lockFolder } from "../embedded/folder-lock.server.ts";

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
const listStateIds = ({ states, work, due, moving }: SiteJournal): string[] =>
  [...states, work?.status === "failed" ? undefined : work, due, moving?.from, moving?.to].flatMap(
    (state) => state?.id ?? [],
  );

/**
 * The folders that no journal ever named. Nothing removes them: where the journal was lost, they are what it knew.
 */
export function listUnknownStates(dataDir: string, journal = readJournal(dataDir)): string[] {
  const folder = statesFolder(dataDir);
  if (!existsSync(folder)) return [];
  const named = new Set([...listStateIds(journal), ...(journal.removable ?? [])]);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !named.has(entry.name))
    .map(({ name }) => name);
}

/**
 * Written whole or not at all, and on the disk when this returns. A state that the journal named until now, and that
 * this one does not, becomes removable.
 */
export function writeJournal(dataDir: string, next: SiteJournal): void {
  const before = readJournal(dataDir);
  const named = listStateIds(next);
  const dropped = [...listStateIds(before), ...(next.removable ?? [])].filter(
    (state) => !named.includes(state),
  );
  const removable = dropped.length > 0 ? [...new Set(dropped)] : undefined;
  const journal: SiteJournal = { ...next, removable };
  const folder = statesFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `${JOURNAL}.part`);
  writeFileSync(draft, JSON.stringify(journal), { mode: 0o600, flush: true });
  renameSync(draft, join(folder, JOURNAL));
  syncFolder(folder);
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
export function syncFolder(folder: string): void {
  // Windows opens no folder, and keeps names by itself.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

// The site becomes another state of it: folders are renamed, each in one step of the disk, and the journal says
// beforehand which ones. What is done is told by what stands where, so whoever comes after a crash goes on.

type DataFolder = Pick<Env, "DATA_DIR" | "DATA_DIR_WITHOUT_LOCKS">;

/** How long the site of before is kept. */
const FORMER_DAYS = 7;

/** Takes the lock of the data folder; a switch that was cut short comes to its end before anybody looks. */
export function lockDataFolder(dataDir: string, withoutLocks = false): () => void {
  const unlock = lockFolder(dataDir, withoutLocks);
  try {
    finishSwitch(dataDir);
  } catch (error) {
    unlock();
    throw error;
  }
  return unlock;
}

/** For the start of the site: takes the state that somebody asked for, if any. A server's database has none. */
export function applyScheduledSwitch({
  DATA_DIR: dataDir,
  DATA_DIR_WITHOUT_LOCKS: withoutLocks,
  DATABASE_URL,
}: DataFolder & Pick<Env, "DATABASE_URL">): void {
  if (DATABASE_URL || !readJournalOrEmpty(dataDir).due) return;
  const unlock = lockDataFolder(dataDir, withoutLocks);
  try {
    const journal = readJournal(dataDir);
    if (journal.due) beginSwitch(dataDir, journal, journal.due);
  } finally {
    unlock();
  }
}

const COMMAND = { id: "", name: "npm run admin", email: "" };

/**
 * For whoever holds the machine, where the site does not come to the screen any more: the next start takes the newest
 * state that it had before. Returns as of when that is; undefined where there is none.
 * @throws FolderInUseError while the site runs: its screen does it then.
 */
export function scheduleFormerState({
  DATA_DIR,
  DATA_DIR_WITHOUT_LOCKS,
}: DataFolder): Date | undefined {
  const unlock = lockDataFolder(DATA_DIR, DATA_DIR_WITHOUT_LOCKS);
  try {
    const journal = readJournal(DATA_DIR);
    const former = journal.states.findLast(({ kind }) => kind === "former");
    if (!former) return undefined;
    const now = currentTime();
    const until = new Date(now.getTime() + DAY).toISOString();
    const due = { id: former.id, by: COMMAND, asked_at: now.toISOString(), until };
    writeJournal(DATA_DIR, { ...journal, due });
    return new Date(former.at);
  } finally {
    unlock();
  }
}

/** The next start takes what stands in its place. */
export function cancelScheduledSwitch(dataDir: string): void {
  const { due, ...journal } = readJournal(dataDir);
  if (due) writeJournal(dataDir, journal);
}

/** A damaged journal stops nobody whose database is in its place. */
export function readJournalOrEmpty(dataDir: string): SiteJournal {
  try {
    return readJournal(dataDir);
  } catch (error) {
    if (!(error instanceof JournalError) || !isInPlace(dataDir)) throw error;
    log.error({ err: error }, "the journal of the states of this site is not readable");
    return { states: [] };
  }
}

const isInPlace = (dataDir: string) => existsSync(join(dataDir, "database", "PG_VERSION"));

function beginSwitch(
  dataDir: string,
  journal: SiteJournal,
  { id, by, until }: NonNullable<SiteJournal["due"]>,
): void {
  const now = currentTime();
  const to = journal.states.find((state) => state.id === id);
  const isLate = now >= new Date(until);
  const { due: _due, ...rest } = journal;
  if (!to || isLate || !canMove(dataDir, id)) {
    log.warn({ what: isLate ? "late" : "missing" }, "the state that was due was not taken");
    // A copy that comes too late is let go by the job that looks after states.
    writeJournal(dataDir, { ...rest, refused: now.toISOString() });
    return;
  }
  const from: SiteState = {
    id: newId(),
    kind: "former",
    archive: null,
    at: now.toISOString(),
    until: new Date(now.getTime() + FORMER_DAYS * DAY).toISOString(),
  };
  writeJournal(dataDir, { ...rest, refused: undefined, moving: { to, from, by } });
  try {
    finishSwitch(dataDir);
  } catch (error) {
    log.error({ err: error }, "the switch to another state of the site is taken back");
    undoSwitch(dataDir, to.id, from.id);
    writeJournal(dataDir, { ...rest, refused: now.toISOString() });
  }
}

/** Whether it is whole, and on the disk of the site: elsewhere nothing is renamed in one step. */
function canMove(dataDir: string, id: string): boolean {
  const folder = stateFolder(dataDir, id);
  if (!existsSync(join(folder, "database", "PG_VERSION"))) return false;
  mkdirSync(join(folder, "files"), { recursive: true, mode: 0o700 });
  return isOneDisk(dataDir);
}

/** Whether the parts of the site can be renamed: none of them is a disk of its own. */
export function isOneDisk(dataDir: string): boolean {
  mkdirSync(statesFolder(dataDir), { recursive: true, mode: 0o700 });
  const { dev } = statSync(dataDir);
  // A link to another disk is renamed itself, and what it leads to stays.
  const parts = STATE_PARTS.map((part) =>
    lstatSync(join(dataDir, part), { throwIfNoEntry: false }),
  );
  return [statSync(statesFolder(dataDir)), ...parts].every((part) => !part || part.dev === dev);
}

/** Does what is left of a switch that began. */
function finishSwitch(dataDir: string): void {
  const journal = readJournalOrEmpty(dataDir);
  const { moving, ...rest } = journal;
  if (!moving) return;
  const { to, from, by } = moving;
  const former = stateFolder(dataDir, from.id);
  mkdirSync(former, { recursive: true, mode: 0o700 });
  for (const part of STATE_PARTS) {
    const prepared = join(stateFolder(dataDir, to.id), part);
    // What is not beside the site any more is in its place.
    if (!existsSync(prepared)) continue;
    const current = join(dataDir, part);
    if (existsSync(current)) renameSync(current, join(former, part));
    renameSync(prepared, current);
  }
  for (const folder of [former, stateFolder(dataDir, to.id), dataDir]) syncFolder(folder);
  const states = [...rest.states.filter(({ id }) => id !== to.id), from];
  writeJournal(dataDir, { ...rest, states, arrived: { state: to, by } });
  log.warn({ what: to.kind }, "the site is another state of it from now on");
}

/** As it was before: the disk refused a step. */
function undoSwitch(dataDir: string, to: string, from: string): void {
  for (const part of STATE_PARTS) {
    const current = join(dataDir, part);
    const former = join(stateFolder(dataDir, from), part);
    if (!existsSync(former)) continue;
    if (existsSync(current)) renameSync(current, join(stateFolder(dataDir, to), part));
    renameSync(former, current);
  }
}
