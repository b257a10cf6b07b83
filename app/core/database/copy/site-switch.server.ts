import { existsSync, lstatSync, mkdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { log } from "../../log/log.server.ts";
import { currentTime } from "../../process/clock.ts";
import type { Env } from "../../process/env.server.ts";
import { newId } from "../../secrets/id.server.ts";
import { DAY } from "../../values/durations.ts";
import { lockFolder } from "../embedded/folder-lock.server.ts";
import {
  JournalError,
  readJournal,
  type SiteJournal,
  type SiteState,
  STATE_PARTS,
  settle,
  stateFolder,
  statesFolder,
  writeJournal,
} from "./site-states.server.ts";

// The site becomes another state of it: folders are renamed, each in one step of the disk, and the journal says
// beforehand which ones. What is done is told by what stands where, so whoever comes after a crash goes on.

type DataFolder = Pick<Env, "DATA_DIR" | "DATA_DIR_WITHOUT_LOCKS">;

/** How long the site of before is kept. */
export const FORMER_DAYS = 7;

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
export function switchIfDue({
  DATA_DIR: dataDir,
  DATA_DIR_WITHOUT_LOCKS: withoutLocks,
  DATABASE_URL,
}: DataFolder & Pick<Env, "DATABASE_URL">): void {
  if (DATABASE_URL || !journalOrNone(dataDir).due) return;
  const unlock = lockDataFolder(dataDir, withoutLocks);
  try {
    const journal = readJournal(dataDir);
    if (journal.due) begin(dataDir, journal, journal.due);
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
export function takeFormerNext({ DATA_DIR, DATA_DIR_WITHOUT_LOCKS }: DataFolder): Date | undefined {
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
export function forgetDue(dataDir: string): void {
  const { due, ...journal } = readJournal(dataDir);
  if (due) writeJournal(dataDir, journal);
}

/** A damaged journal stops nobody whose database is in its place. */
export function journalOrNone(dataDir: string): SiteJournal {
  try {
    return readJournal(dataDir);
  } catch (error) {
    if (!(error instanceof JournalError) || !isInPlace(dataDir)) throw error;
    log.error({ err: error }, "the journal of the states of this site is not readable");
    return { states: [] };
  }
}

const isInPlace = (dataDir: string) => existsSync(join(dataDir, "database", "PG_VERSION"));

function begin(
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
    takeBack(dataDir, to.id, from.id);
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
  const journal = journalOrNone(dataDir);
  const { moving, ...rest } = journal;
  if (!moving) return;
  const { to, from, by } = moving;
  const former = stateFolder(dataDir, from.id);
  mkdirSync(former, { recursive: true, mode: 0o700 });
  for (const part of STATE_PARTS) {
    const beside = join(stateFolder(dataDir, to.id), part);
    // What is not beside the site any more is in its place.
    if (!existsSync(beside)) continue;
    const own = join(dataDir, part);
    if (existsSync(own)) renameSync(own, join(former, part));
    renameSync(beside, own);
  }
  for (const folder of [former, stateFolder(dataDir, to.id), dataDir]) settle(folder);
  const states = [...rest.states.filter(({ id }) => id !== to.id), from];
  writeJournal(dataDir, { ...rest, states, arrived: { state: to, by } });
  log.warn({ what: to.kind }, "the site is another state of it from now on");
}

/** As it was before: the disk refused a step. */
function takeBack(dataDir: string, to: string, from: string): void {
  for (const part of STATE_PARTS) {
    const own = join(dataDir, part);
    const former = join(stateFolder(dataDir, from), part);
    if (!existsSync(former)) continue;
    if (existsSync(own)) renameSync(own, join(stateFolder(dataDir, to), part));
    renameSync(former, own);
  }
}
