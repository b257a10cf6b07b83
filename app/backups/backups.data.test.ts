import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fillCopiedSite, openCopiedSite } from "../../tests/support/copied-site.ts";
import { factsOf } from "../../tests/support/database-restore.ts";
import type { EngineName } from "../../tests/support/test-database.ts";
import { SCHEMA } from "../core/database/database.server.ts";
import type { CopyDatabase } from "../core/database/table-copy.server.ts";
import { dumpTable, listTables } from "../core/database/table-dump.server.ts";
import { diskStorage } from "../core/storage-disk.server.ts";
import {
  type BackupKeys,
  isOwnRecoveryKey,
  makeBackupKeys,
  readBackupKeys,
  readingKeyOf,
  readRecoveryKey,
} from "./backup-keys.server.ts";
import { ArchiveError, blobKey } from "./manifest.ts";
import { verifyArchive } from "./read-archive.server.ts";
import { restoreArchive } from "./restore-archive.server.ts";
import { sumOf } from "./sealing.server.ts";
import { extrasOf, type WrittenArchive, writeArchive } from "./write-archive.server.ts";

const ENGINES = ["embedded", "server"] as const;
const AT = new Date("2026-11-23T02:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "fge-backups-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Backup = {
  written: WrittenArchive;
  store: string;
  keys: BackupKeys;
  recoveryKey: string;
  sums: Record<string, string>;
  facts: string[];
};
const backups = new Map<EngineName, Backup>();

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
  for (const name of ENGINES) {
    const site = await openCopiedSite(name, "migrated");
    await fillCopiedSite(site);
    const { keys, recoveryKey } = await makeBackupKeys(site.dataDir);
    const store = join(folder, name);
    const written = await writeArchive({
      at: AT,
      site: "018f0000-0000-7000-8000-000000000001",
      engine: name,
      database: site.copy,
      // As in a bucket, where the mark of the store stands among the files.
      files: [{ storage: { ...site.files, mark: "uploads/.store.json" }, prefix: "uploads/" }],
      extras: await extrasOf(site.dataDir),
      keys,
      target: diskStorage(store),
    });
    const sums = await sumsOf(site.copy);
    const facts = await factsOf(site.engine);
    backups.set(name, { written, store, keys, recoveryKey, sums, facts });
    await site.close();
  }
}, 300_000);

function backupOf(name: EngineName): Backup {
  const backup = backups.get(name);
  if (!backup) throw new Error(`no backup of ${name}`);
  return backup;
}

const sourceOf = ({ written, store, recoveryKey }: Backup) => ({
  store: diskStorage(store),
  key: written.key,
  reading: readRecoveryKey(recoveryKey),
});

