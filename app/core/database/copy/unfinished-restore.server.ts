import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SettingError } from "../../process/env.server.ts";

// A restore that was cut short leaves a database without rows beside files: to a start it looks like a new site, which
// it would fill with samples.

const markIn = (dataDir: string) => join(dataDir, "restore-unfinished");

/** Notes that a restore began here. */
export function beginRestore(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(markIn(dataDir), "", { mode: 0o600, flush: true });
}

/** Notes that it came to its end. */
export const endRestore = (dataDir: string): void => rmSync(markIn(dataDir), { force: true });

/** @throws SettingError when a restore into this folder was cut short. */
export function refuseUnfinishedRestore(dataDir: string): void {
  if (!existsSync(markIn(dataDir))) return;
  throw new SettingError(
    "DATA_DIR : une restauration y a été interrompue ; videz le dossier et la base, puis restaurez de nouveau (a restore was cut short here: empty the folder and the database, then restore again)",
  );
}
