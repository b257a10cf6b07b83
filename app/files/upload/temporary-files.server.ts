import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { env } from "../../core/process/env.server.ts";

/** The folder of files in transfer; the sweep removes what a crashed process left. */
export const temporaryFolder = () => join(env().DATA_DIR, "arrivals");

/** A path for one file; derived files stand beside it under its name and a suffix. */
export async function newTemporaryPath(): Promise<string> {
  await mkdir(temporaryFolder(), { recursive: true });
  return join(temporaryFolder(), randomUUID());
}

/** Removes a temporary file and its derived files. */
export async function removeTemporaryFiles(path: string): Promise<void> {
  const folder = dirname(path);
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(basename(path))) await rm(join(folder, name), { force: true });
  }
}
