import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startApp } from "../../app/core/app.ts";
import { type OpenDatabase, openDatabase } from "../../app/core/database/database.server.ts";
import { asVisitor } from "../../app/core/database/doors/doors.server.ts";
import { type PostgresServer, startPostgres } from "../support/database/postgres-server.ts";

// A site whose database server is away at the start, goes away later, and comes back each time.

let server: PostgresServer;
let opened: OpenDatabase | undefined;

beforeAll(async () => {
  server = await startPostgres({ stopped: true });
});
afterEach(async () => {
  startApp({ database: {} });
  await opened?.engine.close();
  opened = undefined;
});
afterAll(() => server.remove());

const visit = () => asVisitor((db) => db.execute(sql`select count(*) from news`));
const unavailable = expect.objectContaining({ name: "AppError", kind: "unavailable" });

async function open(prepare = async () => {}) {
  opened = await openDatabase({ DATABASE_URL: server.url, DATA_DIR: "/nowhere" }, prepare);
  return opened;
}

/** Resolves with what `promise` was refused with and how long that took. */
async function refusal(promise: Promise<unknown>) {
  const start = performance.now();
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, after: performance.now() - start };
}

test("the site starts without its server, and finds it again each time it comes back", async () => {
  const prepare = vi.fn(async () => {});
  const { ready } = await open(prepare);
  let isReady = false;
  const becameReady = ready.then(() => {
    isReady = true;
  });
  expect((await refusal(visit())).error).toEqual(unavailable);
  expect(isReady).toBe(false);
  expect(prepare).not.toHaveBeenCalled();

  await server.restart();
  await becameReady;
  expect(prepare).toHaveBeenCalledOnce();
  await visit();

  await server.stop();
  const first = await refusal(visit());
  expect(first.error).toEqual(unavailable);
  expect(first.after).toBeLessThan(4_000);
  const next = await refusal(visit());
  expect(next.error).toEqual(unavailable);
  expect(next.after).toBeLessThan(20);

  await server.restart();
  await vi.waitFor(visit, { timeout: 4_000, interval: 100 });
});

test("preparation that fails is tried again, until it succeeds", async () => {
  const prepare = vi
    .fn<() => Promise<void>>()
    .mockRejectedValueOnce(new Error("first"))
    .mockResolvedValueOnce();
  const { ready } = await open(prepare);
  expect(prepare).toHaveBeenCalledTimes(1);
  await ready;
  expect(prepare).toHaveBeenCalledTimes(2);
});

test("closing stops the attempts", async () => {
  await server.stop();
  const prepare = vi.fn(async () => {});
  const { engine, ready } = await open(prepare);
  opened = undefined;
  await engine.close();
  await server.restart();
  await ready;
  expect(prepare).not.toHaveBeenCalled();
});
