import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../../app/core/secrets/id.server.ts";
import { diskStorage } from "../../app/core/storage/storage-disk.server.ts";
import { stemOf } from "../../app/files/files.ts";
import {
  checkStore,
  compareMark,
  findForeignStore,
} from "../../app/files/storage/store-mark.system.server.ts";
import { sweepFiles } from "../../app/files/storage/sweep.jobs.server.ts";
import { withDatabase } from "../support/database/test-database.ts";
import { repetitions } from "../support/fuzz/repetitions.ts";
import { removalSuite } from "./removals-suite.ts";
import { findings, openStoreFixture, stored, upload } from "./store-fixture.ts";
import { wrongDatabaseSuite } from "./wrong-database-suite.ts";

const folder = mkdtempSync(join(tmpdir(), "fge-removals-"));
process.env.DATA_DIR = folder;
const files = join(folder, "files");
const clear = () => rmSync(files, { recursive: true, force: true });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

removalSuite(clear);
wrongDatabaseSuite(clear);

describe("a folder", () => {
  beforeEach(clear);

  test("of two databases that come at once, one is refused", async () => {
    for (let round = 0; round < repetitions(10, 100); round++) {
      const store = diskStorage(join(folder, `race-${round}`));
      const own = [newId(), newId()].map((id) => async () => ({ id, turn: 0 }));
      const states = await Promise.all(own.map((one) => compareMark(store, one)));
      expect(states.sort()).toEqual(["adopted", "foreign"]);
      const later = await Promise.all(own.map((one) => compareMark(store, one)));
      expect(later.sort()).toEqual(["foreign", "ours"]);
    }
  });

  test("two processes of one database that come at once are both at home", async () => {
    const fixture = await openStoreFixture("server");
    const states = await Promise.all(Array.from({ length: 6 }, checkStore));
    for (const state of states) expect(["ours", "adopted"]).toContain(state);
    expect(await checkStore()).toBe("ours");
    await fixture.database.close();
  });

  test("that cannot be reached is away: the start goes on and nothing is removed", async () => {
    const fixture = await openStoreFixture("server");
    writeFileSync(files, "in its place stands a file");
    expect(await findForeignStore()).toBeUndefined();
    expect(await sweepFiles()).toBe(0);
    expect(await findings(fixture)).toMatchObject({ state: "away", findings: null });
    rmSync(files);
    await fixture.database.close();
  });

  test("keeps what was never finished for a day, and for ever where nobody knows it", async () => {
    const fixture = await openStoreFixture("server");
    const file = await upload(fixture, "entier");
    const parts = [`${file.key}.part-${newId()}`, `uploads/${newId()}.txt.part-${newId()}`];
    for (const key of parts) writeFileSync(join(files, key), "à moitié");
    await sweepFiles();
    expect(await stored()).toEqual([file.key, ...parts].sort());
    const then = Date.now() / 1_000 - 2 * 86_400;
    for (const key of parts) utimesSync(join(files, key), then, then);
    await sweepFiles();
    expect(await stored()).toEqual([file.key, parts[1]].sort());
    await fixture.database.close();
  });

  test("what arrives is swept after an hour, and nothing that lies beside it", async () => {
    const fixture = await openStoreFixture("server");
    const arrivals = join(folder, "arrivals");
    mkdirSync(arrivals, { recursive: true });
    const names = [newId(), `${newId()}-clean`, "notes-de-quelqu-un.txt"];
    const then = Date.now() / 1_000 - 7_200;
    for (const name of names) writeFileSync(join(arrivals, name), "x");
    for (const name of names) utimesSync(join(arrivals, name), then, then);
    await sweepFiles();
    expect(readdirSync(arrivals)).toEqual(["notes-de-quelqu-un.txt"]);
    await fixture.database.close();
  });
});

withDatabase((_engine, database) => {
  test("a key has the same stem in SQL", async () => {
    const keys = [
      "uploads/0193a1b2-0000-7000-8000-000000000001.jpg",
      "uploads/0193a1b2-0000-7000-8000-000000000001-1280.avif",
      "uploads/0193a1b2-0000-7000-8000-000000000001-cover.webp",
      "uploads/0193a1b2-0000-7000-8000-000000000001-cover-160.webp",
      "uploads/samples-rapport-2024-cover.webp",
      "uploads/dossier/x.pdf",
      "uploads/sans-fin",
    ];
    const rows = await database().asOwner<{ key: string; stem: string }>(
      sql`select key, stored_stem('/files/' || key) as stem from unnest(${sql.param(keys)}::text[]) key`,
    );
    expect(rows).toEqual(keys.map((key) => ({ key, stem: stemOf(key) })));
  });

  test("an address elsewhere has no stem, a sample document that of its cover", async () => {
    const stemsOf = async (address: string) =>
      (
        await database().asOwner<{ stem: string | null }>(
          sql`select stored_stem(${address}) as stem`,
        )
      )[0]?.stem;
    expect(await stemsOf("https://example.org/files/uploads/x.pdf")).toBeNull();
    expect(await stemsOf("/pictures/logo.svg")).toBeNull();
    expect(await stemsOf("/files/")).toBeNull();
    const cover = "uploads/samples-rapport-2024-cover.webp";
    expect(await stemsOf("/files/samples/rapport-2024.pdf")).toBe(stemOf(cover));
  });
});
