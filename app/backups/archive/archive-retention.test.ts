import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { writeJournal } from "../../core/database/copy/site-states.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { writeUpgrade } from "../nightly/upgrade-record.server.ts";
import { removalWords } from "../screen/backup-state.ts";
import { archiveKey, blobKey, blobListKey } from "./archive-format.server.ts";
import { selectRetainedArchives } from "./archive-retention.ts";
import {
  expiredArchives,
  listArchives,
  protectedArchives,
  pruneArchives,
  readBlobList,
  writeBlobList,
} from "./prune-archives.server.ts";

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
    const ages = agesOf(selectRetainedArchives(nights, NOW));
    expect(ages.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // Sundays of the four weeks before this Monday, and the last days of October, September and August.
    expect(ages.slice(7)).toEqual([8, 15, 22, 23, 54, 84]);
    expect(Math.max(...ages)).toBeLessThan(90);
  });

  test("whatever is pruned every night leaves one that is old, from any night on", () => {
    let kept: { at: Date }[] = [];
    for (let night = 0; night < 400; night++) {
      const now = new Date(NOW.getTime() + night * DAY);
      kept = [...selectRetainedArchives([...kept, { at: now }], now)];
      const ages = kept.map(({ at }) => (now.getTime() - at.getTime()) / DAY);
      expect(Math.min(...ages)).toBe(0);
      expect(Math.max(...ages)).toBeLessThan(90);
      if (night > 90) expect(Math.max(...ages)).toBeGreaterThan(27);
    }
  });

  const at = (days: number) => ({ at: daysAgo(days) });

  test("all of the last 48 hours stay, whatever is made meanwhile; of an older day the newest", () => {
    const young = [at(0), at(0.01), at(0.3), at(1.2), at(1.9)];
    const [evening, morning] = [at(3.1), at(3.4)];
    const kept = selectRetainedArchives([...young, evening, morning], NOW);
    expect(kept).toEqual(new Set([...young, evening]));
  });

  test("what is named stays among its day, and goes with its ninety days all the same", () => {
    const [evening, morning, old] = [at(3.1), at(3.4), at(89.5)];
    const isNamed = (one: { at: Date }) => one === morning || one === old;
    expect(selectRetainedArchives([evening, morning, old], NOW, isNamed)).toEqual(
      new Set([evening, morning]),
    );
  });

  test("one of a clock that was ahead stays, and takes the place of none that is true", () => {
    const right = [at(0.2), at(8), at(20), at(50)];
    for (const ahead of [at(-0.3), at(-30), at(-400)]) {
      expect(selectRetainedArchives([ahead, ...right], NOW)).toEqual(new Set([ahead, ...right]));
    }
  });
});

test("one of a clock that was ahead goes ninety days after it was first seen, whatever its name says", async () => {
  const store = diskStorage(mkdtempSync(join(folder, "ahead-")));
  const ahead = archiveKey(daysAgo(-400), "abcdef");
  await store.write(ahead, "archive");
  const years = new Date(NOW.getTime() + 400 * DAY);
  utimesSync(join(store.name, ahead), years, years);
  const inDays = (days: number) => pruneArchives(store, daysAgo(-days), new Set());
  expect([await inDays(0), await inDays(1), await inDays(88)]).toEqual([0, 0, 0]);
  expect(await inDays(89)).toBe(1);
});

test("the upgrade and the restore that are under way name their archives; what cannot be read lets none go", () => {
  const dataDir = mkdtempSync(join(folder, "data-"));
  expect(protectedArchives(dataDir)).toEqual(new Set());
  const [before, wanted] = [archiveKey(daysAgo(5), "abcdef"), archiveKey(daysAgo(6), "abcdef")];
  writeUpgrade(dataDir, { to: "/opt", schema: "s", archive: join("/backups", before), at: "" });
  const by = { id: "", name: "Awa", email: "" };
  const asked_at = NOW.toISOString();
  const work = { id: "a", archive: wanted, from: "here", by, asked_at, status: "asked" } as const;
  writeJournal(dataDir, { states: [], work });
  expect(protectedArchives(dataDir)).toEqual(new Set([before, wanted]));
  writeFileSync(join(dataDir, "upgrade.json"), "{");
  expect(protectedArchives(dataDir)).toBeUndefined();
  const archives = [0, 100].map((days) => ({ key: `${days}`, at: daysAgo(days) }));
  expect(expiredArchives(archives, NOW, protectedArchives(dataDir))).toEqual([]);
  expect(expiredArchives(archives, NOW, new Set())).toHaveLength(1);
});

test("the button says what it takes away before it is pressed", () => {
  expect(removalWords([])).toMatch(/^Elle n’enlève aucune sauvegarde\./);
  expect(removalWords([daysAgo(91)])).toContain("celle du 24 août 2026");
  expect(removalWords([daysAgo(9), daysAgo(91)])).toContain("14 novembre 2026");
});

test("contents go with the last archive that needs them, and what is not ours stays", async () => {
  const store = diskStorage(folder);
  const blobs = ["a", "b", "c"].map((letter) => letter.repeat(64));
  const [old = "", shared = "", recent = ""] = blobs;
  for (const blob of [...blobs, "d".repeat(64)]) await store.write(blobKey(blob), "x");
  const write = async (days: number, needed: string[]) => {
    const key = archiveKey(daysAgo(days), "abcdef");
    await store.write(key, "archive");
    await store.write(blobListKey(key), writeBlobList(needed));
  };
  await write(100, [old, shared]);
  await write(0, [shared, recent]);
  await store.write("archives/notes.txt", "of somebody");
  expect(await pruneArchives(store, NOW, new Set())).toBe(1);
  expect(agesOf(await listArchives(store))).toEqual([0]);
  const here = await Promise.all(blobs.map((blob) => store.info(blobKey(blob))));
  expect(here.map(Boolean)).toEqual([false, true, true]);
  expect(await store.info("archives/notes.txt")).toBeDefined();
  // One that is damaged says nothing either.
  const list = blobListKey(archiveKey(daysAgo(0), "abcdef"));
  await store.write(list, writeBlobList([shared, recent]).replace(shared, "0".repeat(64)));
  await pruneArchives(store, NOW, new Set());
  expect(await store.info(blobKey(shared))).toBeDefined();
  await store.write(list, writeBlobList([shared, recent]));
  expect(await readBlobList(store, archiveKey(daysAgo(0), "abcdef"))).toEqual([shared, recent]);
  // A list that is lost says nothing: nothing goes.
  await store.remove(blobListKey(archiveKey(daysAgo(0), "abcdef")));
  await pruneArchives(store, NOW, new Set());
  expect(await store.info(blobKey(shared))).toBeDefined();
});
