import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { projectRoot } from "../platform/project-root.server.ts";
import { SAMPLES } from "../platform/storage.server.ts";

const SHIPPED = join(projectRoot, "database/seed/documents/files");

/** Puts the sample documents where uploads stand, since both are served the same way. */
export function placeSampleFiles(dataDir: string): void {
  if (!existsSync(SHIPPED)) return;
  const folder = join(dataDir, "files", SAMPLES);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(SHIPPED)) {
    const file = join(folder, name);
    if (existsSync(file)) continue;
    copyFileSync(join(SHIPPED, name), file);
    // A copy has the rights of its source, whatever the umask.
    chmodSync(file, 0o600);
  }
}

/** The size of a sample document, bytes. */
export function sampleSize(address: string): number {
  return statSync(join(SHIPPED, basename(address)), { throwIfNoEntry: false })?.size ?? 0;
}
