// The second half of npm run go-back, in the folder of the version of before.
import "./own-program.ts";
import { basename, dirname } from "node:path";
import { readBackupKeys, readingKeyOf } from "../app/backups/backup-keys.server.ts";
import { goBack } from "../app/backups/going-back.server.ts";
import { ARCHIVES, ArchiveError } from "../app/backups/manifest.ts";
import { markOf } from "../app/backups/set-aside.server.ts";
import { currentTime } from "../app/core/clock.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { FolderInUseError } from "../app/core/database/folder-lock.server.ts";
import { env } from "../app/core/env.server.ts";
import { storageOf } from "../app/core/storage.server.ts";
import { diskStorage } from "../app/core/storage-disk.server.ts";
import { forgetUpgrade, pointTo, readUpgrade, type Upgrade } from "./upgrade-record.mjs";

/** Brings the archive of before the upgrade back. Where the database of now went. */
async function bringDataBack({ archive }: Upgrade): Promise<string[]> {
  const settings = env();
  const keys = readBackupKeys(settings.DATA_DIR);
  if (!keys) throw new ArchiveError("DATA_DIR n’a pas de clé (has no key): npm run restore");
  const store = diskStorage(dirname(dirname(archive)));
  const source = { store, key: ARCHIVES + basename(archive), reading: readingKeyOf(keys) };
  const mark = markOf(currentTime());
  const { aside } = await goBack({ settings, source, schemaFolder: SCHEMA, storageOf, mark });
  return aside;
}

try {
  const upgrade = readUpgrade();
  if (!upgrade) throw new ArchiveError("aucune mise à jour (no upgrade)");
  const isCodeAlone = process.argv.includes("--keep-data");
  const aside = isCodeAlone ? [] : await bringDataBack(upgrade);
  pointTo(upgrade.link, upgrade.from);
  forgetUpgrade();
  console.log(`${upgrade.link} → ${upgrade.from}`);
  if (!isCodeAlone) {
    console.log(`Les données sont celles du ${upgrade.at} (the data is of then). Celles de maintenant sont gardées
(that of now is kept): ${aside.join(", ")}
Le site démarrera au repos : rien n’en part avant qu’on le remette au travail dans l’administration, sous
Sauvegardes (it starts at rest: nothing leaves it before somebody releases it there).`);
  }
} catch (error) {
  if (!(error instanceof ArchiveError || error instanceof FolderInUseError)) throw error;
  console.error(`Rien n’a changé (nothing has changed): ${error.message}`);
  process.exitCode = 1;
}
