import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

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
