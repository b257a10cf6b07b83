import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { projectRoot } from "../../process/project-root.server.ts";
import { WrongDatabaseError } from "../../values/errors.ts";

const CREATION = join(projectRoot, "app/core/database/embedded/create-database.process.ts");
/** What a disk brings along that is mounted there. */
const OF_THE_DISK = "lost+found";

const hasDatabase = (folder: string) => existsSync(join(folder, "PG_VERSION"));

const isEmpty = (folder: string) =>
  statSync(folder).isDirectory() &&
  readdirSync(folder).every((name: string) => name === OF_THE_DISK);

/**
 * Makes an embedded database where there is none yet. It is made beside its place and moved there whole, so that
 * a first start that is cut short leaves nothing there.
 * @throws WrongDatabaseError when something else is there: a new database would be made over what is left of it.
 */
export async function ensureDatabase(folder: string): Promise<void> {
  if (hasDatabase(folder)) return;
  const isThere = existsSync(folder);
  if (isThere && !isEmpty(folder)) throw notWhole();
  // A folder that is there may be a disk of its own: nothing can be moved into its place.
  const place = isThere ? folder : `${folder}-unfinished`;
  if (!isThere) {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true, mode: 0o700 });
  }
  await promisify(execFile)(process.execPath, [CREATION, place], { env: {} });
  if (!isThere) renameSync(place, folder);
}

/** @throws WrongDatabaseError when there is no database in this folder */
export function requireDatabase(folder: string): void {
  if (!hasDatabase(folder)) throw notWhole();
}

const notWhole = () =>
  new WrongDatabaseError(
    "ce qui est à la place du dossier database de DATA_DIR n’est pas une base entière (no whole database there), remettez-le en entier ou une archive (bring all of it back, or an archive)",
  );

/** It is there, and PostgreSQL does not open it. */
export const notOpened = (cause: unknown) =>
  new WrongDatabaseError(
    "le dossier database de DATA_DIR ne s’ouvre pas, il est abîmé ou incomplet, ou son disque est plein (not opened: damaged, incomplete, or its disk is full)",
    { cause },
  );
