import { cpSync, existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { projectRoot } from "../platform/project-root.server.ts";
import { SAMPLES } from "../platform/storage.server.ts";

const SHIPPED = join(projectRoot, "database/seed/documents/files");

/** Puts the sample documents where uploads stand, since both are served the same way. */
export function placeSampleFiles(dataDir: string): void {
  if (!existsSync(SHIPPED)) return;
  cpSync(SHIPPED, join(dataDir, "files", SAMPLES), { recursive: true, force: false });
}

/** The size of a sample document, bytes. */
export function sampleSize(address: string): number {
  return statSync(join(SHIPPED, basename(address)), { throwIfNoEntry: false })?.size ?? 0;
}
