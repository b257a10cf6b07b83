import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { log } from "../../log/log.server.ts";
import { SettingError } from "../../process/env.server.ts";
import { canLock, diskMayLackLocks, otherProcessIsRefused } from "./disk-locks.server.ts";

/** The data folder is in use by another process. */
export class FolderInUseError extends Error {}

/**
 * Node's own file functions know no locks; SQLite does. Nothing else may open this file: the system takes
 * a process's locks away as soon as the process closes any of its handles on it.
 */
const LOCK = "database-lock.sqlite";
/** Only told to whoever is refused: what it says decides nothing. */
const HOLDER = "database-lock.json";
const SQLITE_BUSY = 5;
const SQLITE_CANTOPEN = 14;

// A lock lasts as long as its connection, which must not be collected.
const locks = new Set<DatabaseSync>();

/**
 * Takes the lock of a data folder and returns what gives it back. It is a lock of the operating system: it
 * ends with its process, however that ends, and holds between containers that share a volume.
 * @throws FolderInUseError when another process, or this one, has it.
 * @throws SettingError when the disk has no locks, unless `withoutLocks` says that nobody else comes.
 */
export function lockFolder(folder: string, withoutLocks = false): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, LOCK);
  const connection = open(file, folder);
  try {
    // With the journal in memory no second file matters.
    connection.exec("pragma journal_mode = memory; begin exclusive");
    if (!withoutLocks && diskMayLackLocks(folder) && !otherProcessIsRefused(file)) {
      throw withoutLocksError(folder);
    }
  } catch (error) {
    connection.close();
    if (error instanceof SettingError) throw error;
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    // A disk without locks may answer as if somebody had it; it then refuses any file.
    if (busy && canLock(folder)) throw new FolderInUseError(inUse(folder));
    if (!withoutLocks) throw withoutLocksError(folder);
    log.warn({}, "DATA_DIR_WITHOUT_LOCKS: nothing keeps a second process out of the database");
    return () => {};
  }
  locks.add(connection);
  const holder = join(folder, HOLDER);
  writeFileSync(holder, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 });
  return () => {
    rmSync(holder, { force: true });
    locks.delete(connection);
    if (connection.isOpen) connection.close();
  };
}

function open(file: string, folder: string): DatabaseSync {
  try {
    // Made here, since SQLite would let others read it. One that is there is not opened: see LOCK.
    closeSync(openSync(file, "wx", 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  try {
    return new DatabaseSync(file);
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== SQLITE_CANTOPEN) throw error;
    throw new SettingError(`DATA_DIR ne peut pas être écrit (cannot be written): ${folder}`);
  }
}

function inUse(folder: string): string {
  let by = "un autre processus";
  try {
    const { pid, host } = JSON.parse(readFileSync(join(folder, HOLDER), "utf8"));
    by = `le processus ${pid}${host === hostname() ? "" : ` de ${host}`}`;
  } catch {
    // Whoever has it has not said so yet.
  }
  return `Le dossier de données est déjà utilisé par ${by} (data folder in use): ${dirname(join(folder, LOCK))}`;
}

const withoutLocksError = (folder: string) =>
  new SettingError(
    `Le disque de DATA_DIR ne connaît pas les verrous (its disk has no locks): ${folder}. Une base embarquée y serait détruite par un second processus. Choisissez un autre disque, ou DATA_DIR_WITHOUT_LOCKS=1 si un seul processus l’ouvre jamais (if only one process ever opens it).`,
  );
