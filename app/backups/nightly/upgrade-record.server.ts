// The record of the last upgrade in DATA_DIR, which npm run go-back reads.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../../core/database/copy/site-states.server.ts";
import { replaceFile } from "../../core/storage/line-file.server.ts";

export type Upgrade = {
  /** The folder of the new version. */
  to: string;
  /** `Schema.hash` of the new version, which may be in the same folder as the former one. */
  schema: string;
  /** The archive from before the upgrade. */
  archive: string;
  at: string;
  /** Only of `npm run upgrade`: the folder of the former version, and the link to the version in use. */
  from?: string;
  link?: string;
};

const fileIn = (dataDir: string) => join(dataDir, "upgrade.json");

export function readUpgrade(dataDir: string): Upgrade | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), "utf8"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Writes the file atomically and flushes it to the disk. */
export function writeUpgrade(dataDir: string, upgrade: Upgrade): void {
  replaceFile(fileIn(dataDir), `${JSON.stringify(upgrade, null, 2)}\n`);
  syncFolder(dataDir);
}

export function removeUpgrade(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
