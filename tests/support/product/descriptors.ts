import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * What a process has open, but for the embedded database, which opens its own files as it needs them:
 * the path of each file, or what kind of thing it is. Linux only.
 */
export function openThings(pid: number, dataDir: string): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((number) => {
    try {
      const target = readlinkSync(join(folder, number));
      return target.startsWith(join(dataDir, "database")) ? [] : [target.replace(/:\[\d+\]$/, "")];
    } catch {
      // Closed since the list was made.
      return [];
    }
  });
}

const SETTLED_WITHIN_MS = 15_000;

/** What a process has open more than `before`, once what closes by itself has closed. */
export async function leftOpen(
  { pid, dataDir }: { pid: number; dataDir: string },
  before: readonly string[],
): Promise<string[]> {
  const until = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const rest = [...before];
    const more = openThings(pid, dataDir).filter((thing) => {
      const known = rest.indexOf(thing);
      if (known >= 0) rest.splice(known, 1);
      return known < 0;
    });
    if (more.length === 0 || Date.now() > until) return more;
    await pause(200);
  }
}
