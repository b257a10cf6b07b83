import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
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
export function warnOfOpenFolder(folder: string): void {
  const rights = rightsOfOthers(folder);
  if (rights) log.warn({ folder, rights }, "DATA_DIR is open to other accounts of this machine");
}

/**
 * Tries a write in each folder of the settings: an archive of tonight that cannot be written is known now.
 * @throws SettingError that names the setting.
 */
export function requireWritable({
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
