import { readdirSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { freemem, totalmem } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

// The free resources of the machine, and the delay of the event loop.

/** The space on the disk of a folder, in bytes; `inodes` is how many files it can still hold, if it counts them. */
export type DiskRoom = { free: number; size: number; inodes?: number };

export async function diskRoom(folder: string): Promise<DiskRoom> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  return { free: bavail * bsize, size: blocks * bsize, ...(files > 0 && { inodes: ffree }) };
}

/** Memory in bytes: of this process, its limit, and of the machine. */
export type MemoryUse = {
  resident: number;
  heap: number;
  heapMost: number;
  free: number;
  size: number;
};

export function memoryUse(): MemoryUse {
  const { rss, heapUsed } = process.memoryUsage();
  // The limit of a container, if there is one; otherwise the system reports an enormous number.
  const most = process.constrainedMemory();
  const isLimited = most > 0 && most < totalmem();
  return {
    resident: rss,
    heap: heapUsed,
    heapMost: getHeapStatistics().heap_size_limit,
    free: isLimited ? process.availableMemory() : freemem(),
    size: isLimited ? most : totalmem(),
  };
}

const RESOLUTION_MS = 20;
const NS_PER_MS = 1e6;
let delays: ReturnType<typeof monitorEventLoopDelay> | undefined;

/** Starts to measure the delay of the event loop. */
export function watchEventLoop(): void {
  delays ??= monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delays.enable();
}

/** Milliseconds: the 99th percentile, and the longest delay. */
type LoopDelay = { usual: number; longest: number };

/** The delays since the last call; undefined while nothing is measured. */
export function takeLoopDelay(): LoopDelay | undefined {
  if (!delays || delays.count === 0) return undefined;
  const wait = (ns: number) => Math.max(0, ns / NS_PER_MS - RESOLUTION_MS);
  const delay = { usual: wait(delays.percentile(99)), longest: wait(delays.max) };
  delays.reset();
  return delay;
}

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
