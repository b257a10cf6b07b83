import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { openFolderCopy } from "../app/core/database/copy/table-copy.server.ts";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { hasCaddy, startCaddy } from "../tests/support/product/caddy.ts";
import { type HeldProduct, holdProduct } from "../tests/support/product/held-product.ts";
import { freePort } from "../tests/support/product/product.ts";
import {
  type LoadReport,
  miscounted,
  STORED_MESSAGES,
  troubles,
} from "../tests/support/product/steady-load.ts";
import { REPLACE } from "./budgets.ts";
import { startChild } from "./child.ts";
import type { SteadyApi } from "./steady.child.ts";
import { atMost, count, type Group, infoRow, milliseconds, none, type Row } from "./table.ts";

type Stored = { message: string; times: number }[];
type Setting = {
  label: string;
  /** The port that visitors come to, and the address that the site has for them. */
  port: number;
  publicUrl: string;
  perSecond: number;
  processes: HeldProduct[];
  tell: (doing: string) => void;
};

const OPTIONS = { seconds: { type: "string", default: String(REPLACE.seconds) } } as const;
const SETTLE_MS = 3_000;

/** Processes are replaced by the next under load: what a client that never tries again sees of it. */
export const measure: Group = async (tell) => {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    options: OPTIONS,
    allowPositionals: true,
  });
  const seconds = Number(values.seconds);
  if (!(seconds >= 1)) throw new Error("--seconds takes a number");
  const several = hasCaddy()
    ? await severalRows(seconds, tell)
    : [infoRow("Two processes behind Caddy", "this machine has no Caddy")];
  return [...several, ...(await embeddedRows(seconds, tell))];
};

async function severalRows(seconds: number, tell: Setting["tell"]): Promise<Row[]> {
  tell("two processes behind the shipped Caddyfile, one PostgreSQL server");
  const folder = mkdtempSync(join(tmpdir(), "replace-"));
  const server = await startPostgres();
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: server.url,
    PUBLIC_URL: publicUrl,
    TRUST_PROXY: "1",
    STOP_SECONDS: "20",
  };
  const processes: HeldProduct[] = [];
  try {
    for (let n = 0; n < 2; n++) processes.push(await holdProduct(settings));
    const upstreams = processes.map((one) => one.port);
    const caddy = await startCaddy("Caddyfile.several", upstreams, port);
    const label = "Two processes behind Caddy";
    const report = await underLoad(
      { label, port, publicUrl, perSecond: REPLACE.perSecond, processes, tell },
      seconds,
    ).finally(() => caddy.stop());
    const client = new pg.Client({ connectionString: server.superuserUrl });
    await client.connect();
    const { rows } = await client.query(STORED_MESSAGES);
    await client.end();
    return rowsOf(label, report, rows);
  } finally {
    for (const one of processes) await one.stop();
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function embeddedRows(seconds: number, tell: Setting["tell"]): Promise<Row[]> {
  tell("one process with the embedded database, its socket held");
  const folder = mkdtempSync(join(tmpdir(), "replace-"));
  try {
    const product = await holdProduct({ DATA_DIR: folder, TRUST_PROXY: "1", STOP_SECONDS: "8" });
    const { port, url: publicUrl } = product;
    const label = "Embedded, connections held";
    const perSecond = REPLACE.embeddedPerSecond;
    const report = await underLoad(
      { label, port, publicUrl, perSecond, processes: [product], tell },
      seconds,
    ).finally(() => product.stop());
    const database = await openFolderCopy(join(folder, "database"));
    const stored = await database.ask<Stored[number]>(STORED_MESSAGES);
    await database.close();
    return [
      ...rowsOf(label, report, stored),
      atMost("  the longest wait", REPLACE.heldMs, report.slowestMs, milliseconds),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One process after the other is replaced, while another process of ours asks. */
async function underLoad(setting: Setting, seconds: number): Promise<LoadReport> {
  const { port, publicUrl, perSecond, processes, tell, label } = setting;
  for (const { url } of processes) await (await fetch(url)).arrayBuffer();
  const load = startChild<SteadyApi>("steady.child.ts");
  try {
    await load.ask("begin", { port, publicUrl, perSecond, keepAlive: true });
    const began = performance.now();
    for (let turn = 0; performance.now() - began < (seconds - REPLACE.everySeconds / 2) * 1_000; ) {
      await pause(REPLACE.everySeconds * 500);
      const took = await processes[turn++ % processes.length]?.replace();
      tell(`${label}: replaced ${turn}, ${milliseconds(took ?? 0)}`);
      await pause(Math.max(0, turn * REPLACE.everySeconds * 1_000 - (performance.now() - began)));
    }
    await pause(SETTLE_MS);
    return await load.ask("end", undefined);
  } finally {
    await load.stop();
  }
}

function rowsOf(label: string, report: LoadReport, stored: Stored): Row[] {
  const { lost, twice } = miscounted(report, stored);
  const wrong = troubles(report);
  const others = Object.values(wrong).reduce((sum, n) => sum + n, 0);
  const refused = wrong.ECONNREFUSED ?? 0;
  const reset = (wrong.ECONNRESET ?? 0) + (wrong.EPIPE ?? 0) + (wrong["cut ECONNRESET"] ?? 0);
  const bad = wrong["502"] ?? 0;
  return [
    infoRow(`${label}: requests, messages`, `${count(report.requests)}, ${count(report.posts)}`),
    none("  refused", refused),
    none("  reset", reset),
    none("  answers 502", bad),
    none("  anything else", others - refused - reset - bad),
    none("  messages that were taken and are not there", lost),
    none("  messages that are there twice", twice),
    infoRow("  every outcome", JSON.stringify(report.outcomes)),
    infoRow("  the slowest answer", milliseconds(report.slowestMs)),
  ];
}
