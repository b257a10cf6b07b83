// npm run restore -- <archive> [file with the recovery key]: into an empty place, on either engine.
import "./own-program.ts";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ArchiveError } from "../app/backups/archive/archive-format.server.ts";
import { verifyArchive } from "../app/backups/archive/read-archive.server.ts";
import {
  type ReadingKey,
  readBackupKeys,
  toReadingKey,
} from "../app/backups/keys/backup-keys.server.ts";
import { RecoveryKeyError, readRecoveryKey } from "../app/backups/keys/recovery-key.server.ts";
import { backupStores } from "../app/backups/nightly/backup-stores.server.ts";
import { importLedger } from "../app/backups/removal-ledger/removal-ledger.server.ts";
import { checkHistory, restoreArchive } from "../app/backups/restore/restore-archive.server.ts";
import { findArchive } from "../app/backups/restore/restore-archives.server.ts";
import { lockDataFolder } from "../app/core/database/copy/site-states.server.ts";
import {
  type CopyDatabase,
  openFolderCopy,
  openServerCopy,
} from "../app/core/database/copy/table-copy.server.ts";
import { SCHEMA } from "../app/core/database/database.server.ts";
import { FolderInUseError } from "../app/core/database/embedded/folder-lock.server.ts";
import { readSchema } from "../app/core/database/schema/schema-files.server.ts";
import { currentTime } from "../app/core/process/clock.ts";
import { env } from "../app/core/process/env.server.ts";
import { beginRestore, endRestore } from "../app/core/storage/data-folder.server.ts";
import { storageOf } from "../app/core/storage/storage.server.ts";
import { UPLOADS } from "../app/files/files.ts";

const USAGE =
  "npm run restore -- <archive.fge | newest> [fichier de la clé de secours (file with the recovery key)]";

async function readingKey(file: string | undefined): Promise<ReadingKey> {
  if (file) return readRecoveryKey(readFileSync(file, "utf8"));
  const keys = readBackupKeys(env().DATA_DIR);
  if (!keys)
    throw new ArchiveError(`la clé de secours manque (the recovery key is missing). ${USAGE}`);
  return toReadingKey(keys);
}

/** @throws ArchiveError unless nothing is there that a restore would write over. */
async function openEmptyPlace(): Promise<CopyDatabase> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR, DATA_DIR_WITHOUT_LOCKS } = env();
  const uploads = storageOf(UPLOADS);
  for await (const { key } of uploads.list(UPLOADS)) {
    if (key === uploads.mark) continue;
    throw new ArchiveError(`des fichiers sont déjà là (files are there already): ${key}`);
  }
  if (DATABASE_URL) {
    const database = await openServerCopy(DATABASE_OWNER_URL ?? DATABASE_URL);
    const tables = await database.ask(
      "select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' limit 1",
    );
    if (tables.length === 0) return database;
    await database.close();
    throw new ArchiveError("la base n’est pas vide (the database is not empty)");
  }
  const folder = join(DATA_DIR, "database");
  // First: a switch that was cut short brings its database to this place.
  const unlock = lockDataFolder(DATA_DIR, DATA_DIR_WITHOUT_LOCKS);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    unlock();
    throw new ArchiveError(`la base n’est pas vide (the database is not empty): ${folder}`);
  }
  const database = await openFolderCopy(folder);
  return { ...database, close: () => database.close().finally(unlock) };
}

const [archive, keyFile] = process.argv.slice(2);
try {
  if (!archive) throw new ArchiveError(USAGE);
  // The key first: what is mistyped is said before anything is looked for.
  const reading = await readingKey(keyFile);
  const source = { ...(await findArchive(archive, backupStores(), currentTime())), reading };
  const manifest = await verifyArchive(source);
  console.log(
    `L’archive du ${manifest.madeAt} est complète et sa signature est valable. (It is complete and its signature is valid.)`,
  );
  checkHistory(manifest, readSchema(SCHEMA));
  const database = await openEmptyPlace();
  const { DATA_DIR } = env();
  beginRestore(DATA_DIR);
  try {
    await restoreArchive({
      source,
      manifest,
      schemaFolder: SCHEMA,
      database,
      storageOf,
      dataDir: DATA_DIR,
    });
  } finally {
    await database.close();
  }
  // Who was erased, left or was shut out since: done again before the release.
  const unread = await importLedger(source.store, source.reading, {
    dataDir: DATA_DIR,
    since: new Date(manifest.madeAt),
  });
  endRestore(DATA_DIR);
  if (unread > 0)
    console.log(
      `Des listes d’effacements n’ont pas pu être lues : ${unread}. (Lists of erasures could not be read.)`,
    );
  console.log(`Tout est remis en place. Le site démarrera au repos : rien n’en part avant qu’on le remette au travail
dans l’administration, sous « Sauvegardes ». (Everything is back. The site will start at rest: it sends nothing until
somebody releases it in the administration.)`);
} catch (error) {
  if (!(error instanceof ArchiveError || error instanceof FolderInUseError)) throw error;
  console.error(
    error instanceof RecoveryKeyError
      ? `${error.message}. Aucune archive n’est en cause. (No archive is at fault.)`
      : `L’archive n’a pas été remise en place : ${error.message}. (The archive was not restored.)`,
  );
  process.exitCode = 1;
}
