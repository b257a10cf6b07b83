import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { log } from "../../log/log.server.ts";
import { SettingError } from "../../process/env.server.ts";

/** The data folder is in use by another process. */
export class FolderInUseError extends Error {}

/**
 * Node has no file locks, but SQLite has. Nothing else may open this file: POSIX releases a process's locks as soon as
 * it closes any handle on the file.
 */
const LOCK = "database-lock.sqlite";
/** Names the holder in the error message only. */
const HOLDER = "database-lock.json";
const SQLITE_BUSY = 5;
const SQLITE_CANTOPEN = 14;

// Keeps the connections from being garbage-collected, which would release the locks.
const locks = new Set<DatabaseSync>();

/**
 * Takes the lock of a data folder and returns a function that releases it. It is a lock of the operating system: it
 * ends with its process, however that ends, and holds between containers that share a volume.
 * @throws FolderInUseError when another process, or this one, has it.
 * @throws SettingError when the disk has no locks, unless `withoutLocks` says that no other process uses the folder.
 */
export function lockFolder(folder: string, withoutLocks = false): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, LOCK);
  const connection = open(file, folder);
  try {
    // With the journal in memory SQLite needs no second file.
    connection.exec("pragma journal_mode = memory; begin exclusive");
    if (!withoutLocks && diskMayLackLocks(folder) && !otherProcessIsRefused(file)) {
      throw withoutLocksError(folder);
    }
  } catch (error) {
    connection.close();
    if (error instanceof SettingError) throw error;
    const busy = (error as { errcode?: number }).errcode === SQLITE_BUSY;
    // A disk without locks may report every file as locked.
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
    // Created here, since SQLite would make it readable by others. An existing one is not opened: see LOCK.
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
    // The holder has not written its file yet.
  }
  return `Le dossier de données est déjà utilisé par ${by} (data folder in use): ${dirname(join(folder, LOCK))}`;
}

const withoutLocksError = (folder: string) =>
  new SettingError(
    `Le disque de DATA_DIR ne connaît pas les verrous (its disk has no locks): ${folder}. Une base embarquée y serait détruite par un second processus. Choisissez un autre disque, ou DATA_DIR_WITHOUT_LOCKS=1 si vous êtes sûr qu’un seul processus l’ouvrira (if only one process ever opens it).`,
  );

/** Linux file systems, by their `statfs` type, whose locks hold between all processes that can reach them. */
const LOCAL_DISKS = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // xfs
  0x9123683e, // btrfs
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
  0x2fc12fc1, // zfs
  0xf2f52010, // f2fs
  0x3153464a, // jfs
  0xca451a4e, // bcachefs
  0x4d44, // vfat
  0x2011bab0, // exfat
]);

/** Mount options of network file systems whose locks do not reach other machines. */
const LOCKS_STAY_HERE = /(?:^|,)(?:nolock|nobrl|local_lock=(?:all|posix))(?:,|$)/;

const CHILD_WITHIN_MS = 5_000;
const GOT_IN = 10;
const REFUSED = 11;

/** Whether the locks of a folder's file system must be tested. */
export function diskMayLackLocks(folder: string, kind = kindOfDisk(folder)): boolean {
  return process.platform !== "win32" && !(process.platform === "linux" && LOCAL_DISKS.has(kind));
}

// The type is signed on some platforms.
const kindOfDisk = (folder: string) => statfsSync(folder).type >>> 0;

/** Whether a new file can be locked in a folder; some disks refuse every lock. */
export function canLock(folder: string): boolean {
  const file = join(folder, `database-lock-${randomUUID()}.sqlite`);
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file);
    connection.exec("pragma journal_mode = memory; begin exclusive");
    return true;
  } catch {
    return false;
  } finally {
    connection?.close();
    rmSync(file, { force: true });
  }
}

/**
 * Whether another process is refused the lock of a file that this one has locked: some disks grant every lock. It takes
 * a second process to test, since a process is never refused its own locks.
 */
export function otherProcessIsRefused(file: string): boolean {
  if (LOCKS_STAY_HERE.test(optionsOfMount(file))) return false;
  const script = `
    const { DatabaseSync } = require("node:sqlite");
    try {
      new DatabaseSync(process.argv[1]).exec("begin exclusive");
      process.exit(${GOT_IN});
    } catch (error) {
      process.exit(error.errcode === 5 ? ${REFUSED} : 1);
    }`;
  const child = spawnSync(process.execPath, ["--no-warnings", "--eval", script, file], {
    stdio: "ignore",
    timeout: CHILD_WITHIN_MS,
  });
  return child.status === REFUSED;
}

/** The mount options of a path; empty when they cannot be read. */
export function optionsOfMount(path: string, table = readMounts()): string {
  const real = realpathSync(path);
  const holds = (point: string) => point === "/" || real === point || real.startsWith(`${point}/`);
  return (
    table
      .split("\n")
      .map((line) => line.split(" "))
      .map(([, point = "", , options = ""]) => {
        return { point: point.replaceAll("\\040", " "), options };
      })
      .filter(({ point }) => holds(point))
      // The innermost mount counts, and of two on one folder the later one.
      .reduce((best, one) => (one.point.length >= best.point.length ? one : best), {
        point: "",
        options: "",
      }).options
  );
}

function readMounts(): string {
  try {
    return readFileSync("/proc/mounts", "utf8");
  } catch {
    return "";
  }
}
