import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, realpathSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Disks of Linux, by the number that `statfs` gives, whose locks hold between all that can reach them. */
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

/** Mounts of a network that keep their locks on this machine: another one is not kept out. */
const LOCKS_STAY_HERE = /(?:^|,)(?:nolock|nobrl|local_lock=(?:all|posix))(?:,|$)/;

const CHILD_WITHIN_MS = 5_000;
const GOT_IN = 10;
const REFUSED = 11;

/** Whether the disk of a folder is of a kind whose locks are worth a look. */
export function diskMayLackLocks(folder: string, kind = kindOfDisk(folder)): boolean {
  return process.platform !== "win32" && !(process.platform === "linux" && LOCAL_DISKS.has(kind));
}

// The number is signed or not, by the system that asks.
const kindOfDisk = (folder: string) => statfsSync(folder).type >>> 0;

/** Whether a file of its own can be locked in a folder: not so on a disk that refuses every lock. */
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
 * Whether another process is kept out of a file that this one has locked: some disks grant every lock. A
 * process cannot tell by itself, since its own locks never stand in its way.
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

/** The options with which the disk of a path is mounted; empty where they cannot be known. */
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
      // Of mounts inside each other the inner one counts, and of two on one folder the later one.
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
