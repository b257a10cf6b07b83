import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { openServerCopy } from "../../app/core/database/copy/table-copy.server.ts";
import { asVisitor, ping } from "../../app/core/database/doors/doors.server.ts";
import type { Engine } from "../../app/core/database/engine.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import { DatabaseWatch } from "../../app/core/database/schema/database-watch.server.ts";
import { readiness } from "../../app/core/http/readiness.ts";
import { BusyError } from "../../app/core/values/errors.ts";
import { createDatabase } from "../support/database/postgres-server.ts";
import { rowsOf } from "../support/database/test-database.ts";

// A server as it comes, whose defaults are the worst for us, and statements that take too long on it.

const dataDir = mkdtempSync(join(tmpdir(), "fge-slow-"));
process.env.DATA_DIR = dataDir;
const STATEMENT_MS = 400;
/** As many as a pool holds. */
const ALL = 10;

let database: Awaited<ReturnType<typeof createDatabase>>;
let engine: Engine;
let checks = 0;
let watch: DatabaseWatch;

beforeAll(async () => {
  database = await createDatabase(inject("postgres"), `TEMPLATE ${inject("template")}`);
  const owner = openServer(database.url);
  const name = new URL(database.url).pathname.slice(1);
  for (const setting of ["jit = on", "work_mem = '64kB'", "search_path = pg_catalog"]) {
    await owner.transaction((tx) => tx.execute(sql.raw(`alter database ${name} set ${setting}`)));
  }
  await owner.close();
  engine = openServer(database.url, undefined, STATEMENT_MS);
  watch = new DatabaseWatch({
    findFault: async () => {
      checks++;
      return undefined;
    },
    onWrong: () => {},
    onRight: () => {},
  });
  startApp({ database: { engine, watch } });
});
afterEach(() => {
  checks = 0;
});
afterAll(async () => {
  startApp({ database: {} });
  await engine.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const SETTINGS = ["jit", "work_mem", "search_path", "idle_in_transaction_session_timeout"];
const settingsBy = async (ask: (text: string) => Promise<{ value: string }[]>) => {
  const values: (string | undefined)[] = [];
  for (const name of SETTINGS) {
    const [row] = await ask(`select current_setting('${name}') as value`);
    values.push(row?.value);
  }
  return values;
};

test("every session has what it needs, whatever the server says", async () => {
  const asked = settingsBy((text) => asVisitor((db) => rowsOf(db, sql.raw(text))));
  expect(await asked).toEqual(["off", "8MB", "public", "1min"]);
  const copy = await openServerCopy(database.url);
  expect(await settingsBy((text) => copy.ask(text))).toEqual(["off", "8MB", "public", "0"]);
  await copy.close();
});

const sleep = (seconds: number) =>
  asVisitor((db) => db.execute(sql`select pg_sleep(${seconds}::float8)`));

/** One that the server does not end: no door lets it pass. */
const endless = (seconds: number) =>
  engine.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', '0', true)`);
    await tx.execute(sql`select pg_sleep(${seconds}::float8)`);
  });

test("a statement that takes too long is the trouble of that request alone", async () => {
  await expect(sleep(5)).rejects.toMatchObject({ cause: { code: "57014" } });
  expect(await readiness()).toEqual({ database: "ok", storage: "ok" });
  expect(checks).toBe(0);
});

test("a connection that gives no answer in time is given up, and the server does not count as away", async () => {
  // As a plan that JIT compiles: the server cannot interrupt it.
  await expect(endless(8)).rejects.toBeInstanceOf(BusyError);
  await ping();
  expect(checks).toBe(0);
});

test("whoever finds all connections taken is told to come again, and the next one is served at once", async () => {
  const taken = Array.from({ length: ALL }, () => endless(3.2));
  await expect(ping()).rejects.toBeInstanceOf(BusyError);
  await Promise.all(taken);
  await ping();
  expect(checks).toBe(0);
});
