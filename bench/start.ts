import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startPostgres } from "../tests/support/postgres-server.ts";
import { freePort, startProduct } from "../tests/support/product.ts";
import { SPEED } from "./budgets.ts";
import { atMost, type Group, median, milliseconds, told } from "./table.ts";

const STARTS = 7;
const GIVE_UP_MS = 60_000;

/** From the start of the process to its first page, on data that is already there. */
export const measure: Group = async (tell) => {
  const embedded = await startsOn({}, tell);
  const postgres = await startPostgres();
  const server = await startsOn({ DATABASE_URL: postgres.url }, tell).finally(() =>
    postgres.remove(),
  );
  const all = (times: number[]) => times.map((time) => Math.round(time)).join(" ");
  return [
    atMost("Start → first page, embedded", SPEED.startEmbeddedMs, median(embedded), milliseconds),
    told("  every start, ms", all(embedded)),
    atMost(
      "Start → first page, PostgreSQL server",
      SPEED.startServerMs,
      median(server),
      milliseconds,
    ),
    told("  every start, ms", all(server)),
  ];
};

async function startsOn(settings: Record<string, string>, tell: (doing: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), "site-bench-"));
  const all = { ...settings, DATA_DIR: folder };
  try {
    // The first start makes the database and its content, which is not what is measured.
    await (await startProduct(all)).stop();
    const times: number[] = [];
    for (let start = 0; start < STARTS; start++) {
      times.push(await startOnce(all));
      tell(`${settings.DATABASE_URL ? "server" : "embedded"}: ${Math.round(times.at(-1) ?? 0)} ms`);
    }
    return times;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startOnce(settings: Record<string, string>): Promise<number> {
  const port = await freePort();
  const began = performance.now();
  const child = spawn(process.execPath, ["scripts/serve.mjs"], {
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
  const gone = new Promise((resolve) => child.once("exit", resolve));
  try {
    while (!(await answers(port))) {
      if (performance.now() - began > GIVE_UP_MS) throw new Error("the product did not start");
      await pause(5);
    }
    return performance.now() - began;
  } finally {
    child.kill("SIGTERM");
    await gone;
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
