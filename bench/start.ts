import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SERVE } from "../scripts/supervise.mjs";
import { startPostgres } from "../tests/support/database/postgres-server.ts";
import { freePort, startProduct } from "../tests/support/product/product.ts";
import { SPEED } from "./budgets.ts";
import { workedSeconds } from "./child.ts";
import { atMost, type Group, infoRow, median, milliseconds } from "./table.ts";

const STARTS = 7;
const GIVE_UP_MS = 60_000;

/** `workedMs` is what the threads of the process worked, which a busy machine stretches less. */
type Start = { ms: number; workedMs: number };

/** From the start of the process to its first page, on data that is already there. */
export const measure: Group = async (tell) => {
  const embedded = await startsOn({}, tell);
  const postgres = await startPostgres();
  const server = await startsOn({ DATABASE_URL: postgres.url }, tell).finally(() =>
    postgres.remove(),
  );
  const all = (starts: Start[]) => starts.map(({ ms }) => Math.round(ms)).join(" ");
  const clock = (starts: Start[]) => median(starts.map(({ ms }) => ms));
  const work = (starts: Start[]) => milliseconds(median(starts.map(({ workedMs }) => workedMs)));
  return [
    atMost("Start → first page, embedded", SPEED.startEmbeddedMs, clock(embedded), milliseconds),
    infoRow("  every start, ms", all(embedded)),
    infoRow("  of which the processor worked", work(embedded)),
    atMost(
      "Start → first page, PostgreSQL server",
      SPEED.startServerMs,
      clock(server),
      milliseconds,
    ),
    infoRow("  every start, ms", all(server)),
    infoRow("  of which the processor worked", work(server)),
  ];
};

async function startsOn(settings: Record<string, string>, tell: (doing: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), "site-bench-"));
  const all = { ...settings, DATA_DIR: folder };
  try {
    // The first start makes the database and its content, which is not what is measured.
    await (await startProduct(all)).stop();
    const starts: Start[] = [];
    for (let start = 0; start < STARTS; start++) {
      const last = await startOnce(all);
      starts.push(last);
      tell(`${settings.DATABASE_URL ? "server" : "embedded"}: ${Math.round(last.ms)} ms`);
    }
    return starts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOnce(settings: Record<string, string>): Promise<Start> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, SERVE, {
    cwd: join(import.meta.dirname, ".."),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      ...settings,
      PORT: String(port),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  try {
    while (!(await answers(port))) {
      if (performance.now() - began > GIVE_UP_MS) throw new Error("the product did not start");
      await pause(5);
    }
    const ms = performance.now() - began;
    return { ms, workedMs: (workedSeconds(child.pid ?? 0) ?? Number.NaN) * 1_000 };
  } finally {
    child.kill("SIGTERM");
    await exited;
  }
}

/** Whether the home page comes. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asking = get({ port, host: "127.0.0.1", agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode === 200));
    });
    asking.once("error", () => resolve(false));
  });
}
