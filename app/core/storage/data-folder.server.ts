import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { log } from "../log/log.server.ts";
import { type Env, SettingError } from "../process/env.server.ts";

/** The permission bits of group and others. */
const OTHERS = 0o077;

/** The mode of a folder that group or others can access, such as `755`; undefined when it is private. */
export function rightsOfOthers(folder: string): string | undefined {
  const rights = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  // Windows has no such permission bits.
  if (process.platform === "win32" || (rights & OTHERS) === 0) return undefined;
  return (rights & 0o777).toString(8);
}

/** Warns of a folder that is open to others. It is not changed; files created inside are private. */
export function warnIfOpenToOthers(folder: string): void {
  const rights = rightsOfOthers(folder);
  if (rights) log.warn({ folder, rights }, "DATA_DIR is open to other accounts of this machine");
}

/**
 * Tests a write in each folder of the settings, so that a start fails instead of tonight's backup.
 * @throws SettingError that names the setting.
 */
export function assertWritable({
  DATA_DIR,
  BACKUP_DIR,
}: Pick<Env, "DATA_DIR" | "BACKUP_DIR">): void {
  for (const [name, folder] of Object.entries({ DATA_DIR, BACKUP_DIR })) {
    if (folder === undefined) continue;
    const probe = join(folder, `.probe-${process.pid}`);
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      writeFileSync(probe, "");
      rmSync(probe);
    } catch (error) {
      const { code = "?" } = error as NodeJS.ErrnoException;
      throw new SettingError(`${name} ne peut pas être écrit (cannot be written): ${code}`);
    }
  }
}

// An interrupted restore leaves an empty database, which a start would take for a new site and fill with samples. A
// marker file prevents that.

const markerIn = (dataDir: string) => join(dataDir, "restore-unfinished");

/** Creates the marker at the beginning of a restore. */
export function beginRestore(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(markerIn(dataDir), "", { mode: 0o600, flush: true });
}

/** Removes the marker at the end of a restore. */
export const endRestore = (dataDir: string): void => rmSync(markerIn(dataDir), { force: true });

/** @throws SettingError when a restore into this folder was interrupted. */
export function assertNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(markerIn(dataDir))) return;
  throw new SettingError(
    "DATA_DIR : une restauration y a été interrompue ; videz le dossier et la base, puis restaurez de nouveau (a restore was cut short here: empty the folder and the database, then restore again)",
  );
}
