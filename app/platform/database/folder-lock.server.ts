import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";

/** The data folder is in use by another process. */
export class FolderInUseError extends Error {}

type Owner = { pid: number; started: string };

/** A takeover is a matter of microseconds: a guard this old belongs to one that was cut short. */
const GUARD_MS = 5_000;

/**
 * Takes the lock file of a data folder, or throws FolderInUseError. A lock whose process has died,
 * by a kill or a power cut, is taken over. Returns what gives it back.
 *
 * Holds when several processes start at the same moment: the file appears with its content at once
 * (a link is made, or is not), and only one process at a time may decide that a lock is dead.
 */
export function lockFolder(lockFile: string): () => void {
  mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 });
  const draft = `${lockFile}.${process.pid}`;
  const own: Owner = { pid: process.pid, started: startOf(process.pid) };
  writeFileSync(draft, JSON.stringify(own), { mode: 0o600 });
  try {
    while (!place(draft, lockFile)) {
      const owner = readOwner(lockFile);
      if (typeof owner === "object" && isAlive(owner)) {
        throw new FolderInUseError(
          `Le dossier de données est déjà utilisé par le processus ${owner.pid} (data folder in use): ${dirname(lockFile)}`,
        );
      }
      removeDead(lockFile);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(lockFile, { force: true });
}

/** Puts the lock in its place, if there is none. */
function place(draft: string, lockFile: string): boolean {
  try {
    linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if (isExists(error)) return false;
  }
  // A disk without links (exFAT): nearly as good, unless two processes start in the same instant.
  try {
    writeFileSync(lockFile, readFileSync(draft), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (isExists(error)) return false;
    throw error;
  }
}

/** Removes the lock if it is dead, looking again when nobody else can be removing it. */
function removeDead(lockFile: string): void {
  const guard = `${lockFile}.takeover`;
  try {
    closeSync(openSync(guard, "wx", 0o600));
  } catch (error) {
    if (!isExists(error)) throw error;
    const age = Date.now() - (statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > GUARD_MS) rmSync(guard, { force: true });
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    return;
  }
  try {
    const owner = readOwner(lockFile);
    // One that is not there is not removed: the next moment it may be there, and alive.
    if (owner === "nobody" || (owner !== "free" && !isAlive(owner))) rmSync(lockFile);
  } finally {
    rmSync(guard, { force: true });
  }
}

const isExists = (error: unknown) => (error as NodeJS.ErrnoException).code === "EEXIST";

/** Who holds the lock: `nobody` when it was half-written as the power went. */
function readOwner(lockFile: string): Owner | "free" | "nobody" {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8")) as Owner;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? "free" : "nobody";
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  // A pid is used again after a restart, often the same one in a container: the start time tells.
  return owner.started === startOf(owner.pid);
}

/** When a process started, as Linux tells it together with the boot; empty where it cannot be known. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${boot}:${fields[19]}`;
  } catch {
    return "";
  }
}
