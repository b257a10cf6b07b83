import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { log } from "../log/log.server.ts";
import { type Env, SettingError } from "../process/env.server.ts";

/** The permission bits of group and others. */
const OTHERS = 0o077;

/** The rights of others on a folder that we did not make, such as `755`; undefined when they have none. */
export function rightsOfOthers(folder: string): string | undefined {
  const rights = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  // Windows has no such permission bits.
  if (process.platform === "win32" || (rights & OTHERS) === 0) return undefined;
  return (rights & 0o777).toString(8);
}

/** Warns of a folder that is open to others. We do not change it; what we create inside is private. */
export function warnIfOpenToOthers(folder: string): void {
  const rights = rightsOfOthers(folder);
  if (rights) log.warn({ folder, rights }, "DATA_DIR is open to other accounts of this machine");
}

/**
 * Tries a write in each folder of the settings: an archive of tonight that cannot be written is known now.
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
export function assertNoUnfinishedRestore(dataDir: string): void {
  if (!existsSync(markIn(dataDir))) return;
  throw new SettingError(
    "DATA_DIR : une restauration y a été interrompue ; videz le dossier et la base, puis restaurez de nouveau (a restore was cut short here: empty the folder and the database, then restore again)",
  );
}
