import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { CopyDatabase } from "../core/database/table-copy.server.ts";
import {
  beginSnapshot,
  dumpTable,
  listMigrations,
  listSequences,
  listTables,
} from "../core/database/table-dump.server.ts";
import type { Storage } from "../core/storage.server.ts";
import { type BackupKeys, blobNameOf, recipientsOf, signWith } from "./backup-keys.server.ts";
import {
  archiveKey,
  type BackedUpFile,
  blobKey,
  blobListOf,
  FORMAT,
  MANIFEST,
  type Manifest,
  manifestSchema,
  SIGNATURE,
  type StoredPart,
} from "./manifest.ts";
import { type Part, writeParts } from "./parts.ts";
import { compress, encrypt, summing, sumOf } from "./sealing.server.ts";

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
  keys: BackupKeys;
  target: Storage;
};

export type WrittenArchive = { key: string; bytes: number; manifest: Manifest; newBlobs: number };

const BINARY = "application/octet-stream";

/**
 * Writes one archive: contents first, then the archive that names them, so that an archive which stands in
 * its place is whole. What a crash leaves is contents that no archive names.
 */
export async function writeArchive(plan: BackupPlan): Promise<WrittenArchive> {
  const folder = await mkdtemp(join(tmpdir(), "fge-backup-"));
  try {
    const recipients = await recipientsOf(plan.keys);
    // Files after the snapshot has begun: a record without its file is a hole, a file without a record is not.
    await beginSnapshot(plan.database);
    const { files, stored } = await storeContents(plan, recipients, folder);
    const archive = join(folder, "archive");
    let manifest: Manifest | undefined;
    const parts = partsOf(plan, files, (made) => {
      manifest = made;
    });
    await pipeline(
      Readable.from(await encrypt(compress(writeParts(parts)), recipients)),
      createWriteStream(archive, { flush: true, mode: 0o600 }),
    );
    await plan.database.script("commit");
    if (!manifest) throw new Error("an archive without a manifest");
    const key = archiveKey(plan.at, randomBytes(3).toString("hex"));
    const blobs = [...new Set(files.map(({ blob }) => blob))].sort();
    await plan.target.write(blobListOf(key), blobs.join("\n"));
    await plan.target.put(key, archive, BINARY);
    const info = await plan.target.info(key);
    return { key, bytes: info?.size ?? 0, manifest, newBlobs: stored };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Stores what is not stored yet. A file that goes away meanwhile was let go after the snapshot. */
async function storeContents(plan: BackupPlan, recipients: readonly string[], folder: string) {
  const files: BackedUpFile[] = [];
  let stored = 0;
  for (const { storage, prefix } of plan.files) {
    for await (const { key } of storage.list(prefix)) {
      // The mark says whose a store is: the next one gets its own.
      if (key === storage.mark || !(await storage.info(key))) continue;
      const { size, sha256 } = await sumOf(await storage.read(key));
      const blob = blobNameOf(plan.keys, sha256);
      if (!(await plan.target.info(blobKey(blob)))) {
        const sealed = join(folder, "content");
        await pipeline(
          Readable.from(await encrypt(await storage.read(key), recipients)),
          createWriteStream(sealed, { mode: 0o600 }),
        );
        await plan.target.put(blobKey(blob), sealed, BINARY);
        stored++;
      }
      files.push({ key, size, sha256, blob });
    }
  }
  return { files, stored };
}

async function* partsOf(
  plan: BackupPlan,
  files: BackedUpFile[],
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Part> {
  const parts: StoredPart[] = [];
  const tables: Manifest["tables"] = [];
  const { ask } = plan.database;
  for (const table of await listTables(ask)) {
    const { bytes, sum } = summing(dumpTable(plan.database, table));
    const name = `table/${table.name}`;
    yield { name, content: bytes };
    const { size, sha256, lines } = sum();
    parts.push({ name, size, sha256 });
    tables.push({ ...table, rows: lines });
  }
  for (const { name, path } of plan.extras) {
    const { bytes, sum } = summing(createReadStream(path));
    yield { name, content: bytes };
    const { size, sha256 } = sum();
    parts.push({ name, size, sha256 });
  }
  const manifest = manifestSchema.parse({
    format: FORMAT,
    site: plan.site,
    madeAt: plan.at.toISOString(),
    engine: plan.engine,
    migrations: await listMigrations(ask),
    tables,
    sequences: await listSequences(ask),
    parts,
    files,
  } satisfies Manifest);
  onManifest(manifest);
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
    ...["erasures.jsonl"]
      .filter((name) => own.has(name))
      .map((name) => ({ name: `beside/${name}`, path: join(dataDir, name) })),
    ...outbox.map((name) => ({ name: `outbox/${name}`, path: join(dataDir, "outbox", name) })),
  ];
}
