import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { factsOf } from "../../../tests/support/database/database-restore.ts";
import type { EngineName } from "../../../tests/support/database/test-database.ts";
import { isDeep } from "../../../tests/support/fuzz/repetitions.ts";
import {
  type CopiedSite,
  fillCopiedSite,
  openCopiedSite,
} from "../../../tests/support/product/copied-site.ts";
import { freePort } from "../../../tests/support/product/product.ts";
import { makeS3Server, S3_KEYS } from "../../../tests/support/s3-server.ts";
import {
  type CopyDatabase,
  dumpTable,
  listTables,
} from "../../core/database/copy/table-copy.server.ts";
import { SCHEMA } from "../../core/database/database.server.ts";
import { warningTallies } from "../../core/log/tallies.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { s3Storage } from "../../core/storage/storage-s3.server.ts";
import { sumOf } from "../archive/archive-format.server.ts";
import { verifyArchive } from "../archive/read-archive.server.ts";
import { listExtras, type WrittenArchive, writeArchive } from "../archive/write-archive.server.ts";
import {
  type BackupKeys,
  isOwnRecoveryKey,
  makeBackupKeys,
  readBackupKeys,
} from "../keys/backup-keys.server.ts";
import { RecoveryKeyError, readRecoveryKey } from "../keys/recovery-key.server.ts";
import { restoreArchive } from "../restore/restore-archive.server.ts";

const ENGINES = ["embedded", "server"] as const;
/** Where the files of a site are: beside it, or in a store that speaks S3. */
const STORES = ["disk", "s3"] as const;
type StoreName = (typeof STORES)[number];
/** Each engine and each store at each commit; in depth, each with each. */
const PLACES = isDeep
  ? ENGINES.flatMap((engine) => STORES.map((files) => [engine, files] as const))
  : ENGINES.map((engine, n) => [engine, STORES[n] ?? "disk"] as const);
const AT = new Date("2026-11-23T02:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "fge-backups-"));
const port = await freePort();
const bucket = { endpoint: `http://127.0.0.1:${port}`, bucket: "files", ...S3_KEYS };
const s3 = makeS3Server({ directory: join(folder, "s3"), buckets: ["files"], port });
beforeAll(() => s3.run());
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

let places = 0;
/** The files of a site, in a folder of the bucket that nobody else has where they are not beside it. */
const filesIn = (site: CopiedSite, name: StoreName): Storage =>
  name === "disk" ? site.files : s3Storage({ ...bucket, prefix: `site-${places++}/` });

type Backup = {
  written: WrittenArchive;
  store: string;
  keys: BackupKeys;
  recoveryKey: string;
  sums: Record<string, string>;
  facts: string[];
};
const backups = new Map<string, Backup>();

/** What each table holds, as one number. */
async function sumsOf(copy: CopyDatabase): Promise<Record<string, string>> {
  const sums: Record<string, string> = {};
  for (const table of await listTables(copy.ask)) {
    const { sha256, lines } = await sumOf(dumpTable(copy, table));
    sums[table.name] = `${lines} ${sha256}`;
  }
  return sums;
}

beforeAll(async () => {
  for (const [name, files] of PLACES) {
    const site = await openCopiedSite(name, "migrated");
    await fillCopiedSite(site);
    const { keys, recoveryKey } = await makeBackupKeys(site.dataDir);
    const storage = filesIn(site, files);
    if (files === "s3") {
      for await (const { key } of site.files.list("uploads/")) {
        await storage.put(key, join(site.files.name, key), "application/octet-stream");
      }
    }
    const store = join(folder, `${name}-${files}`);
    const written = await writeArchive({
      at: AT,
      site: "018f0000-0000-7000-8000-000000000001",
      engine: name,
      database: site.copy,
      // As in a bucket, where the mark of the store stands among the files.
      files: [{ storage: { ...storage, mark: "uploads/.store.json" }, prefix: "uploads/" }],
      extras: await listExtras(site.dataDir),
      keys,
      target: diskStorage(store),
    });
    const sums = await sumsOf(site.copy);
    const facts = await factsOf(site.engine);
    backups.set(`${name} ${files}`, { written, store, keys, recoveryKey, sums, facts });
    await site.close();
  }
}, 300_000);

function backupOf(name: EngineName, files: StoreName = "disk"): Backup {
  const backup = backups.get(`${name} ${files}`);
  if (!backup) throw new Error(`no backup of ${name}`);
  return backup;
}

const sourceOf = async ({ written, store, recoveryKey }: Backup) => ({
  store: diskStorage(store),
  key: written.key,
  reading: await readRecoveryKey(recoveryKey),
});

describe.each(PLACES)("an archive of the %s engine, files on %s", (from, filesFrom) => {
  test("names what it holds, and keeps equal contents once", () => {
    const { written } = backupOf(from, filesFrom);
    expect(written.manifest.tables.find(({ name }) => name === "news")?.rows).toBeGreaterThan(400);
    expect(written.manifest.files).toHaveLength(4);
    expect(written.newBlobs).toBe(3);
    expect(written.manifest.parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["key/session-secret", "beside/erasures.jsonl", "outbox/1.eml"]),
    );
  });

  test.each(PLACES)("comes back whole into the %s engine, files on %s", async (to, filesTo) => {
    const backup = backupOf(from, filesFrom);
    const source = await sourceOf(backup);
    const manifest = await verifyArchive(source);
    const site = await openCopiedSite(to, "empty");
    const files = filesIn(site, filesTo);
    try {
      await restoreArchive({
        source,
        manifest,
        schemaFolder: SCHEMA,
        database: site.copy,
        storageOf: () => files,
        dataDir: site.dataDir,
        isCompared: true,
      });
      expect(await sumsOf(site.copy)).toEqual(backup.sums);
      if (from === to) expect(await factsOf(site.engine)).toEqual(backup.facts);
      expect(await site.engine.findFault(SCHEMA)).toBeUndefined();
      // What was done to a copy is not told as if it were the site.
      expect(warningTallies.list().map(({ name }) => name)).not.toContain("schema applied");
      const text = (name: string) => readFileSync(join(site.dataDir, name), "utf8");
      const file = async (key: string) => String(await buffer(await files.read(key)));
      expect(await file("uploads/2026/a-again.txt")).toBe("bonjour");
      expect(await file("uploads/2026/été.bin")).toBe("\0\u0001".repeat(100_000));
      expect(await file("uploads/empty.txt")).toBe("");
      expect(text("session-secret")).toBe(`${"s".repeat(43)}\n`);
      expect(text("outbox/1.eml")).toContain("Bonjour");
      expect(readBackupKeys(site.dataDir)).toEqual(backup.keys);
      // What the site writes next goes on where it stood, and its triggers are there.
      const [arrival] = await site.copy.ask<{ next: string }>(
        "select nextval('event_registrations_arrival_seq')::text as next",
      );
      expect(Number(arrival?.next)).toBeGreaterThan(1);
    } finally {
      await site.close();
    }
  });
});

test("the printed key is known again, however it is typed, and no other", async () => {
  const { keys, recoveryKey } = backupOf("embedded");
  const other = backupOf("server", "s3").recoveryKey;
  expect(await isOwnRecoveryKey(keys, recoveryKey.toLowerCase().replaceAll(" ", "  "))).toBe(true);
  expect(await isOwnRecoveryKey(keys, other)).toBe(false);
  await expect(isOwnRecoveryKey(keys, "FGE-RECOVERY-1:x:y")).rejects.toThrow(RecoveryKeyError);
  const { identity } = await readRecoveryKey(recoveryKey);
  expect(JSON.stringify(keys)).not.toContain(identity.slice(20));
});
