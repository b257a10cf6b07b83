import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { env } from "../../core/process/env.server.ts";

/** Where files wait while they arrive; the sweep empties what a dead process left. */
export const temporaryFolder = () => join(env().DATA_DIR, "arrivals");

/** A path for one file, beside which whatever is made of it may stand under its name and an ending. */
export async function newTemporaryPath(): Promise<string> {
  await mkdir(temporaryFolder(), { recursive: true });
  return join(temporaryFolder(), randomUUID());
}

/** Forgets a file that arrived, and what was made of it: it was stored, or refused. */
export async function removeTemporaryFiles(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(basename(path))) await rm(join(folder, name), { force: true });
  }
}
