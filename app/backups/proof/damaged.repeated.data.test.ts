import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { laterSchema } from "../../../tests/support/database/database-restore.ts";
import { isDeep, someOf } from "../../../tests/support/fuzz/repetitions.ts";
import {
  type OpenArchive,
  replacePart,
  rewriteArchive,
} from "../../../tests/support/product/archives.ts";
import { fillCopiedSite, openCopiedSite } from "../../../tests/support/product/copied-site.ts";
import { SCHEMA } from "../../core/database/database.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { ArchiveError, blobKey, encrypt } from "../archive/archive-format.server.ts";
import { type ArchiveSource, verifyArchive } from "../archive/read-archive.server.ts";
import { listExtras, type WrittenArchive, writeArchive } from "../archive/write-archive.server.ts";
import {
  type BackupKeys,
  listRecipients,
  makeBackupKeys,
  toReadingKey,
} from "../keys/backup-keys.server.ts";
import { restoreArchive } from "../restore/restore-archive.server.ts";
import { proveArchive } from "./prove-archive.server.ts";

// Archives to which something happened, and those that their makers got wrong: what a restore does with them, and
// what the try of each night says.

const TAKES = 120_000;
const folder = mkdtempSync(join(tmpdir(), "fge-damaged-"));
const dataDir = join(folder, "data");
const whole = join(folder, "whole");
const withoutPolicy = join(folder, "without-policy");
let keys: BackupKeys;
let others: BackupKeys;
let written: WrittenArchive;

beforeAll(async () => {
  keys = (await makeBackupKeys(dataDir)).keys;
  others = (await makeBackupKeys(join(folder, "others"))).keys;
  const site = await openCopiedSite("embedded", "migrated");
  await fillCopiedSite(site);
  const write = async (store: string) =>
    writeArchive({
      at: new Date("2026-11-23T02:00:00Z"),
      site: "018f0000-0000-7000-8000-000000000001",
      engine: "embedded",
      database: site.copy,
      files: [{ storage: { ...site.files, mark: "uploads/.store.json" }, prefix: "uploads/" }],
      extras: await listExtras(site.dataDir),
      keys,
      target: diskStorage(store),
    });
  written = await write(whole);
  await site.copy.script("drop policy news_staff_reads on news");
  await write(withoutPolicy);
  await site.close();
}, TAKES);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of a store to do something to. */
function copyOfStore(from = whole): string {
  const store = mkdtempSync(join(folder, "copy-"));
  cpSync(from, store, { recursive: true });
  return store;
}
const sourceIn = (store: string, more: Partial<ArchiveSource> = {}): ArchiveSource => ({
  store: diskStorage(store),
  key: written.key,
  reading: toReadingKey(keys),
  ...more,
});

/** What becomes of an archive that is to be restored, in a place that notices the first touch. */
async function outcome(source: ArchiveSource): Promise<string> {
  const touch = () => {
    throw new Error("touched");
  };
  const place = () => new Proxy({} as never, { get: touch });
  try {
    const manifest = await verifyArchive(source);
    const plan = { source, manifest, schemaFolder: SCHEMA, dataDir: join(folder, "nowhere") };
    await restoreArchive({ ...plan, database: place(), storageOf: place });
    return "restored";
  } catch (error) {
    const { message } = error as Error;
    return error instanceof ArchiveError ? `refused: ${message}` : message;
  }
}

test("whole, it is restored", async () => {
  expect(await outcome(sourceIn(copyOfStore()))).toBe("touched");
});

type Damage = (archive: string, store: string, blobs: string[]) => void;

