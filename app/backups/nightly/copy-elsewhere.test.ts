import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test } from "vitest";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { DAY } from "../../core/values/durations.ts";
import {
  archiveKey,
  blobKey,
  blobListKey,
  encrypt,
  sumOf,
} from "../archive/archive-format.server.ts";
import { readContent } from "../archive/read-archive.server.ts";
import {
  type BackupKeys,
  blobName,
  listRecipients,
  makeBackupKeys,
  toReadingKey,
} from "../keys/backup-keys.server.ts";
import { copyElsewhere } from "./perform-backup.server.ts";

const NOW = new Date();
const folder = mkdtempSync(join(tmpdir(), "fge-elsewhere-"));
const { keys }: { keys: BackupKeys } = await makeBackupKeys(join(folder, "data"));
const archive = archiveKey(NOW, "abcdef");
let run = 0;
let here = diskStorage(join(folder, "none"));
let there = here;
const blobs: Record<string, string> = {};

/** A folder of archives with one archive of two contents, and an empty store elsewhere. */
beforeEach(async () => {
  run += 1;
  here = diskStorage(join(folder, `here-${run}`));
  there = diskStorage(join(folder, `there-${run}`));
  for (const words of ["bonjour", "bonsoir"]) {
    const { sha256 } = await sumOf(Readable.from([Buffer.from(words)]));
    const blob = blobName(keys, sha256);
    blobs[words] = blob;
    const sealed = await encrypt(Readable.from([Buffer.from(words)]), await listRecipients(keys));
    mkdirSync(join(here.name, "blobs", blob.slice(0, 2)), { recursive: true });
    writeFileSync(join(here.name, blobKey(blob)), await buffer(sealed));
  }
  await here.write(blobListKey(archive), Object.values(blobs).sort().join("\n"));
  await here.write(archive, "archive");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (store: typeof here, words: string) => join(store.name, blobKey(blobs[words] ?? ""));
const rot = (store: typeof here, words: string) => {
  const bytes = readFileSync(pathOf(store, words));
  bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
  writeFileSync(pathOf(store, words), bytes);
};
const content = (store: typeof here, words: string) =>
  text(readContent({ store, reading: toReadingKey(keys) }, blobs[words] ?? ""));
const copy = (days = 0) => copyElsewhere(here, there, new Date(NOW.getTime() + days * DAY), keys);

test("a content that rots here does not take the place of the good one elsewhere, and comes back from there", async () => {
  await copy();
  rot(here, "bonjour");
  await copy(31);
  expect(await content(there, "bonjour")).toBe("bonjour");
  expect(await content(here, "bonjour")).toBe("bonjour");
  expect(await content(there, "bonsoir")).toBe("bonsoir");
});

test("a good content takes the place of one that rots elsewhere", async () => {
  await copy();
  rot(there, "bonjour");
  await copy(31);
  expect(await content(there, "bonjour")).toBe("bonjour");
});

test("what is damaged here, and nowhere else, is not sent, and said; the rest is sent", async () => {
  rot(here, "bonjour");
  await expect(copy()).rejects.toMatchObject({ reason: "damaged" });
  expect(await there.info(blobKey(blobs.bonjour ?? ""))).toBeUndefined();
  expect(await content(there, "bonsoir")).toBe("bonsoir");
  // An archive that stands elsewhere is whole there.
  expect(await there.info(archive)).toBeUndefined();
});

test("an archive of a clock that was ahead is not the newest: the contents of the true one are sent anew", async () => {
  const ahead = archiveKey(new Date(NOW.getTime() + 400 * DAY), "abcdef");
  await here.write(blobListKey(ahead), "");
  await here.write(ahead, "of the future");
  await copy();
  rot(there, "bonjour");
  await copy(31);
  expect(await content(there, "bonjour")).toBe("bonjour");
});

test("each archive of the folder gets elsewhere, not the newest alone", async () => {
  const before = archiveKey(new Date(NOW.getTime() - DAY / 24), "abcdef");
  await here.write(blobListKey(before), Object.values(blobs).sort().join("\n"));
  await here.write(before, "of before the migration");
  await copy();
  for (const key of [archive, before]) expect(await there.info(key)).toBeDefined();
});
