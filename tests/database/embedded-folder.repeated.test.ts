import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openEmbedded } from "../../app/core/database/embedded/embedded.server.ts";
import { WrongDatabaseError } from "../../app/core/values/errors.ts";
import { unpackImage } from "../support/database/memory-database.ts";
import { rowsOf } from "../support/database/test-database.ts";
import { isDeep, someOf } from "../support/fuzz/repetitions.ts";

// The folder of the embedded database as a copy that was cut short or a dying disk leaves it. What is left of a
// database is worth more than a new one in its place.

const root = mkdtempSync(join(tmpdir(), "fge-embedded-"));
const whole = join(root, "whole");
const data = join(root, "data");
const database = join(data, "database");

const open = () => openEmbedded(data);
const readNote = async () => {
  const engine = await open();
  const rows = await engine.transaction((tx) => rowsOf(tx, sql`select words from note`));
  await engine.close();
  return rows;
};
const listing = () => readdirSync(data, { recursive: true, encoding: "utf8" }).sort();

beforeAll(async () => {
  unpackImage("empty", whole);
  const engine = await openEmbedded(whole);
  await engine.transaction(async (tx) => {
    await tx.execute(sql`create table note (words text)`);
    await tx.execute(sql`insert into note values ('acknowledged')`);
  });
  await engine.close();
}, 60_000);
beforeEach(() => {
  rmSync(data, { recursive: true, force: true });
  cpSync(whole, data, { recursive: true });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const refused = async () => {
  const error = await open().then(
    (engine) => engine.close(),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(WrongDatabaseError);
  expect((error as Error).message).toMatch(/^[^\n]*dossier database de DATA_DIR[^\n]*$/);
};

describe("a folder that is not whole is refused in one line", () => {
  test("without the file by which it is known, and nothing is made over the rest", async () => {
    rmSync(join(database, "PG_VERSION"));
    const before = listing();
    await refused();
    await refused();
    expect(listing()).toEqual(before);
    cpSync(join(whole, "database/PG_VERSION"), join(database, "PG_VERSION"));
    expect(await readNote()).toEqual([{ words: "acknowledged" }]);
  }, 60_000);

  const damages: [what: string, damage: () => void][] = [
    ["without its tables", () => rmSync(join(database, "base"), { recursive: true })],
    ["whose control file was cut", () => truncateSync(join(database, "global/pg_control"), 10)],
    ["without its log", () => rmSync(join(database, "pg_wal"), { recursive: true })],
  ];
  test.each(someOf(damages, 1))(
    "%s",
    async (_what, damage) => {
      damage();
      await refused();
      // Nobody is kept out by the one that was refused.
      rmSync(database, { recursive: true });
      cpSync(join(whole, "database"), database, { recursive: true });
      expect(await readNote()).toEqual([{ words: "acknowledged" }]);
    },
    60_000,
  );

  test("or that is none", async () => {
    rmSync(database, { recursive: true });
    writeFileSync(database, "in its place");
    await refused();
  });
});

describe("a database is made", () => {
  const isMade = async () => {
    const engine = await open();
    await engine.transaction((tx) => tx.execute(sql`select 1`));
    await engine.close();
    expect(readdirSync(database)).toContain("PG_VERSION");
    expect(readdirSync(data).sort()).toEqual(["database", "database-lock.sqlite"]);
  };

  test("after a first start that was cut short", async () => {
    cpSync(database, join(data, "database-unfinished"), { recursive: true });
    rmSync(database, { recursive: true });
    await isMade();
    await expect(readNote()).rejects.toThrow();
  }, 60_000);

  // Seconds of work, as the one before.
  test.runIf(isDeep)(
    "in an empty folder that was there",
    async () => {
      rmSync(database, { recursive: true });
      mkdirSync(join(database, "lost+found"), { recursive: true });
      await isMade();
    },
    60_000,
  );
});
