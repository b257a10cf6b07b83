import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { diskStorage } from "../core/storage-disk.server.ts";
import { archivesToKeep } from "./archive-retention.ts";
import { archiveKey, blobKey, blobListOf } from "./manifest.ts";
import { blobsOf, listArchives, pruneArchives, writeBlobList } from "./prune-archives.server.ts";

const DAY = 86_400_000;
const NOW = new Date("2026-11-23T02:10:00Z");
const folder = mkdtempSync(join(tmpdir(), "fge-retention-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY);
const agesOf = (archives: Iterable<{ at: Date }>) =>
  [...archives]
    .map(({ at }) => Math.round((NOW.getTime() - at.getTime()) / DAY))
    .sort((a, b) => a - b);

describe("which archives stay", () => {
  test("of every night for a year: a week of days, a month of weeks, and none for ninety days", () => {
    const nights = Array.from({ length: 365 }, (_, days) => ({ at: daysAgo(days) }));
    const ages = agesOf(archivesToKeep(nights, NOW));
    expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // Sundays of the four weeks before this Monday, and the last days of October, September and August.
    expect(ages.slice(7)).toEqual([8, 15, 22, 23, 54, 84]);
    expect(Math.max(...ages)).toBeLessThan(90);
  });

  test("whatever is pruned every night leaves one that is old, from any night on", () => {
    let kept: { at: Date }[] = [];
    for (let night = 0; night < 400; night++) {
      const now = new Date(NOW.getTime() + night * DAY);
      kept = [...archivesToKeep([...kept, { at: now }], now)];
      const ages = kept.map(({ at }) => (now.getTime() - at.getTime()) / DAY);
      expect(Math.min(...ages)).toBe(0);
      expect(Math.max(...ages)).toBeLessThan(90);
      if (night > 90) expect(Math.max(...ages)).toBeGreaterThan(27);
    }
  });

  test("of several on one day, the newest; one of tomorrow, by a clock that went wrong, stays", () => {
    const [morning, evening, tomorrow] = [daysAgo(0.01), daysAgo(0), daysAgo(-1)].map((at) => ({
      at,
    }));
    const kept = archivesToKeep(
      [morning, evening, tomorrow].filter((one) => one !== undefined),
      NOW,
    );
    expect(kept).toEqual(new Set([tomorrow, evening]));
  });
});

test("contents go with the last archive that needs them, and what is not ours stays", async () => {
  const store = diskStorage(folder);
  const blobs = ["a", "b", "c"].map((letter) => letter.repeat(64));
  const [old = "", shared = "", recent = ""] = blobs;
  for (const blob of [...blobs, "d".repeat(64)]) await store.write(blobKey(blob), "x");
  const write = async (days: number, needed: string[]) => {
    const key = archiveKey(daysAgo(days), "abcdef");
    await store.write(key, "archive");
    await store.write(blobListOf(key), writeBlobList(needed));
  };
  await write(100, [old, shared]);
  await write(0, [shared, recent]);
  await store.write("archives/notes.txt", "of somebody");
  expect(await pruneArchives(store, NOW)).toBe(1);
  expect(agesOf(await listArchives(store))).toEqual([0]);
  const here = await Promise.all(blobs.map((blob) => store.info(blobKey(blob))));
  expect(here.map(Boolean)).toEqual([false, true, true]);
  expect(await store.info("archives/notes.txt")).toBeDefined();
  // One that is damaged says nothing either.
  const list = blobListOf(archiveKey(daysAgo(0), "abcdef"));
  await store.write(list, writeBlobList([shared, recent]).replace(shared, "0".repeat(64)));
  await pruneArchives(store, NOW);
  expect(await store.info(blobKey(shared))).toBeDefined();
  await store.write(list, writeBlobList([shared, recent]));
  expect(await blobsOf(store, archiveKey(daysAgo(0), "abcdef"))).toEqual([shared, recent]);
  // A list that is lost says nothing: nothing goes.
  await store.remove(blobListOf(archiveKey(daysAgo(0), "abcdef")));
  await pruneArchives(store, NOW);
  expect(await store.info(blobKey(shared))).toBeDefined();
});
