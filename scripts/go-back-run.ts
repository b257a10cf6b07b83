// The second half of npm run go-back. The version of before does it, where its folder is known.
import "./own-program.ts";
import { spawnSync } from "node:child_process";
import { basename, dirname, join } from "node:path";
import { ARCHIVES, ArchiveError } from "../app/backups/archive/archive-format.server.ts";
import { readBackupKeys, toReadingKey } from "../app/backups/keys/backup-keys.server.ts";
import {
  readUpgrade,
  removeUpgrade,
  type Upgrade,
} from "../app/backups/nightly/upgrade-record.server.ts";
import { goBack, timestampSuffix } from "../app/backups/restore/going-back.server.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { FolderInUseError } from "../app/core/database/embedded/folder-lock.server.ts";
import { readSchema } from "../app/core/database/schema/schema-files.server.ts";
import { currentTime } from "../app/core/process/clock.ts";
import { env } from "../app/core/process/env.server.ts";
import { storageOf } from "../app/core/storage/storage.server.ts";
import { diskStorage } from "../app/core/storage/storage-disk.server.ts";
import { pointTo } from "./own-program.ts";
import { root } from "./setup.mjs";

/** Brings the archive of before the upgrade back. Where the database of now went. */
async function bringDataBack({ archive }: Upgrade): Promise<string[]> {
  const settings = env();
  const keys = readBackupKeys(settings.DATA_DIR);
  if (!keys)
    throw new ArchiveError(
      "DATA_DIR n’a pas la clé des archives : utilisez npm run restore (it has no key of archives: use npm run restore)",
    );
  const store = diskStorage(dirname(dirname(archive)));
  const source = { store, key: ARCHIVES + basename(archive), reading: toReadingKey(keys) };
  const suffix = timestampSuffix(currentTime());
  const { aside } = await goBack({ settings, source, schemaFolder: SCHEMA, storageOf, suffix });
  return aside;
}

/** Lets the version of before do it, with its own Node. */
function leaveTo(version: string): never {
  const node = join(version, "node_modules", ".bin", "node");
  const args = ["scripts/go-back-run.ts", ...process.argv.slice(2)];
  process.exit(spawnSync(node, args, { cwd: version, stdio: "inherit" }).status ?? 1);
}

/** @throws ArchiveError while the code is still that which changed the data. */
function requireFormerCode({ from, schema }: Upgrade): void {
  if (from || schema !== readSchema(SCHEMA).hash) return;
  throw new ArchiveError(`c’est la version qui a changé les données. Remettez d’abord le code d’avant, puis lancez
la même commande (this is the version that changed the data: put the code of before back, then run this again)`);
}

try {
  const { DATA_DIR } = env();
  const upgrade = readUpgrade(DATA_DIR);
  if (!upgrade) {
    throw new ArchiveError("aucune mise à jour dont revenir (there is no upgrade to go back from)");
  }
  const { from, link } = upgrade;
  if (from && from !== root) leaveTo(from);
  requireFormerCode(upgrade);
  const isCodeAlone = process.argv.includes("--keep-data");
  const aside = isCodeAlone ? [] : await bringDataBack(upgrade);
  if (from && link) {
    pointTo(link, from);
    console.log(`${link} → ${from}`);
  }
  if (!isCodeAlone) {
    // With the data of now kept, the way back to that of before stays open.
    removeUpgrade(DATA_DIR);
    console.log(`Les données sont de nouveau celles du ${upgrade.at}. Les données actuelles sont gardées à part. (The data is that
of ${upgrade.at} again. The present data is kept aside.) ${aside.join(", ")}
Le site démarrera au repos : rien n’en part avant qu’on le remette au travail dans l’administration, sous
« Sauvegardes ». (The site will start at rest: it sends nothing until somebody releases it in the administration.)`);
  }
} catch (error) {
  if (!(error instanceof ArchiveError || error instanceof FolderInUseError)) throw error;
  console.error(`Rien n’a changé : ${error.message}. (Nothing has changed.)`);
  process.exitCode = 1;
}
