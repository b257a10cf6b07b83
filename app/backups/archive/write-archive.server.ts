import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  beginSnapshot,
  type CopyDatabase,
  dumpTable,
  listMigrations,
  listSequences,
  listTables,
} from "../../core/database/copy/table-copy.server.ts";
import { listRecipients, signBytes } from "../keys/backup-keys.server.ts";
import type { LostFiles } from "../nightly/backups.ts";
import { LEDGER_FILES } from "../removal-ledger/removal-ledger.server.ts";
import {
  archiveKey,
  blobListKey,
  compress,
  encrypt,
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestSchema,
  type Part,
  readSiteFacts,
  SIGNATURE,
  type StoredPart,
  summing,
  writeParts,
} from "./archive-format.server.ts";
import { type Expected, findLost, readExpected } from "./lost-files.server.ts";
import { writeBlobList } from "./prune-archives.server.ts";
import {
  type ContentsPlan,
  type FileIndex,
  type StoredContents,
  storeContents,
} from "./store-contents.server.ts";

/** The sources and the target of an archive. */
type BackupPlan = Omit<ContentsPlan, "recipients" | "folder"> & {
  site: string;
  engine: Manifest["engine"];
  database: CopyDatabase;
  /** The small files beside the database, by name: keys, unsent mail, the removal ledger. */
  extras: readonly { name: string; path: string }[];
};

export type WrittenArchive = {
  key: string;
  bytes: number;
  manifest: Manifest;
  newBlobs: number;
  /** Files whose content changed without being written. */
  changed: string[];
  /** Files that records refer to and the store lacks. */
  lost: LostFiles | undefined;
  /** For the next backup. */
  fileIndex: FileIndex;
};

const BINARY_TYPE = "application/octet-stream";

/**
 * Writes one archive: first the contents, then the archive that refers to them, so that every stored archive is
 * complete. A crash leaves only contents that no archive refers to.
 */
export async function writeArchive(plan: BackupPlan): Promise<WrittenArchive> {
  const folder = await mkdtemp(join(tmpdir(), "fge-backup-"));
  try {
    const recipients = await listRecipients(plan.keys);
    const file = join(folder, "archive");
    let archive: { manifest: Manifest; contents: StoredContents; expected: Expected } | undefined;
    const parts = archiveParts(
      plan,
      () => storeContents({ ...plan, recipients, folder }),
      (manifest, contents, expected) => {
        archive = { manifest, contents, expected };
      },
    );
    await pipeline(
      Readable.from(await encrypt(compress(writeParts(parts)), recipients)),
      createWriteStream(file, { flush: true, mode: 0o600 }),
    );
    if (!archive) throw new Error("an archive without a manifest");
    const { manifest, contents, expected } = archive;
    const key = archiveKey(plan.at, randomBytes(3).toString("hex"));
    const blobs = [...new Set(manifest.files.map(({ blob }) => blob))].sort();
    await plan.target.write(blobListKey(key), writeBlobList(blobs));
    await plan.target.put(key, file, BINARY_TYPE);
    const info = await plan.target.info(key);
    const { stored: newBlobs, changed, written, fileIndex } = contents;
    const lost = findLost(expected, manifest.files, written, plan.at);
    return { key, bytes: info?.size ?? 0, manifest, newBlobs, changed, lost, fileIndex };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The parts read in one snapshot, which ends before the files are read: that may take hours. */
async function* snapshotParts(
  { database, at }: BackupPlan,
  onRead: (
    read: Pick<Manifest, "migrations" | "sequences" | "tables" | "parts" | "facts">,
    expected: Expected,
  ) => void,
): AsyncGenerator<Part> {
  const parts: StoredPart[] = [];
  const tables: Manifest["tables"] = [];
  await beginSnapshot(database);
  try {
    for (const table of await listTables(database.ask)) {
      const { bytes, sum } = summing(dumpTable(database, table));
      const name = `table/${table.name}`;
      yield { name, content: bytes };
      const { size, sha256, lines } = sum();
      parts.push({ name, size, sha256 });
      tables.push({ ...table, rows: lines });
    }
    const migrations = await listMigrations(database.ask);
    const sequences = await listSequences(database.ask);
    const facts = await readSiteFacts(database.ask);
    const names = tables.map(({ name }) => name);
    const expected = await readExpected(database.ask, names, at);
    onRead({ migrations, sequences, tables, parts, facts }, expected);
  } finally {
    await database.script("rollback");
  }
}

async function* archiveParts(
  plan: BackupPlan,
  // After the snapshot: a file without a record does no harm, a record without its file does.
  storeFiles: () => Promise<StoredContents>,
  onManifest: (manifest: Manifest, contents: StoredContents, expected: Expected) => void,
): AsyncGenerator<Part> {
  let read: Parameters<Parameters<typeof snapshotParts>[1]>[0] | undefined;
  let expected: Expected = { named: [], earlier: [] };
  yield* snapshotParts(plan, (found, named) => {
    read = found;
    expected = named;
  });
  const extras: StoredPart[] = [];
  for (const { name, path } of plan.extras) {
    const { bytes, sum } = summing(createReadStream(path));
    yield { name, content: bytes };
    const { size, sha256 } = sum();
    extras.push({ name, size, sha256 });
  }
  const contents = await storeFiles();
  const manifest = manifestSchema.parse({
    format: FORMAT,
    site: plan.site,
    madeAt: plan.at.toISOString(),
    engine: plan.engine,
    ...read,
    parts: [...(read?.parts ?? []), ...extras],
    files: contents.files,
  });
  onManifest(manifest, contents, expected);
  const manifestBytes = Buffer.from(JSON.stringify(manifest));
  yield { name: MANIFEST, content: Readable.from([manifestBytes]) };
  yield { name: SIGNATURE, content: Readable.from([signBytes(plan.keys, manifestBytes)]) };
}

/** The small files of the data folder that a restored site needs. */
export async function listExtras(dataDir: string): Promise<BackupPlan["extras"]> {
  const namesIn = (folder: string) => readdir(folder).catch((): string[] => []);
  const present = new Set(await namesIn(dataDir));
  const outbox = (await namesIn(join(dataDir, "outbox"))).filter((name) => name.endsWith(".eml"));
  const presentFiles = (kind: string, names: readonly string[]) =>
    names
      .filter((name) => present.has(name))
      .map((name) => ({ name: `${kind}/${name}`, path: join(dataDir, name) }));
  return [
    ...presentFiles("key", ["session-secret", "backup-keys.json"]),
    ...presentFiles("beside", Object.values(LEDGER_FILES)),
    ...outbox.map((name) => ({ name: `outbox/${name}`, path: join(dataDir, "outbox", name) })),
  ];
}
