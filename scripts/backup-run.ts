// npm run backup: writes one archive now, while nothing else has the embedded database open.
import { setPriority } from "node:os";
import { join } from "node:path";
import { makeBackupKeys, readBackupKeys } from "../app/backups/backup-keys.server.ts";
import { backupStores } from "../app/backups/backup-stores.server.ts";
import { extrasOf, writeArchive } from "../app/backups/write-archive.server.ts";
import { currentTime } from "../app/core/clock.ts";
import { FolderInUseError, lockFolder } from "../app/core/database/folder-lock.server.ts";
import {
  type CopyDatabase,
  openFolderCopy,
  openServerCopy,
} from "../app/core/database/table-copy.server.ts";
import { env } from "../app/core/env.server.ts";
import { SAMPLES, storageOf } from "../app/core/storage.server.ts";
import { UPLOADS } from "../app/files/files.ts";

const LOWEST_PRIORITY = 19;

/** What whoever makes the keys must write down: nothing else brings the site back when its machine is gone. */
const recoveryWords = (
  key: string,
) => `Clé de secours, montrée une seule fois (recovery key, shown once). Imprimez-la, donnez-la à
deux personnes, ne la gardez pas sur cette machine (print it, two people hold it, none here):

  ${key}
`;

/** The database that the settings name. The embedded one is ours alone until it is closed. */
async function openDatabase(): Promise<CopyDatabase> {
  const { DATABASE_URL, DATABASE_OWNER_URL, DATA_DIR, DATA_DIR_WITHOUT_LOCKS } = env();
  if (DATABASE_URL) return openServerCopy(DATABASE_OWNER_URL ?? DATABASE_URL);
  const unlock = lockFolder(DATA_DIR, DATA_DIR_WITHOUT_LOCKS);
  const database = await openFolderCopy(join(DATA_DIR, "database"));
  return { ...database, close: () => database.close().finally(unlock) };
}

/** The database's own name for itself, which the mark of its store of files has too. */
async function siteOf({ ask }: CopyDatabase): Promise<string> {
  const [row] = await ask<{ id: string }>("select id::text from file_stores where name = $1", [
    UPLOADS,
  ]);
  return row?.id ?? "";
}

setPriority(LOWEST_PRIORITY);
const { DATA_DIR, DATABASE_URL } = env();
const database = await openDatabase().catch((error: unknown) => {
  if (!(error instanceof FolderInUseError)) throw error;
  console.error(`${error.message}\nArrêtez le site, puis recommencez (stop the site first).`);
  process.exit(1);
});
try {
  const known = readBackupKeys(DATA_DIR);
  const made = known ? undefined : await makeBackupKeys(DATA_DIR);
  const keys = known ?? made?.keys;
  if (!keys) throw new Error("no keys");
  if (made) console.log(recoveryWords(made.recoveryKey));
  for (const { storage, isElsewhere } of backupStores()) {
    const { key, bytes, manifest } = await writeArchive({
      at: currentTime(),
      site: await siteOf(database),
      engine: DATABASE_URL ? "server" : "embedded",
      database,
      files: [UPLOADS, SAMPLES].map((prefix) => ({ storage: storageOf(prefix), prefix })),
      extras: await extrasOf(DATA_DIR),
      keys,
      target: storage,
    });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${join(storage.name, key)}: ${bytes} octets (bytes), ${rows} lignes (rows), ${manifest.files.length} fichiers (files)${isElsewhere ? "" : ", sur la même machine (on this machine)"}`,
    );
  }
} finally {
  await database.close();
}
