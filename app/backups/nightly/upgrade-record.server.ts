// What the last upgrade noted in DATA_DIR, for the way back.
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { syncFolder } from "../../core/database/copy/site-states.server.ts";
import { replaceFile } from "../../core/storage/line-file.server.ts";

export type Upgrade = {
  /** The folder of the new version. */
  to: string;
  /** What that version wants of a database (see `Schema.hash`): tells it from the one before in the same folder. */
  schema: string;
  /** What was written before. */
  archive: string;
  at: string;
  /** Of `npm run upgrade` alone: the folder of the version of before, and the link that leads to the one in use. */
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

/** Written whole or not at all, and on the disk when this returns. */
export function writeUpgrade(dataDir: string, upgrade: Upgrade): void {
  replaceFile(fileIn(dataDir), `${JSON.stringify(upgrade, null, 2)}\n`);
  syncFolder(dataDir);
}

export function removeUpgrade(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}