describe("a damaged archive is refused before anything is touched", () => {
  const flip = (path: string, place: (length: number) => number) => {
    const bytes = readFileSync(path);
    const at = place(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  };
  const cut = (path: string, length: (whole: number) => number) =>
    writeFileSync(path, readFileSync(path).subarray(0, length(readFileSync(path).length)));

  test.each<[string, Damage]>([
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
    const store = copyOfStore();
    const names = new Set(written.manifest.files.map(({ blob }) => blob));
    const blobs = [...names].map((blob) => join(store, blobKey(blob)));
    damage(join(store, written.key), store, blobs);
    expect(await outcome(sourceIn(store))).toMatch(/^refused: /);
  });

  test("encrypted to another key", async () => {
    const reading = { ...toReadingKey(keys), identity: others.identity };
    expect(await outcome(sourceIn(whole, { reading }))).toContain("another key");
  });
});

describe("a store that changes between the two readings of a restore writes nothing unchecked", () => {
  /** What is put into the place of files and the data folder while the archive is read once more. */
  async function second(spoil: (store: string) => unknown) {
    const store = copyOfStore();
    const source = sourceIn(store);
    const manifest = await verifyArchive(source);
    await spoil(store);
    const site = await openCopiedSite("embedded", "empty");
    const put: string[] = [];
    const files = {
      ...site.files,
      async put(key: string, file: string) {
        put.push(`${key} ${readFileSync(file).length}`);
      },
    };
    const plan = { source, manifest, schemaFolder: SCHEMA, dataDir: join(site.dataDir, "to") };
    const restoring = restoreArchive({ ...plan, database: site.copy, storageOf: () => files });
    const message = await restoring.then(
      () => "restored",
      (error: Error) => error.message,
    );
    const secret = readIfThere(join(site.dataDir, "to/session-secret"));
    const mail = readIfThere(join(site.dataDir, "to/outbox/1.eml"));
    await site.close();
    return { message, put, secret, mail };
  }
  const readIfThere = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

  test("a file", { timeout: TAKES }, async () => {
    const file = written.manifest.files.find(({ key }) => key === "uploads/a.txt");
    const { message, put } = await second(async (store) => {
      const other = Readable.from([Buffer.from("autre chose")]);
      const sealed = await encrypt(other, await listRecipients(keys));
      writeFileSync(join(store, blobKey(file?.blob ?? "")), await buffer(sealed));
    });
    expect(message).toContain("it changed meanwhile");
    expect(put.filter((key) => key.startsWith("uploads/a.txt"))).toEqual([]);
  });

  test.each([
    ["key/session-secret", "secret"],
    ["outbox/1.eml", "mail"],
  ] as const)("what stands beside the data: %s", { timeout: TAKES }, async (part, where) => {
    const result = await second((store) =>
      rewriteArchive(diskStorage(store), written.key, keys, (archive) =>
        replacePart(archive, part, Buffer.from("autre chose")),
      ),
    );
    expect(result.message).toContain("it changed meanwhile");
    expect(result[where]).toBeUndefined();
  });
});

type Change = (archive: OpenArchive) => unknown;

/** The same archive, changed by somebody who has the keys of the machine, or by a mistake of ours. */
async function rewritten(change: Change, signer?: BackupKeys): Promise<string> {
  const store = copyOfStore();
  await rewriteArchive(diskStorage(store), written.key, keys, change, signer);
  return store;
}
const LATER_HASH = "f".repeat(64);

describe("an archive that reads well and is not what it should be is refused as well", () => {
  test.each<[string, string, Change]>([
    [
      "of a later format",
      "later version",
      ({ manifest }) => Object.assign(manifest, { format: 2 }),
    ],
    ["of a later schema", "later version", ({ manifest }) => manifest.migrations.push(LATER_HASH)],
    ["of another history", "not ours", ({ manifest }) => manifest.migrations.fill(LATER_HASH)],
    ["a part is missing", "parts differ", ({ parts }) => parts.delete("table/news")],
    ["a part too many", "parts differ", ({ parts }) => parts.set("table/x", Buffer.from("x"))],
    ["another part", "parts differ", ({ parts }) => parts.set("table/news", Buffer.from("x"))],
    ["no file is named as it is", "damaged", ({ manifest }) => manifest.files.push({} as never)],
    [
      "a file of another content",
      "a file differs",
      ({ manifest: { files } }) => Object.assign(files[0] ?? {}, { sha256: "0".repeat(64) }),
    ],
  ])("%s", async (_name, words, change) => {
    const result = await outcome(sourceIn(await rewritten(change)));
    expect(result).toMatch(/^refused: /);
    expect(result).toContain(words);
  });

  test("of another signer, though it is encrypted to us", async () => {
    expect(await outcome(sourceIn(await rewritten(() => {}, others)))).toContain("another site");
  });

  test("written again as it was, it is restored", async () => {
    expect(await outcome(sourceIn(await rewritten(() => {})))).toBe("touched");
  });
});

test(
  "an archive of an older schema is restored whole, and brought to the newer one",
  async () => {
    const later = laterSchema({ statements: 'ALTER TABLE "news" ADD COLUMN "later" text;' });
    const site = await openCopiedSite("embedded", "empty");
    try {
      const source = sourceIn(whole);
      const manifest = await verifyArchive(source);
      const plan = { source, manifest, schemaFolder: later.folder, dataDir: site.dataDir };
      await restoreArchive({ ...plan, database: site.copy, storageOf: () => site.files });
      const [news] = await site.copy.ask<{ rows: number; later: number }>(
        "select count(*)::int as rows, count(later)::int as later from news",
      );
      const rows = manifest.tables.find(({ name }) => name === "news")?.rows;
      expect(news).toEqual({ rows, later: 0 });
      expect(await site.engine.findFault(later.folder)).toBeUndefined();
    } finally {
      await site.close();
      later.remove();
    }
  },
  TAKES,
);

describe("the try of the night", () => {
  const prove = (store: string) =>
    proveArchive({
      at: new Date().toISOString(),
      folder: store,
      dataDir,
      schema: SCHEMA,
      work: mkdtempSync(join(folder, "work-")),
    });

  test("says that what came back is what had been there", { timeout: TAKES }, async () => {
    expect(await prove(whole)).toMatchObject({ reason: undefined, findings: {} });
  });

  test.runIf(isDeep)("says that a policy was missing", { timeout: TAKES }, async () => {
    expect(await prove(withoutPolicy)).toMatchObject({
      reason: "differs",
      findings: { different: ["policies"] },
    });
  });

  test.each(
    someOf<[string, string[], Change]>(
      [
        [
          "the book of money adds up to something else",
          ["ledger"],
          ({ manifest }) => Object.assign(manifest.facts ?? {}, { ledger: "0".repeat(64) }),
        ],
        [
          "a row is missing",
          ["news"],
          async (archive) => {
            const lines = String(archive.parts.get("table/news")).split("\n");
            await replacePart(archive, "table/news", Buffer.from(lines.slice(1).join("\n")));
          },
        ],
      ],
      1,
    ),
  )("says that %s", { timeout: TAKES }, async (_name, different, change) => {
    expect(await prove(await rewritten(change))).toMatchObject({
      reason: "differs",
      findings: { different },
    });
  });

  test.each(
    someOf<[string, Change, (() => BackupKeys)?]>(
      [
        [
          "the content of a file is another one",
          ({ manifest: { files } }) => Object.assign(files[0] ?? {}, { sha256: "0".repeat(64) }),
        ],
        ["somebody else signed it", () => {}, () => others],
      ],
      1,
    ),
  )(
    "does not take it for an archive when %s",
    { timeout: TAKES },
    async (_name, change, signer) => {
      const store = await rewritten(change, signer?.());
      await expect(prove(store)).rejects.toMatchObject({ reason: "damaged" });
    },
  );
});
