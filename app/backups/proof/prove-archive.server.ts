import { createReadStream } from "node:fs";
import { join } from "node:path";
import { startQuarantine } from "../../core/database/copy/quarantine.server.ts";
import {
  type CopyDatabase,
  dumpTable,
  openScratchCopy,
} from "../../core/database/copy/table-copy.server.ts";
import { checkSchema } from "../../core/database/schema/schema-check.server.ts";
import { readSchema } from "../../core/database/schema/schema-files.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { isFull } from "../../core/values/errors.ts";
import {
  ArchiveError,
  type Manifest,
  readSiteFacts,
  sumOf,
} from "../archive/archive-format.server.ts";
import { pickNewest } from "../archive/archive-retention.ts";
import { listArchives } from "../archive/prune-archives.server.ts";
import { type ArchiveSource, verifyArchive } from "../archive/read-archive.server.ts";
import { readBackupKeys, toReadingKey } from "../keys/backup-keys.server.ts";
import { assertDiskSpace } from "../nightly/backup-stores.server.ts";
import type { BackupTasks } from "../nightly/backup-tasks.ts";
import { BackupFailure, type ProofReport } from "../nightly/backups.ts";
import { type RestorePlan, restoreArchive } from "../restore/restore-archive.server.ts";

/** What a row of an archive takes once it is a row of a database, with its indexes. */
const TIMES = 4;

/**
 * Restores the newest archive of a folder into a place of its own, and compares what came back with what the
 * archive says of the site that it was made of.
 * @throws BackupFailure when it does not come back at all.
 */
export async function proveArchive(asked: BackupTasks["prove"]): Promise<ProofReport> {
  const store = diskStorage(asked.folder);
  const keys = readBackupKeys(asked.dataDir);
  const newest = pickNewest(await listArchives(store), new Date(asked.at));
  if (!keys || !newest) throw new BackupFailure("unknown");
  const source = { store, key: newest.key, reading: toReadingKey(keys) };
  try {
    return await tryArchive(asked, source);
  } catch (cause) {
    if (cause instanceof BackupFailure) throw cause;
    const reason = isFull(cause) ? "full" : cause instanceof ArchiveError ? "damaged" : "unknown";
    throw new BackupFailure(reason, { cause });
  }
}

async function tryArchive(
  { work, schema }: BackupTasks["prove"],
  source: ArchiveSource,
): Promise<ProofReport> {
  const manifest = await verifyArchive(source);
  const largest = Math.max(0, ...manifest.files.map(({ size }) => size));
  await assertDiskSpace(work, roomForRows(manifest) + 2 * largest);
  const different = new Set<string>();
  const files = comparingStorage(diskStorage(join(work, "files")), manifest, different, false);
  const database = await openScratchCopy(join(work, "database"));
  const plan = { source, manifest, schemaFolder: schema, database, storageOf: () => files };
  const dataDir = join(work, "data");
  for (const name of await restoreAndCompare({ ...plan, dataDir, isTrial: true })) {
    different.add(name);
  }
  return reportOf(source, manifest, different);
}

/** What the rows of an archive take at most, once they are a database. */
export const roomForRows = ({ parts }: Manifest): number =>
  TIMES * parts.reduce((sum, { size }) => sum + size, 0);

const reportOf = (
  { key }: ArchiveSource,
  { tables, files }: Manifest,
  different: ReadonlySet<string>,
): ProofReport => ({
  archive: key,
  rows: tables.reduce((sum, table) => sum + table.rows, 0),
  files: files.length,
  findings: different.size > 0 ? { different: [...different].sort() } : {},
  reason: different.size > 0 ? "differs" : undefined,
});

/** Looks at each file that comes back. For a try it keeps none: all of them at once may have no room. */
export function comparingStorage(
  storage: Storage,
  { files }: Manifest,
  different: Set<string>,
  isKept: boolean,
): Storage {
  const expected = new Map(files.map((file) => [file.key, file]));
  return {
    ...storage,
    async put(key, file, type) {
      const { size, sha256 } = await sumOf(createReadStream(file));
      const own = expected.get(key);
      if (own?.size !== size || own.sha256 !== sha256) different.add("files");
      if (isKept) await storage.put(key, file, type);
    },
  };
}

/** Restores into a database of its own, which is closed then. Tells what did not come back as it was. */
export async function restoreAndCompare(
  plan: Omit<RestorePlan, "isCompared">,
  onRestored = () => {},
) {
  const { database, manifest, schemaFolder } = plan;
  try {
    await restoreArchive({ ...plan, isCompared: true });
    onRestored();
    const different = await differences(database, manifest, schemaFolder);
    // What may become the site begins at rest, whatever is known of how it got there.
    await startQuarantine(database.ask, { archive: plan.source.key, at: manifest.madeAt });
    return different;
  } finally {
    await database.close();
  }
}

/** What did not come back as it was: tables by their names, byte for byte, and the rest by what it is. */
export async function differences(
  database: CopyDatabase,
  { tables, parts, facts, migrations }: Manifest,
  schemaFolder: string,
): Promise<string[]> {
  const schema = readSchema(schemaFolder);
  await database.script("begin");
  const verdict = await checkSchema(database.ask, schema);
  await database.script("commit");
  const different = verdict.kind === "right" ? [] : ["schema"];
  // Of an older version: the migrations since then may have rewritten any of it.
  if (migrations.length < schema.migrations.length) return different;
  const sums = new Map(parts.map((part) => [part.name, part.sha256]));
  for (const table of tables) {
    const { sha256, lines } = await sumOf(dumpTable(database, table));
    const isSame = lines === table.rows && sha256 === sums.get(`table/${table.name}`);
    if (!isSame) different.push(table.name);
  }
  if (!facts) return different;
  const restored = await readSiteFacts(database.ask);
  if (restored.policies !== facts.policies) different.push("policies");
  if (restored.ledger !== facts.ledger) different.push("ledger");
  return different;
}
