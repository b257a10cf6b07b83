import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { SAMPLES } from "../../core/storage/storage.server.ts";

/** The sample documents that come with the product. */
const SHIPPED = join(projectRoot, "database/seed/documents/files");

let keys: ReadonlySet<string> | undefined;

/** Whether a key is that of a sample document: those are always public. */
export function isShipped(key: string): boolean {
  keys ??= new Set(namesIn(SHIPPED).map((name) => SAMPLES + name));
  return keys.has(key);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Copies the sample documents beside the uploads, since both are served the same way. A failure does not keep the
 * site from starting.
 */
export function placeSampleFiles(dataDir: string): void {
  if (!existsSync(SHIPPED)) return;
  try {
    const folder = join(dataDir, "files", SAMPLES);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(SHIPPED)) placeOne(join(SHIPPED, name), join(folder, name));
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "sample documents not put in their place");
  }
}

function placeOne(shipped: string, file: string): void {
  if (existsSync(file)) return;
  copyFileSync(shipped, file);
  // A copy has the rights of its source, whatever the umask.
  chmodSync(file, 0o600);
}
