import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { openFolderCopy } from "../../core/database/copy/table-copy.server.ts";
import { sizeOfFolder, syncFolderFiles } from "../../core/database/embedded/folder-copy.server.ts";
import { log } from "../../core/log/log.server.ts";
import { env } from "../../core/process/env.server.ts";
import { SAMPLES, type Storage, storageOf } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { AppError, isFull } from "../../core/values/errors.ts";
import { ArchiveError, type Manifest } from "../archive/archive-format.server.ts";
import { type ArchiveSource, verifyArchive } from "../archive/read-archive.server.ts";
import { readBackupKeys, toReadingKey } from "../keys/backup-keys.server.ts";
import { assertDiskSpace, backupStores } from "../nightly/backup-stores.server.ts";
import type { BackupTasks } from "../nightly/backup-tasks.ts";
import { BackupFailure } from "../nightly/backups.ts";
import { HistoryError } from "../restore/restore-archive.server.ts";
import type { CopyProblem, CopyReport, CopyStep } from "../restore/restores.ts";
import { comparingStorage, restoreAndCompare, roomForRows } from "./prove-archive.server.ts";

type Asked = BackupTasks["restore"];

/** Restores an archive into a folder beside the site, as a try of the night does, and keeps what came back. */
export async function prepareCopy(
  asked: Asked,
  onStep: (step: CopyStep) => void,
): Promise<CopyReport> {
  try {
    return await restoreInto(asked, sourceOf(asked), onStep);
  } catch (error) {
    const problem = problemOf(error);
    log.error({ err: error, what: `restores.${problem}` }, "an archive was not restored beside");
    return { problem };
  }
}

function problemOf(error: unknown): CopyProblem {
  if (isFull(error)) return "full";
  if (error instanceof BackupFailure) return error.reason === "full" ? "full" : "unknown";
  if (error instanceof HistoryError) return "version";
  if (error instanceof ArchiveError) return "damaged";
  if (error instanceof AppError && error.kind === "unavailable") return "away";
  return "unknown";
}

function sourceOf({ from, archive }: Asked): ArchiveSource {
  const store = backupStores().find(({ isElsewhere }) => isElsewhere === (from === "elsewhere"));
  const keys = readBackupKeys(env().DATA_DIR);
  if (!store || !keys) throw new BackupFailure("unknown");
  return { store: store.storage, key: archive, reading: toReadingKey(keys) };
}

async function restoreInto(
  { to, schema }: Asked,
  source: ArchiveSource,
  onStep: (step: CopyStep) => void,
): Promise<CopyReport> {
  onStep("verify");
  const manifest = await verifyArchive(source);
  const own = diskStorage(join(to, "files"));
  await assertDiskSpace(to, roomForRows(manifest) + roomForFiles(manifest));
  onStep("restore");
  const different = new Set<string>();
  const compared = (key: string) =>
    comparingStorage(isHere(key) ? own : onlyMissing(storageOf(key)), manifest, different, true);
  const extras = join(to, "beside");
  await mkdir(join(to, "files"), { recursive: true, mode: 0o700 });
  const database = await openFolderCopy(join(to, "database"));
  const plan = { source, manifest, schemaFolder: schema, database, storageOf: compared };
  const compare = () => onStep("compare");
  for (const name of await restoreAndCompare({ ...plan, dataDir: extras }, compare)) {
    different.add(name);
  }
  // Keys, lists of who left and mails of the site of now stay: they have what the archive has, and what came since.
  await rm(extras, { recursive: true, force: true });
  if (different.size > 0) {
    log.error(
      { what: [...different].sort().join(" ") },
      "a restored copy is not what it should be",
    );
    return { problem: "differs" };
  }
  await syncFolderFiles(join(to, "database"));
  return { madeAt: manifest.madeAt, bytes: await sizeOfFolder(to) };
}

/** Whether a file is kept in the folder of the site, and so goes along with the database. */
const isHere = (key: string) => storageOf(key).name === storageOf(SAMPLES).name;

/** Each once more while it is written: decrypted beside, then in its place. */
function roomForFiles({ files }: Manifest): number {
  const here = files.filter(({ key }) => isHere(key));
  const largest = Math.max(0, ...files.map(({ size }) => size));
  return here.reduce((sum, { size }) => sum + size, 0) + 2 * largest;
}

/** A store elsewhere is one for both: what it has stays as it is, and what it lost comes back. */
const onlyMissing = (storage: Storage): Storage => ({
  ...storage,
  async put(key, file, type) {
    if (!(await storage.info(key))) await storage.put(key, file, type);
  },
});
