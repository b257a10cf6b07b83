import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { SERVE } from "../scripts/serve-command.mjs";
import { ELSEWHERE, hasNamespaces } from "../tests/support/database/namespace.ts";
import { freePort, startProduct } from "../tests/support/product/product.ts";
import { atMost, infoRow, type Row } from "./table.ts";

const WHAT = "Second container on one volume: opened the embedded database";
const TRIES = 5;
const WITHIN_MS = 30_000;

/**
 * The product in a PID namespace of its own, as in a container, on the data folder of one that runs: neither
 * sees the other's process, and the second must be refused each time.
 */
export async function worldRows(tell: (doing: string) => void): Promise<Row[]> {
  if (!hasNamespaces()) return [infoRow(WHAT, "this system lets us make no PID namespace")];
  tell("two namespaces on one data folder");
  const first = await startProduct();
  try {
    let opened = 0;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      if (!(await isRefused(first.dataDir))) opened++;
    }
    const well = (await fetch(first.url)).status === 200;
    return [
      { ...atMost(`${WHAT}, of ${TRIES} tries`, 0, opened, String), budget: "0" },
      {
        what: "  and the first one answers",
        budget: "yes",
        measured: well ? "yes" : "no",
        ok: well,
      },
    ];
  } finally {
    await first.stop();
  }
}

async function isRefused(dataDir: string): Promise<boolean> {
  const [command, ...options] = ELSEWHERE;
  const child = spawn(command, [...options, process.execPath, ...SERVE], {
    cwd: join(import.meta.dirname, ".."),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (text) => (output += text));
  const late = setTimeout(() => child.kill("SIGKILL"), WITHIN_MS);
  const [code] = await once(child, "close");
  clearTimeout(late);
  return code === 1 && output.includes("déjà utilisé");
}
