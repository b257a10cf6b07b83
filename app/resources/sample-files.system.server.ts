import { cpSync, existsSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { SHIPPED } from "../files/shipped-samples.server.ts";
import { log, reasonOf } from "../platform/log.server.ts";
import { SAMPLES } from "../platform/storage.server.ts";

/**
 * Puts the sample documents where uploads stand, since both are served the same way. A disk that is full
 * or away keeps nobody from starting.
 */
export function placeSampleFiles(dataDir: string): void {
  if (!existsSync(SHIPPED)) return;
  try {
    cpSync(SHIPPED, join(dataDir, "files", SAMPLES), { recursive: true, force: false });
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "sample documents not put in their place");
  }
}

/** The size of a sample document, bytes. */
export function sampleSize(address: string): number {
  return statSync(join(SHIPPED, basename(address)), { throwIfNoEntry: false })?.size ?? 0;
}
