// npm run backup: writes one archive now, while nothing else has the embedded database open.
import "./own-program.ts";
import { setPriority } from "node:os";
import { join } from "node:path";
import { makeBackupKeys, readBackupKeys } from "../app/backups/keys/backup-keys.server.ts";
import {
  archiveEnd,
  insertRunByHand,
  type RunEnd,
} from "../app/backups/nightly/backup-runs.system.server.ts";
import { backupStores } from "../app/backups/nightly/backup-stores.server.ts";
import { BackupFailure } from "../app/backups/nightly/backups.ts";
import { performBackup } from "../app/backups/nightly/perform-backup.server.ts";
import { isClockTrusted } from "../app/backups/nightly/site-time.server.ts";
import { lostWords, RUN_REASON_LABELS } from "../app/backups/screen/backup-state.ts";
import { lockDataFolder } from "../app/core/database/copy/site-states.server.ts";
import {
  type CopyDatabase,
  openFolderCopy,
  openServerCopy,
  openServerSource,
} from "../app/core/database/copy/table-copy.server.ts";
import { FolderInUseError } from "../app/core/database/embedded/folder-lock.server.ts";
import { requireDatabase } from "../app/core/database/embedded/protocol-backends.server.ts";
import { currentTime } from "../app/core/process/clock.ts";
import { env } from "../app/core/process/env.server.ts";

const LOWEST_PRIORITY = 19;

/** What whoever makes the keys must write down: nothing else brings the site back when its machine is gone. */
const recoveryWords = (
  key: string,
) => `Voici la clé de secours. Elle n’est montrée qu’une fois : imprimez-la, donnez-la à deux personnes,
et ne la gardez pas sur cette machine. (This is the recovery key. It is shown only once: print it, give it
to two people, and do not keep it on this machine.)

  ${key}
`;

/** The database that the settings name. The embedded one is ours alone until it is closed. */
async function openDatabase(): Promise<CopyDatabase> {
  const settings = env();
  const { DATABASE_URL, DATA_DIR, DATA_DIR_WITHOUT_LOCKS } = settings;
  if (DATABASE_URL) return openServerSource(settings);
  const folder = join(DATA_DIR, "database");
  const unlock = lockDataFolder(DATA_DIR, DATA_DIR_WITHOUT_LOCKS);
  // Where there is none, an empty one would be made and archived.
  requireDatabase(folder);
  const database = await openFolderCopy(folder);
  return { ...database, close: () => database.close().finally(unlock) };
}

/** The list of the administration has it too; a database of before that list has its archive all the same. */
async function note(end: RunEnd, started_at: Date): Promise<void> {
  const { DATABASE_URL, DATABASE_OWNER_URL } = env();
  const run = { ...end, started_at, ended_at: currentTime() };
  try {
    // The login that reads for an archive writes nothing.
    if (!DATABASE_URL) return await insertRunByHand(database, run);
    const list = await openServerCopy(DATABASE_OWNER_URL ?? DATABASE_URL);
    await insertRunByHand(list, run).finally(() => list.close());
  } catch {
    console.error(
      "Cette sauvegarde n’a pas pu être notée dans l’administration. (It could not be added to the list of backups.)",
    );
  }
}

setPriority(LOWEST_PRIORITY);
const { DATA_DIR } = env();
const database = await openDatabase().catch((error: unknown) => {
  if (!(error instanceof FolderInUseError)) throw error;
  console.error(
    `${error.message}\nArrêtez le site, puis recommencez. (Stop the site, then try again.)`,
  );
  process.exit(1);
});
const began = currentTime();
try {
  const known = readBackupKeys(DATA_DIR);
  const made = known ? undefined : await makeBackupKeys(DATA_DIR);
  const keys = known ?? made?.keys;
  if (!keys) throw new Error("no keys");
  if (made) console.log(recoveryWords(made.recoveryKey));
  const report = await performBackup(database, keys, began, {
    mayPrune: await isClockTrusted(database.ask),
  });
  await note(archiveEnd(report), began);
  const [{ storage: here }] = backupStores();
  const where = report.elsewhere
    ? "copiée ailleurs (copied elsewhere)"
    : "sur cette machine seulement (on this machine only)";
  console.log(
    `${join(here.name, report.archive)}: ${report.bytes} octets (bytes), ${report.rows} lignes (rows), ${report.files} fichiers (files), ${where}`,
  );
  for (const key of report.findings.changed ?? []) {
    console.error(
      `Ce fichier a changé tout seul sur le disque ; l’archive garde l’ancien contenu. (It changed by itself; the archive has its former content.) ${key}`,
    );
  }
  const { missing } = report.findings;
  if (missing) {
    const keys = missing.keys.map((key) => `\n  ${key}`).join("");
    console.error(
      `${lostWords(missing)}, et donc dans l’archive. (Files are missing in the storage, and so in the archive.)${keys}`,
    );
  }
  if (report.reason) {
    console.error(
      `L’archive est faite, mais ${RUN_REASON_LABELS[report.reason]}. (The archive is made, but something went wrong: ${report.reason}.)`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  if (!(error instanceof BackupFailure)) throw error;
  await note({ status: "failed", reason: error.reason }, began);
  console.error(
    `Aucune archive n’a été faite : ${RUN_REASON_LABELS[error.reason]}. (No archive was made: ${error.reason}.)`,
  );
  process.exitCode = 1;
} finally {
  await database.close();
}
