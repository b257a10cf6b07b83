import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { embeddedEngine, openEmbedded } from "../../app/core/database/embedded/embedded.server.ts";
import { openFolder } from "../../app/core/database/embedded/pglite.server.ts";
import { backendIn } from "../../app/core/database/embedded/protocol-backends.server.ts";
import type { Engine } from "../../app/core/database/engine.server.ts";
import { unpackImage } from "../support/database/memory-database.ts";
import { rowsOf } from "../support/database/test-database.ts";

// Killing a process proves nothing about power cuts: the operating system still has the writes. So
// the synchronisations themselves are counted here, and an upgrade of PGlite that loses them fails.

const fsyncSync = vi.hoisted(() => vi.fn<(file: number) => void>());
vi.mock("node:fs", async (importOriginal) => ({
  ...(await importOriginal<typeof import("node:fs")>()),
  fsyncSync,
}));
const real = await vi.importActual<typeof import("node:fs")>("node:fs");

const folder = fs.mkdtempSync(join(tmpdir(), "fge-fsync-"));
let engine: Engine;

/** The files that were synchronised since the last look. */
const synchronised: string[] = [];
const nameOf = (file: number) => {
  try {
    return real.readlinkSync(`/proc/self/fd/${file}`);
  } catch {
    return "";
  }
};

beforeAll(async () => {
  fsyncSync.mockImplementation((file) => {
    synchronised.push(nameOf(file));
    real.fsyncSync(file);
  });
  // In this thread, where the calls can be counted; the product has the same in a worker.
  unpackImage("empty", folder);
  engine = await embeddedEngine(backendIn(await openFolder(join(folder, "database"))), () => {});
  await engine.transaction((tx) => tx.execute(sql`create table kept (n int)`));
});
beforeEach(() => {
  fsyncSync.mockClear();
  synchronised.length = 0;
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const write = (n: number) =>
  engine.transaction((tx) => tx.execute(sql`insert into kept values (${n})`));

test("the settings are those of a durable server", async () => {
  for (const [setting, value] of [
    ["fsync", "on"],
    ["synchronous_commit", "on"],
    ["full_page_writes", "on"],
    ["wal_sync_method", "fsync"],
  ] as const) {
    const visible = await engine.transaction((tx) => rowsOf(tx, sql.raw(`show ${setting}`)));
    expect(Object.values(visible[0] ?? {}), setting).toEqual([value]);
  }
});

test("each commit synchronises the log before it is acknowledged", async () => {
  for (let n = 0; n < 5; n++) {
    fsyncSync.mockClear();
    await write(n);
    expect(fsyncSync).toHaveBeenCalled();
  }
  if (process.platform === "linux") {
    for (const file of synchronised) expect(file).toContain("/pg_wal/");
  }
});

test("a transaction that only reads, or is rolled back, waits for no disk", async () => {
  await engine.transaction((tx) => tx.execute(sql`select * from kept`));
  const undone = engine.transaction(async (tx) => {
    await tx.execute(sql`insert into kept values (99)`);
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  expect(fsyncSync).not.toHaveBeenCalled();
});

test("a checkpoint synchronises the tables themselves", async () => {
  await write(6);
  await engine.transaction((tx) => tx.execute(sql`select 1`));
  synchronised.length = 0;
  await engine.transaction((tx) => tx.execute(sql`checkpoint`));
  expect(fsyncSync.mock.calls.length).toBeGreaterThan(1);
  if (process.platform === "linux") {
    expect(synchronised.some((file) => file.includes("/base/"))).toBe(true);
  }
});

test("a commit that the disk refuses is not acknowledged: the process ends, to recover", async () => {
  // Preloaded in every thread of the child: from the moment that the file is there, the disk is broken.
  const broken = join(folder, "broken");
  const preload = join(folder, "break.mjs");
  fs.writeFileSync(
    preload,
    `import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { fsyncSync } = fs;
    fs.fsyncSync = (file) => {
      if (!fs.existsSync(${JSON.stringify(broken)})) return fsyncSync(file);
      throw Object.assign(new Error("disk"), { code: "EIO" });
    };
    syncBuiltinESMExports();`,
  );
  const inDatabase = join(import.meta.dirname, "../../app/core/database/embedded");
  const script = `
    import { writeFileSync } from "node:fs";
    import { openEmbedded } from "${inDatabase}/embedded.server.ts";
    const engine = await openEmbedded(process.argv[1]);
    writeFileSync(${JSON.stringify(broken)}, "");
    await engine.transaction((tx) => tx.execute("insert into kept values (100)"));
    process.stdout.write("acknowledged");`;
  const args = ["--input-type=module", "--eval", script, folder];
  await engine.close();
  const child = spawnSync(process.execPath, args, {
    env: { ...process.env, NODE_OPTIONS: `--import ${preload}` },
    encoding: "utf8",
    timeout: 20_000,
  });
  expect(child.stdout).not.toContain("acknowledged");
  expect(child.status).toBe(74);
  engine = await openEmbedded(folder);
  const stored = await engine.transaction((tx) =>
    rowsOf(tx, sql`select n from kept where n < 100`),
  );
  expect(stored).toHaveLength(6);
  await engine.close();
});
