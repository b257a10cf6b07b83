import { readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "../../core/process/project-root.server.ts";
import { SAMPLES } from "../../core/storage/storage.server.ts";

/** The sample documents that come with the product. */
export const SHIPPED = join(projectRoot, "database/seed/documents/files");

let keys: ReadonlySet<string> | undefined;

/** Whether a key is of a sample document: everybody may read those. */
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
