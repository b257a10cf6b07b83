import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertRow } from "../../../tests/database/tables.ts";
import { freePort } from "../../../tests/support/product/product.ts";
import { makeS3Server, S3_KEYS } from "../../../tests/support/s3-server.ts";
import { applyScheduledSwitch, readJournal } from "../../core/database/copy/site-states.server.ts";
import { openDatabase } from "../../core/database/database.server.ts";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import type { Engine } from "../../core/database/engine.server.ts";
import { storageOf } from "../../core/storage/storage.server.ts";
import { s3Storage } from "../../core/storage/storage-s3.server.ts";
import { advanceTurn, checkStore } from "../../files/storage/store-mark.system.server.ts";
import { listArchives } from "../archive/prune-archives.server.ts";
import { makeBackupKeys } from "../keys/backup-keys.server.ts";
import { runNightlyBackup } from "../nightly/backups.jobs.server.ts";
import { listRestorable } from "./restore-archives.server.ts";
import { requestCopy } from "./restore-changes.system.server.ts";
import { prepareRestores } from "./restores.jobs.server.ts";

// Uploads in one bucket and archives in another: the bucket of uploads is one for the site and for its copy.

const folder = mkdtempSync(join(tmpdir(), "fge-restores-s3-"));
const DATA_DIR = join(folder, "data");
const port = await freePort();
const endpoint = `http://127.0.0.1:${port}`;
const { accessKeyId, secretAccessKey } = S3_KEYS;
Object.assign(process.env, {
  DATA_DIR,
  S3_ENDPOINT: endpoint,
  S3_BUCKET: "uploads",
  S3_ACCESS_KEY: accessKeyId,
  S3_SECRET_KEY: secretAccessKey,
  BACKUP_S3_ENDPOINT: endpoint,
  BACKUP_S3_BUCKET: "archives",
  BACKUP_S3_ACCESS_KEY: accessKeyId,
  BACKUP_S3_SECRET_KEY: secretAccessKey,
});
const server = makeS3Server({
  directory: join(folder, "s3"),
  buckets: ["uploads", "archives"],
  port,
});
const SETTINGS = { DATA_DIR, DATA_DIR_WITHOUT_LOCKS: false };
const TAKES = 240_000;
let engine: Engine;

async function start(): Promise<void> {
  applyScheduledSwitch(SETTINGS);
  const opened = await openDatabase(SETTINGS, async () => {});
  await opened.ready;
  engine = opened.engine;
}

beforeAll(async () => {
  await server.run();
  mkdirSync(join(DATA_DIR, "files/samples"), { recursive: true });
  writeFileSync(join(DATA_DIR, "files/samples/s.txt"), "sample");
  await makeBackupKeys(DATA_DIR);
  await start();
}, TAKES);
afterAll(async () => {
  await engine.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test(
  "an archive of the store elsewhere is restored; what the bucket lost comes back, and nothing is taken from it",
  async () => {
    const uploads = storageOf("uploads/a.txt");
    const put = (key: string) => uploads.write(key, key);
    for (const key of ["uploads/kept.txt", "uploads/lost.txt"]) await put(key);
    await checkStore();
    const id = await asSystem("test", (db) =>
      insertRow(db, "profiles", { email: "a@example.org", role: "admin", is_active: true }),
    );
    await runNightlyBackup(new AbortController().signal, 0);
    await uploads.remove("uploads/lost.txt");
    await put("uploads/later.txt");
    await advanceTurn();
    writeFileSync(join(DATA_DIR, "files/samples/s.txt"), "changed");

    const [here, elsewhere] = await listRestorable();
    expect(elsewhere?.archives).toEqual(here?.archives);
    const bucket = s3Storage({ endpoint, bucket: "archives", ...S3_KEYS });
    const archive = (await listArchives(bucket))[0]?.key ?? "";
    // The folder of this machine is gone.
    rmSync(join(DATA_DIR, "backups"), { recursive: true });
    const staff = { id, name: "A", email: "a@example.org" };
    expect(await requestCopy(staff, { archive, from: "here" })).toBe("gone");
    expect(await requestCopy(staff, { archive, from: "elsewhere" })).toBe("done");
    await prepareRestores(new AbortController().signal, 0);
    expect(readJournal(DATA_DIR).work).toBeUndefined();

    await engine.close();
    await start();
    expect(readFileSync(join(DATA_DIR, "files/samples/s.txt"), "utf8")).toBe("sample");
    for (const key of ["uploads/kept.txt", "uploads/lost.txt", "uploads/later.txt"]) {
      expect(await text(await uploads.read(key))).toBe(key);
    }
    // Behind its files: nothing is removed from the bucket before somebody agrees.
    expect(await checkStore()).toBe("older");
  },
  TAKES,
);

test("a store elsewhere that is away is told as such, and keeps no screen waiting", async () => {
  await server.close();
  const began = performance.now();
  const [, elsewhere] = await listRestorable();
  expect(elsewhere).toEqual({ place: "elsewhere", archives: undefined });
  expect(performance.now() - began).toBeLessThan(10_000);
  await server.run();
});