describe.each(ENGINES)("an archive of the %s engine", (from) => {
  test("names what it holds, and keeps equal contents once", () => {
    const { written } = backupOf(from);
    expect(written.manifest.tables.find(({ name }) => name === "news")?.rows).toBeGreaterThan(400);
    expect(written.manifest.files).toHaveLength(4);
    expect(written.newBlobs).toBe(3);
    expect(written.manifest.parts.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["key/session-secret", "beside/erasures.jsonl", "outbox/1.eml"]),
    );
  });

  test.each(ENGINES)("comes back whole into the %s engine", async (to) => {
    const backup = backupOf(from);
    const source = sourceOf(backup);
    const manifest = await verifyArchive(source);
    const site = await openCopiedSite(to, "empty");
    try {
      await restoreArchive({
        source,
        manifest,
        schemaFolder: SCHEMA,
        database: site.copy,
        storageOf: () => site.files,
        dataDir: site.dataDir,
      });
      expect(await sumsOf(site.copy)).toEqual(backup.sums);
      if (from === to) expect(await factsOf(site.engine)).toEqual(backup.facts);
      expect(await site.engine.findFault(SCHEMA)).toBeUndefined();
      const text = (name: string) => readFileSync(join(site.dataDir, name), "utf8");
      expect(text("files/uploads/2026/a-again.txt")).toBe("bonjour");
      expect(text("files/uploads/2026/été.bin")).toBe("\0\u0001".repeat(100_000));
      expect(text("files/uploads/empty.txt")).toBe("");
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
  const other = backupOf("server").recoveryKey;
  expect(await isOwnRecoveryKey(keys, recoveryKey.toLowerCase().replaceAll(":", " : "))).toBe(true);
  expect(await isOwnRecoveryKey(keys, other)).toBe(false);
  expect(await isOwnRecoveryKey(keys, "FGE-RECOVERY-1:x:y")).toBe(false);
  expect(JSON.stringify(keys)).not.toContain(recoveryKey.split(":")[1] ?? "?");
});

describe("a damaged archive is refused before anything is touched", () => {
  /** A copy of the archive and its contents, with one thing done to it. */
  async function refusal(damage: (archive: string, store: string, blobs: string[]) => void) {
    const backup = backupOf("embedded");
    const store = mkdtempSync(join(folder, "damaged-"));
    cpSync(backup.store, store, { recursive: true });
    const names = new Set(backup.written.manifest.files.map(({ blob }) => blob));
    const blobs = [...names].map((blob) => join(store, blobKey(blob)));
    damage(join(store, backup.written.key), store, blobs);
    const source = { ...sourceOf(backup), store: diskStorage(store) };
    return verifyArchive(source).then(
      () => "nothing",
      (error: unknown) => (error instanceof ArchiveError ? "refused" : String(error)),
    );
  }

  const flip = (path: string, place: (length: number) => number) => {
    const bytes = readFileSync(path);
    const at = place(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const cut = (path: string, length: (whole: number) => number) =>
    writeFileSync(path, readFileSync(path).subarray(0, length(readFileSync(path).length)));

  test.each<[string, (archive: string, store: string, blobs: string[]) => void]>([
    ["empty", (archive) => cut(archive, () => 0)],
    ["cut in its header", (archive) => cut(archive, () => 50)],
    ["cut in the middle", (archive) => cut(archive, (whole) => Math.floor(whole / 2))],
    ["without its last byte", (archive) => cut(archive, (whole) => whole - 1)],
    ["a bit of its first byte", (archive) => flip(archive, () => 0)],
    ["a bit of its header", (archive) => flip(archive, () => 120)],
    ["a bit in the middle", (archive) => flip(archive, (length) => Math.floor(length / 2))],
    ["a bit of its last byte", (archive) => flip(archive, (length) => length - 1)],
    ["something behind it", (archive) => writeFileSync(archive, "x", { flag: "a" })],
    ["twice itself", (archive) => writeFileSync(archive, readFileSync(archive), { flag: "a" })],
    ["not there", (archive) => rmSync(archive)],
    ["words", (archive) => writeFileSync(archive, "bonjour")],
    ["a content is missing", (_archive, _store, [blob = ""]) => rmSync(blob)],
    ["a content is cut", (_archive, _store, blobs) => cut(blobs[2] ?? "", (whole) => whole - 20)],
    [
      "a bit of a content",
      (_archive, _store, blobs) => flip(blobs[2] ?? "", (length) => length - 9),
    ],
    ["a content is empty", (_archive, _store, [blob = ""]) => writeFileSync(blob, "")],
    [
      "two contents are exchanged",
      (_archive, _store, [one = "", other = ""]) => {
        const bytes = readFileSync(one);
        writeFileSync(one, readFileSync(other));
        writeFileSync(other, bytes);
      },
    ],
  ])("%s", async (_name, damage) => {
    expect(await refusal(damage)).toBe("refused");
  });

  test("whole, it is read", async () => {
    expect(await refusal(() => {})).toBe("nothing");
    expect(readdirSync(backupOf("embedded").store).sort()).toEqual(["archives", "blobs"]);
  });

  test("with another key, or of another signer", async () => {
    const [one, other] = [backupOf("embedded"), backupOf("server")];
    const wrongKey = { ...sourceOf(one), reading: readRecoveryKey(other.recoveryKey) };
    await expect(verifyArchive(wrongKey)).rejects.toThrow("another key");
    const reading = { ...readingKeyOf(one.keys), publicKey: readingKeyOf(other.keys).publicKey };
    await expect(verifyArchive({ ...sourceOf(one), reading })).rejects.toThrow("another site");
  });
});
