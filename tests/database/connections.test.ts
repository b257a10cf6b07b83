import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Engine } from "../../app/core/database/engine.server.ts";
import { openServer } from "../../app/core/database/postgres.server.ts";
import { type PostgresServer, startPostgres } from "../support/database/postgres-server.ts";
import { rowsOf } from "../support/database/test-database.ts";

// What the pool does when connections break under it. The pool holds ten.
const MORE_THAN_THE_POOL = 12;

let server: PostgresServer;
let engine: Engine;
let ahead = 0;

beforeAll(async () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + ahead);
  server = await startPostgres();
  engine = openServer(server.url);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await engine.close();
  await server.remove();
});
afterEach(() => server.freeze(false));

const one = () => engine.transaction((tx) => rowsOf<{ n: number }>(tx, sql`select 1 as n`));
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** A second and more later by the clock of the breaker, which lets nobody through for one. */
const breakerOpen = () => {
  ahead += 1_100;
};

test("a server that dies inside transactions is 'unavailable', and does not end the process", async () => {
  const inFlight = Array.from({ length: 5 }, () =>
    engine.transaction((tx) => tx.execute(sql`select pg_sleep(20)`)),
  );
  const outcomes = Promise.allSettled(inFlight);
  await vi.waitFor(async () => {
    const asleep = sql`select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'`;
    const rows = await engine.transaction((tx) => rowsOf(tx, asleep));
    expect(rows).toEqual([{ n: 5 }]);
  }, 5_000);
  await server.kill9();
  for (const outcome of await outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  }
  await server.restart();
  breakerOpen();
  expect(await one()).toEqual([{ n: 1 }]);
});

test("a backend that is ended between two statements is 'unavailable'", async () => {
  const work = engine.transaction(async (tx) => {
    await tx.execute(sql`select set_config('application_name', 'doomed', true)`);
    const [row] = await rowsOf<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
    await engine.transaction((other) =>
      other.execute(sql`select pg_terminate_backend(${row?.pid})`),
    );
    await pause(200);
    await tx.execute(sql`select 1`);
  });
  await expect(work).rejects.toMatchObject({ kind: "unavailable" });
  breakerOpen();
  expect(await one()).toEqual([{ n: 1 }]);
});

test("a server that no longer answers is 'unavailable' within 4 s, and takes no connection with it", async () => {
  await Promise.all(Array.from({ length: MORE_THAN_THE_POOL }, one));
  server.freeze(true);
  const start = Date.now();
  const outcomes = await Promise.allSettled(Array.from({ length: MORE_THAN_THE_POOL }, one));
  expect(Date.now() - start).toBeLessThan(4_000);
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: "rejected", reason: { kind: "unavailable" } });
  }
  server.freeze(false);
  breakerOpen();
  const all = await Promise.all(Array.from({ length: MORE_THAN_THE_POOL }, one));
  expect(all).toHaveLength(MORE_THAN_THE_POOL);
});

test("a problem of the query itself is passed on as it is", async () => {
  const work = engine.transaction((tx) => tx.execute(sql`select 1 / 0`));
  await expect(work).rejects.toMatchObject({ cause: { code: "22012" } });
  expect(await one()).toEqual([{ n: 1 }]);
});

test("a clock that is put back while the server is away does not keep it away", async () => {
  await server.stop();
  await expect(one()).rejects.toMatchObject({ kind: "unavailable" });
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() - 86_400_000);
  try {
    await server.restart();
    breakerOpen();
    expect(await one()).toEqual([{ n: 1 }]);
  } finally {
    clock.mockRestore();
  }
});
