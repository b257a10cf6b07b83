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

// The data folder of an embedded site may contain other states of it, each a database with its files: a copy
// restored from an archive, and the former site that such a copy replaced. A journal lists them and names the one
// that the next start switches to. Only the holder of the folder's lock writes it.

/** Below the data folder. */
const FOLDER = "switch";
const JOURNAL = "journal.json";

/** The folders of a state: a database belongs with the files that its rows refer to. */
const STATE_PARTS = ["database", "files"] as const;

const moment = z.iso.datetime();
const id = z.string().regex(/^[a-z0-9-]+$/);
/** With the name, since the account may be missing in an older copy. */
const person = z.object({ id: z.string(), name: z.string(), email: z.string() });

const stateSchema = z.object({
  id,
  /** `former`: the site was this. */
  kind: z.enum(["copy", "former"]),
  /** The archive that it came from, if any. */
  archive: z.string().nullable(),
  /** The moment of its data. */
  at: moment,
  /** When it is removed. */
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
  /** The copy that is being made, or why making it failed. */
  work: workSchema.optional(),
  /** The state that the next start switches to, unless it starts after `until`. */
  due: z.object({ id, by: person, asked_at: moment, until: moment }).optional(),
  /** A switch under way: the site becomes the state `to`, and the present one is kept as `from`. */
  moving: z.object({ to: stateSchema, from: stateSchema, by: person }).optional(),
  /** The switch is done, and not recorded in the new database yet. */
  arrived: z.object({ state: stateSchema, by: person }).optional(),
  /** States that the journal does not list any more: a job removes their folders. */
  removable: z.array(id).optional(),
  /** When a start could not switch to the scheduled state, and kept the present one. */
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

/** The ids of the states in a journal, without a copy that failed. */
const listStateIds = ({ states, work, due, moving }: SiteJournal): string[] =>
  [...states, work?.status === "failed" ? undefined : work, due, moving?.from, moving?.to].flatMap(
    (state) => state?.id ?? [],
  );

/**
 * The folders that no journal ever listed. Nothing removes them, since the journal may have been lost.
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
 * Writes the journal atomically and synced to the disk. A state that it does not list any more becomes removable.
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

/** Reads, changes and writes the journal synchronously. */
export function changeJournal(
  dataDir: string,
  change: (journal: SiteJournal) => SiteJournal,
): SiteJournal {
  const journal = change(readJournal(dataDir));
  writeJournal(dataDir, journal);
  return journal;
}

/** Syncs the entries of a folder to the disk. */
export function syncFolder(folder: string): void {
  // Windows cannot open a folder, and syncs its entries by itself.
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

// A switch renames folders, each atomically. The journal lists them beforehand, and which folders exist shows how
// far it came, so that the next process completes a switch that a crash interrupted.

type DataFolder = Pick<Env, "DATA_DIR" | "DATA_DIR_WITHOUT_LOCKS">;

/** How long the former state is kept. */
const FORMER_DAYS = 7;

/** Takes the lock of the data folder, and completes an interrupted switch. */
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

/** At a start: switches to the scheduled state, if any. Only embedded databases have states. */
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
 * For the operator, when the site does not start: schedules the newest former state for the next start. Returns the
 * moment of its data; undefined when there is none.
 * @throws FolderInUseError while the site runs, since its screen offers the same.
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

/** The next start switches to nothing. */
export function cancelScheduledSwitch(dataDir: string): void {
  const { due, ...journal } = readJournal(dataDir);
  if (due) writeJournal(dataDir, journal);
}

/** Empty when the journal is damaged, as long as the database itself is in place. */
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
    // A job removes the expired copy.
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

/** Whether a state is complete and on the same disk, where renaming is atomic. */
function canMove(dataDir: string, id: string): boolean {
  const folder = stateFolder(dataDir, id);
  if (!existsSync(join(folder, "database", "PG_VERSION"))) return false;
  mkdirSync(join(folder, "files"), { recursive: true, mode: 0o700 });
  return isOneDisk(dataDir);
}

/** Whether the folders of the site can be renamed: none of them is a mount. */
export function isOneDisk(dataDir: string): boolean {
  mkdirSync(statesFolder(dataDir), { recursive: true, mode: 0o700 });
  const { dev } = statSync(dataDir);
  // A symbolic link to another disk is renamed itself.
  const parts = STATE_PARTS.map((part) =>
    lstatSync(join(dataDir, part), { throwIfNoEntry: false }),
  );
  return [statSync(statesFolder(dataDir)), ...parts].every((part) => !part || part.dev === dev);
}

/** Completes a switch that began. */
function finishSwitch(dataDir: string): void {
  const journal = readJournalOrEmpty(dataDir);
  const { moving, ...rest } = journal;
  if (!moving) return;
  const { to, from, by } = moving;
  const former = stateFolder(dataDir, from.id);
  mkdirSync(former, { recursive: true, mode: 0o700 });
  for (const part of STATE_PARTS) {
    const prepared = join(stateFolder(dataDir, to.id), part);
    // Otherwise this folder was moved already.
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

/** Moves the folders back after an error of the disk. */
function undoSwitch(dataDir: string, to: string, from: string): void {
  for (const part of STATE_PARTS) {
    const current = join(dataDir, part);
    const former = join(stateFolder(dataDir, from), part);
    if (!existsSync(former)) continue;
    if (existsSync(current)) renameSync(current, join(stateFolder(dataDir, to), part));
    renameSync(former, current);
  }
}
