import { readdirSync, readFileSync } from "node:fs";

// What only Linux reports about processes.

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
    // Reading the folder opens one descriptor itself.
    return { open: readdirSync("/proc/self/fd").length - 1, most: Number(most) };
  } catch {
    // No descriptor is left to read the folder with.
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
