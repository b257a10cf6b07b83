import { readdirSync, readFileSync } from "node:fs";

// What Linux tells of processes, and other systems do not.

/** The memory that a process holds now, in megabytes; undefined where it cannot be known. */
export function residentMegabytes(pid: number): number | undefined {
  const kilobytes = /VmRSS:\s+(\d+) kB/.exec(read(`/proc/${pid}/status`) ?? "")?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}

/** How many files and connections this process has open, and may have; undefined where it cannot be known. */
export function descriptors(): { open: number; most: number } | undefined {
  const most = /Max open files\s+(\d+)/.exec(read("/proc/self/limits") ?? "")?.[1];
  if (most === undefined) return undefined;
  try {
    // Reading the folder takes one for itself.
    return { open: readdirSync("/proc/self/fd").length - 1, most: Number(most) };
  } catch {
    // There is none left to read it with.
    return { open: Number(most), most: Number(most) };
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
