import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The data folder is in use by another process. */
export class FolderInUseError extends Error {}

type Owner = { pid: number; started: string };

/**
 * Takes the lock file of a data folder, or throws FolderInUseError. A lock whose process has died,
 * by a kill or a power cut, is taken over. Returns what gives it back.
 */
export function lockFolder(lockFile: string): () => void {
  mkdirSync(dirname(lockFile), { recursive: true, mode: 0o700 });
  const own: Owner = { pid: process.pid, started: startOf(process.pid) };
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(lockFile, JSON.stringify(own), { flag: "wx", mode: 0o600 });
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || attempt > 3) throw error;
    }
    const owner = readOwner(lockFile);
    if (owner && isAlive(owner)) {
      throw new FolderInUseError(
        `Le dossier de données est déjà utilisé par le processus ${owner.pid} (data folder in use): ${dirname(lockFile)}`,
      );
    }
    rmSync(lockFile, { force: true });
  }
}

function readOwner(lockFile: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8")) as Owner;
  } catch {
    // Half-written when the power went: nobody holds it.
    return undefined;
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
