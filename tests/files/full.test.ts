import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { storageOf } from "../../app/core/storage/storage.server.ts";
import { placeSampleFiles } from "../../app/files/storage/sample-files.server.ts";
import { checkStore, findForeignStore } from "../../app/files/storage/store-mark.system.server.ts";
import { sweepFiles } from "../../app/files/storage/sweep.jobs.server.ts";
import { temporaryFolder } from "../../app/files/upload/temporary-files.server.ts";
import {
  receiveReplacement,
  receiveUpload,
  uploadSchema,
} from "../../app/files/upload/upload.server.ts";
import { photograph, streamOf } from "./samples.ts";
import {
  ADMIN,
  inDays,
  openStoreFixture,
  type StoreFixture,
  stored,
  upload,
} from "./store-fixture.ts";

// What an upload meets when there is no room left: the disk takes a part of what it is given, then says
// so, when a file arrives or when it is stored.

const full = vi.hoisted(() => ({ from: Number.POSITIVE_INFINITY, copies: 0 }));

vi.mock("node:fs/promises", async (load) => {
  const real = await load<typeof import("node:fs/promises")>();
  const unlessFull = async (to: string, write: () => Promise<void>) => {
    full.copies += 1;
    if (full.copies < full.from) return write();
    await real.writeFile(to, "a part");
    throw Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
  };
  return {
    ...real,
    copyFile: (from: string, to: string) => unlessFull(to, () => real.copyFile(from, to)),
    writeFile: (to: string, words: string) => unlessFull(to, () => real.writeFile(to, words)),
  };
});

const folder = mkdtempSync(join(tmpdir(), "fge-full-"));
process.env.DATA_DIR = folder;
let fixture: StoreFixture;
beforeAll(async () => {
  fixture = await openStoreFixture("server");
  await checkStore();
});
afterAll(async () => {
  await fixture.database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => Object.assign(full, { from: Number.POSITIVE_INFINITY, copies: 0 }));

/** The disk takes so many files more. */
const fillAfter = (copies: number) => Object.assign(full, { from: full.copies + copies + 1 });
const FULL = "Erreur lors du téléchargement : il n’y a plus de place dans le stockage";
const records = () =>
  fixture.database.asOwner(
    sql`select id, file_size, sha256, updated_at from static_files order by id`,
  );
const removals = () => fixture.database.asOwner(sql`select stem from file_removals`);
const arriving = () => readdirSync(temporaryFolder());
const contentOf = (key: string) => readFileSync(join(folder, "files", key));

test.each([0, 1])(
  "an upload says so and leaves nothing half-stored, when %i of its parts went in",
  async (parts) => {
    const about = uploadSchema.parse({ category_id: fixture.category_id, filename: "photo.jpg" });
    const before = [await stored(), await records()];
    fillAfter(parts);
    const steps = [];
    const body = streamOf(await photograph(900, 700));
    for await (const step of receiveUpload(ADMIN, body, about)) steps.push(step);
    expect(steps).toEqual([{ failed: FULL }]);
    expect([await stored(), await records()]).toEqual(before);
    expect(await removals()).toEqual([]);
    expect(arriving()).toEqual([]);
  },
);

test.each([0, 1])(
  "a replacement leaves the file as it was, when %i of its parts went in",
  async (parts) => {
    const about = uploadSchema.parse({ category_id: fixture.category_id, filename: "photo.jpg" });
    for await (const _step of receiveUpload(ADMIN, streamOf(await photograph(900, 700)), about)) {
      // To its end.
    }
    const keys = await stored();
    const before = [await records(), keys, keys.map(contentOf)];
    const [{ id }] = (await records()).slice(-1) as [{ id: string }];
    fillAfter(parts);
    const body = streamOf(await photograph(300, 200));
    const work = receiveReplacement(ADMIN, body, { id, filename: "autre.jpg" });
    await expect(work).rejects.toThrow("full");
    const now = await stored();
    expect([await records(), now, now.map(contentOf)]).toEqual(before);
    const binned = await fixture.database.asOwner(sql`select id from bin`);
    expect([binned, await removals(), arriving()]).toEqual([[], [], []]);
  },
);

test("a store that is full still gives up what is due, which makes room", async () => {
  const file = await upload(fixture, "de trop");
  await fixture.database.asOwner(sql`delete from static_files where id = ${file.id}`);
  fillAfter(0);
  expect(await sweepFiles(inDays(31))).toBe(1);
  expect(await stored()).not.toContain(file.key);
});

test("a disk that is full or away keeps nobody from starting", async () => {
  const moved = join(folder, "away");
  writeFileSync(moved, "in the place of the folder");
  expect(() => placeSampleFiles(moved)).not.toThrow();
  const store = storageOf("uploads/");
  await store.remove(store.mark);
  fillAfter(0);
  expect(await findForeignStore()).toBeUndefined();
  expect(readdirSync(join(folder, "files"))).toEqual(["uploads"]);
  // With room again, the store is taken up as if nothing had been.
  fillAfter(100);
  expect(await checkStore()).toBe("adopted");
});
