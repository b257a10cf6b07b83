import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { openFolderCopy } from "../../../app/core/database/copy/table-copy.server.ts";
import { startPostgres } from "../../support/database/postgres-server.ts";
import { type HeldProduct, holdProduct } from "../../support/product/held-product.ts";
import { newDataFolder } from "../../support/product/product.ts";
import {
  miscounted,
  STORED_MESSAGES,
  startLoad,
  troubles,
} from "../../support/product/steady-load.ts";

// A process is replaced by the next while visitors ask: nobody is refused, nobody is cut off, and nothing is
// written twice. Connections wait in a socket that outlives the processes.

/** As much as a busy machine can answer too: here nothing may be cut, the bench says how long anybody waits. */
const PER_SECOND = 20;
const STOP_SECONDS = "30";
const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A data folder that goes when the test is over. */
function dataFolder(settings: Record<string, string> = {}): string {
  const folder = newDataFolder(settings);
  ended.push(async () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function underLoad(product: HeldProduct, keepAlive: boolean) {
  const load = startLoad({
    port: product.port,
    publicUrl: product.url,
    perSecond: PER_SECOND,
    keepAlive,
  });
  await pause(2_000);
  for (let turn = 0; turn < 2; turn++) {
    await product.replace();
    await pause(2_000);
  }
  const report = await load.end();
  expect(troubles(report)).toEqual({});
  expect(report.posts).toBeGreaterThan(40);
  expect(report.accepted.length).toBe(report.posts);
  return report;
}

test("embedded, connections wait while the process is replaced, and none is lost", async () => {
  const folder = dataFolder();
  const product = await holdProduct({ DATA_DIR: folder, TRUST_PROXY: "1", STOP_SECONDS });
  const report = await underLoad(product, false).finally(() => product.stop());
  const database = await openFolderCopy(join(folder, "database"));
  try {
    const stored = await database.ask<{ message: string; times: number }>(STORED_MESSAGES);
    expect(miscounted(report, stored)).toEqual({ lost: 0, twice: 0 });
  } finally {
    await database.close();
  }
}, 180_000);

test("with a server, connections that are kept are let go of before they are closed", async () => {
  const server = await startPostgres();
  ended.push(() => server.remove());
  const settings = { DATABASE_URL: server.url };
  const product = await holdProduct({
    ...settings,
    DATA_DIR: dataFolder(settings),
    TRUST_PROXY: "1",
    STOP_SECONDS,
  });
  const report = await underLoad(product, true).finally(() => product.stop());
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  const { rows } = await client.query(STORED_MESSAGES);
  await client.end();
  expect(miscounted(report, rows)).toEqual({ lost: 0, twice: 0 });
}, 180_000);

test("a process that stops says so first, and answers what comes until it closes", async () => {
  const product = await holdProduct({ DATA_DIR: dataFolder(), STOP_SECONDS });
  ended.push(() => product.stop());
  for (const path of ["/healthz", "/readyz", "/"]) {
    expect((await fetch(product.url + path)).status, path).toBe(200);
  }
  product.signal();
  await pause(200);
  for (const path of ["/healthz", "/readyz"]) {
    const answer = await fetch(product.url + path);
    expect([answer.status, await answer.json()], path).toEqual([503, { status: "stopping" }]);
  }
  const line = connect(product.port, "127.0.0.1");
  line.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  expect(await text(line)).toMatch(/^HTTP\/1\.1 200 OK\r\n.*Connection: close/s);
}, 60_000);
