import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { listRecipients, makeBackupKeys, toReadingKey } from "../keys/backup-keys.server.ts";
import { blobKey } from "./archive-format.server.ts";
import { readContent } from "./read-archive.server.ts";
import {
  type FileIndex,
  isDueForReading,
  readFileIndex,
  storeContents,
  writeFileIndex,
} from "./store-contents.server.ts";

const folder = mkdtempSync(join(tmpdir(), "fge-contents-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const KEY = "uploads/a.txt";
const FIRST = new Date("2026-11-01T02:00:00Z");
const nights = Array.from({ length: 30 }, (_, n) => new Date(FIRST.getTime() + n * DAY));
const turn = nights.find((at) => isDueForReading(KEY, at)) ?? FIRST;
const dayAfter = new Date(turn.getTime() + DAY);
const otherNight = new Date(turn.getTime() - DAY);

test("each file has its turn once in thirty nights", () => {
  expect(nights.filter((at) => isDueForReading(KEY, at))).toHaveLength(1);
  const keys = Array.from({ length: 3_000 }, (_, n) => `uploads/${n}.jpg`);
  const counts = nights.map((at) => keys.filter((key) => isDueForReading(key, at)).length);
  expect(Math.max(...counts)).toBeLessThan(300);
});

test("a content that changes by itself is told, and what it was stays in the archive", async () => {
  const { keys } = await makeBackupKeys(join(folder, "data"));
  const target = diskStorage(join(folder, "store"));
  const storage = diskStorage(join(folder, "files"));
  const path = join(folder, "files", KEY);
  mkdirSync(join(folder, "files/uploads"), { recursive: true });
  const written = new Date("2026-10-01T00:00:00Z");
  const put = (words: string, at = written) => {
    writeFileSync(path, words);
    utimesSync(path, at, at);
  };
  let fileIndex: FileIndex | undefined;
  async function night(at: Date) {
    const recipients = await listRecipients(keys);
    const files = [{ storage, prefix: "uploads/" }];
    const stored = await storeContents({ at, files, fileIndex, keys, target, recipients, folder });
    fileIndex = stored.fileIndex;
    const [file] = stored.files;
    const content = readContent({ store: target, reading: toReadingKey(keys) }, file?.blob ?? "");
    const words = await text(content);
    return { stored: stored.stored, changed: stored.changed, words };
  }
  put("bonjour");
  expect(await night(otherNight)).toEqual({ stored: 1, changed: [], words: "bonjour" });
  // Same size, same date: a disk that lost a bit.
  put("bonjouR");
  expect(await night(otherNight)).toEqual({ stored: 0, changed: [], words: "bonjour" });
  expect(await night(turn)).toEqual({ stored: 0, changed: [KEY], words: "bonjour" });
  // It is not forgotten the next night, nor by a process that starts anew.
  writeFileIndex(folder, fileIndex ?? new Map());
  fileIndex = readFileIndex(folder);
  expect(await night(dayAfter)).toEqual({ stored: 0, changed: [KEY], words: "bonjour" });
  put("bonjour");
  expect(await night(dayAfter)).toEqual({ stored: 0, changed: [], words: "bonjour" });
  // Somebody wrote it: that is a new content.
  put("bonsoir", new Date("2026-11-20T00:00:00Z"));
  expect(await night(dayAfter)).toEqual({ stored: 1, changed: [], words: "bonsoir" });
  expect(readFileSync(path, "utf8")).toBe("bonsoir");
  // A store that was emptied is filled again, though nothing changed.
  rmSync(join(folder, "store"), { recursive: true });
  expect(await night(dayAfter)).toEqual({ stored: 1, changed: [], words: "bonsoir" });
});

test("a stored content that rots is written anew on its file's turn, and at once when nothing is known", async () => {
  const own = mkdtempSync(join(folder, "rotten-"));
  const { keys } = await makeBackupKeys(join(own, "data"));
  const [target, storage] = [diskStorage(join(own, "store")), diskStorage(join(own, "files"))];
  const spare = diskStorage(join(own, "spare"));
  const source = { store: target, reading: toReadingKey(keys) };
  mkdirSync(join(own, "files/uploads"), { recursive: true });
  const put = (words: string) => {
    writeFileSync(join(own, "files", KEY), words);
    utimesSync(join(own, "files", KEY), FIRST, FIRST);
  };
  put("bonjour");
  let fileIndex: FileIndex | undefined;
  async function night(at: Date) {
    const recipients = await listRecipients(keys);
    const files = [{ storage, prefix: "uploads/" }];
    const plan = { at, files, fileIndex, keys, target, spare, recipients, folder: own };
    const stored = await storeContents(plan);
    fileIndex = stored.fileIndex;
    const [file] = stored.files;
    const blob = file?.blob ?? "";
    const words = await text(readContent(source, blob)).catch(() => "damaged");
    return { blob: join(own, "store", blobKey(blob)), words, changed: stored.changed };
  }
  const rot = (blob: string) => writeFileSync(blob, readFileSync(blob).reverse());
  const { blob } = await night(otherNight);
  rot(blob);
  expect((await night(otherNight)).words).toBe("damaged");
  expect((await night(turn)).words).toBe("bonjour");
  rot(blob);
  fileIndex = undefined;
  expect((await night(otherNight)).words).toBe("bonjour");
  // When the file itself changed by itself, the content comes back from where it was copied to.
  cpSync(join(own, "store"), join(own, "spare"), { recursive: true });
  put("bonjouR");
  rot(blob);
  expect(await night(turn)).toMatchObject({ words: "bonjour", changed: [KEY] });
});
