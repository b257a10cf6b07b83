import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { startProduct } from "../tests/support/product/product.ts";
import { PHONE_HEADERS } from "./against-bare.ts";
import { SPEED } from "./budgets.ts";
import { familyMegabytes, startChild } from "./child.ts";
import { startInside } from "./inside.ts";
import type { LoadApi } from "./load.child.ts";
import { atMost, infoRow, median, type Row } from "./table.ts";

/** So many articles does the crowd read, each of which is kept then. */
const DIFFERENT_PAGES = 300;
/** By then a start has done what it does once. */
const REST_MS = 20_000;
const READINGS = 3;

/** The memory of all processes of ours, at rest and after a load, with a PostgreSQL server and embedded. */
export async function memoryRows(tell: (doing: string) => void): Promise<Row[]> {
  tell("memory at rest");
  const [first, later] = await memoryAtRest();
  tell("memory after load");
  const postgres = await startPostgres();
  try {
    const server = await memoryAfterLoad({ DATABASE_URL: postgres.url });
    const embedded = await memoryAfterLoad({});
    return [
      memoryRow("Memory at rest, after the very first start", SPEED.memoryAtRestMb, first),
      memoryRow("Memory at rest, after another start", SPEED.memoryAtRestMb, later),
      memoryRow("Memory after the load test, with a server", SPEED.memoryMb, server),
      memoryRow("Memory after the load test, embedded", SPEED.memoryEmbeddedMb, embedded),
    ];
  } finally {
    await postgres.remove();
  }
}

function memoryRow(what: string, limit: number, held: number | undefined): Row {
  if (held === undefined) return infoRow(what, "unknown on this system");
  return atMost(what, limit, held, (value) => `${Math.round(value)} MB`);
}

async function memoryAtRest(): Promise<(number | undefined)[]> {
  const folder = mkdtempSync(join(tmpdir(), "site-bench-"));
  const readings: (number | undefined)[] = [];
  try {
    for (let start = 0; start < 2; start++) {
      const product = await startProduct({ DATA_DIR: folder });
      await pause(REST_MS);
      readings.push(await heldBy(product.pid));
      await product.stop();
    }
    return readings;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function memoryAfterLoad(settings: Record<string, string>): Promise<number | undefined> {
  const inside = await startInside(settings);
  const load = startChild<LoadApi>("load.child.ts");
  try {
    const ids = Array.from({ length: DIFFERENT_PAGES }, () => randomUUID());
    await inside.ask(
      "execute",
      `insert into news (id, title, excerpt, content, category, published, created_at, updated_at)
       select id, 'Article ' || id, 'Hier.', repeat('Un paragraphe de la rédaction. ', 60),
         'Compétition', true, now(), now()
       from unnest('{${ids.join(",")}}'::uuid[]) id`,
    );
    const expected = { port: inside.port, headers: PHONE_HEADERS, connections: 50, status: 200 };
    await load.ask("run", { ...expected, path: "/", seconds: 5 });
    for (const id of ids) {
      const answer = await fetch(`${inside.url}/news/${id}`, { headers: PHONE_HEADERS });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`${answer.status} for an article`);
    }
    await load.ask("run", { ...expected, path: "/news", seconds: 5 });
    return await heldBy(inside.pid);
  } finally {
    await load.stop();
    await inside.stop();
  }
}

async function heldBy(pid: number): Promise<number | undefined> {
  const readings: number[] = [];
  for (let second = 0; second < READINGS; second++) {
    await pause(1_000);
    const held = familyMegabytes(pid);
    if (held !== undefined) readings.push(held);
  }
  return readings.length > 0 ? median(readings) : undefined;
}
