import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { ArchiveError, archiveKey } from "../archive/archive-format.server.ts";
import { findArchive } from "./restore-archives.server.ts";

const NOW = new Date("2026-05-04T08:00:00Z");
const HOUR = 3_600_000;
const base = mkdtempSync(join(tmpdir(), "find-archive-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const keyOf = (hoursAgo: number) => archiveKey(new Date(NOW.getTime() - hoursAgo * HOUR), "abcdef");

/** Where archives of these ages are kept, in hours. */
async function storeOf(name: string, hours: number[], isElsewhere = false) {
  const storage = diskStorage(mkdtempSync(join(base, name)));
  for (const age of hours) await storage.write(keyOf(age), "archive");
  return { storage, isElsewhere };
}

test("the newest is that of any place, but none of a clock that was ahead", async () => {
  const here = await storeOf("here-", [30, -400]);
  const elsewhere = await storeOf("elsewhere-", [54, 30, 6], true);
  expect(await findArchive("newest", [here, elsewhere], NOW)).toMatchObject({
    store: elsewhere.storage,
    key: keyOf(6),
  });
});

test("of one that stands here and elsewhere, that of this machine is taken", async () => {
  const here = await storeOf("here-", [6]);
  const elsewhere = await storeOf("elsewhere-", [6], true);
  expect((await findArchive("newest", [here, elsewhere], NOW)).store).toBe(here.storage);
});

test("a path is of this machine, any other name is one of the store elsewhere", async () => {
  const here = await storeOf("here-", [6]);
  const elsewhere = await storeOf("elsewhere-", [54], true);
  const path = join(here.storage.name, keyOf(6));
  expect((await findArchive(path, [here, elsewhere], NOW)).store.name).toBe(here.storage.name);
  expect((await findArchive(keyOf(54), [here, elsewhere], NOW)).store).toBe(elsewhere.storage);
});

test("where there is none, the places are named that were looked at", async () => {
  const here = await storeOf("here-", []);
  await expect(findArchive("newest", [here], NOW)).rejects.toThrow(here.storage.name);
  await expect(findArchive("2026.fge", [here], NOW)).rejects.toThrow(ArchiveError);
});
