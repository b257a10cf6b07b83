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
import type { Storage } from "../../core/storage/storage.server.ts";
import { type BackupKeys, recipientsOf, signWith } from "../keys/backup-keys.server.ts";
import type { LostFiles } from "../nightly/backups.ts";
import { LEDGER_FILES } from "../removal-ledger/removal-ledger.server.ts";
import {
  archiveKey,
  blobListOf,
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
import { type FileIndex, type StoredContents, storeContents } from "./store-contents.server.ts";

/** What an archive is made of, and where it goes. */
export type BackupPlan = {
  at: Date;
  site: string;
  engine: Manifest["engine"];
  database: CopyDatabase;
  /** Where the stored files are, by the prefix of their keys. */
  files: readonly { storage: Storage; prefix: string }[];
  /** What else stands beside the data, by name: keys, mail that could not leave, erasures. */
  extras: readonly { name: string; path: string }[];
  /** What the last backup found in them. */
  known?: FileIndex;
  keys: BackupKeys;
  target: Storage;
  /** Where a content that is damaged in the target may still be whole. */
  spare?: Storage;
};

export type WrittenArchive = {
  key: string;
  bytes: number;
  manifest: Manifest;
  newBlobs: number;
  /** Files whose content changed by itself. */
  changed: string[];
  /** What records name and the store lacks. */
  lost: LostFiles | undefined;
  /** For the next backup. */
  known: FileIndex;
};

const BINARY = "application/octet-stream";

/**
 * Writes one archive: contents first, then the archive that names them, so that an archive which stands in
 * its place is whole. What a crash leaves is contents that no archive names.
 */
export async function writeArchive(plan: BackupPlan): Promise<WrittenArchive> {
  const folder = await mkdtemp(join(tmpdir(), "fge-backup-"));
  try {
    const recipients = await recipientsOf(plan.keys);
    const archive = join(folder, "archive");
    let made: { manifest: Manifest; contents: StoredContents; expected: Expected } | undefined;
    const parts = partsOf(
      plan,
      () => storeContents({ ...plan, recipients, folder }),
      (manifest, contents, expected) => {
        made = { manifest, contents, expected };
      },
    );
    await pipeline(
      Readable.from(await encrypt(compress(writeParts(parts)), recipients)),
      createWriteStream(archive, { flush: true, mode: 0o600 }),
    );
    if (!made) throw new Error("an archive without a manifest");
    const { manifest, contents, expected } = made;
    const key = archiveKey(plan.at, randomBytes(3).toString("hex"));
    const blobs = [...new Set(manifest.files.map(({ blob }) => blob))].sort();
    await plan.target.write(blobListOf(key), writeBlobList(blobs));
    await plan.target.put(key, archive, BINARY);
    const info = await plan.target.info(key);
    const { stored: newBlobs, changed, written, known } = contents;
    const lost = findLost(expected, manifest.files, written, plan.at);
    return { key, bytes: info?.size ?? 0, manifest, newBlobs, changed, lost, known };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is read in the one snapshot, which is over before the files are read: that may take hours. */
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

async function* partsOf(
  plan: BackupPlan,
  // After the snapshot: a record without its file is a hole, a file without a record is not.
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
  const words = Buffer.from(JSON.stringify(manifest));
  yield { name: MANIFEST, content: Readable.from([words]) };
  yield { name: SIGNATURE, content: Readable.from([signWith(plan.keys, words)]) };
}

/** The small files of the data folder that a restored site needs. */
export async function extrasOf(dataDir: string): Promise<BackupPlan["extras"]> {
  const there = async (folder: string) => readdir(folder).catch(() => [] as string[]);
  const own = new Set(await there(dataDir));
  const outbox = (await there(join(dataDir, "outbox"))).filter((name) => name.endsWith(".eml"));
  return [
    ...["session-secret", "backup-keys.json"]
      .filter((name) => own.has(name))
      .map((name) => ({ name: `key/${name}`, path: join(dataDir, name) })),
    ...Object.values(LEDGER_FILES)
      .filter((name) => own.has(name))
      .map((name) => ({ name: `beside/${name}`, path: join(dataDir, name) })),
    ...outbox.map((name) => ({ name: `outbox/${name}`, path: join(dataDir, "outbox", name) })),
  ];
}
