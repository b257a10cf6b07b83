import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SERVE } from "../../../scripts/supervise.mjs";

export type Product = {
  /** Without a trailing slash. */
  url: string;
  dataDir: string;
  pid: number;
  /** The file of what it prints, for whoever did not start it. */
  log: string;
  /** What it printed so far. */
  output: () => string;
  /** With its exit code, once it has ended; null when a signal ended it. */
  ended: Promise<number | null>;
  stop: () => Promise<void>;
  /** Ends it at once, as a power cut would. */
  kill: () => Promise<void>;
};

const ROOT = join(import.meta.dirname, "../../..");
/** A first start takes seconds; on a machine that others keep busy, far longer. */
const READY_WITHIN_MS = 120_000;

/** Names the folder of a product that was started once, for the tests of this run. */
const PREPARED_FOLDER = "PREPARED_DATA_DIR";

/** A port of this machine that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/**
 * From now on a product of this run that brings no data folder begins with a copy of one that was started
 * before, by the same first administrator: a first start takes seconds, each later one half of one.
 */
export async function prepareDataFolder(settings: Record<string, string>): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "prepared-site-"));
  const product = await startProduct({ ...settings, DATA_DIR: folder });
  await product.stop();
  process.env[PREPARED_FOLDER] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Files belong to their database: beside one on a server, none are brought. */
export function newDataFolder({ DATABASE_URL }: Record<string, string> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  const prepared = process.env[PREPARED_FOLDER];
  if (prepared && !DATABASE_URL) cpSync(prepared, folder, { recursive: true });
  return folder;
}

/** Starts the built product, or another version of it, on a port and a data folder of its own, as `npm start` does. */
export async function startProduct(
  settings: Record<string, string> = {},
  cwd = ROOT,
): Promise<Product> {
  const port = Number(settings.PORT ?? (await freePort()));
  const ownFolder = settings.DATA_DIR === undefined;
  const dataDir = settings.DATA_DIR ?? newDataFolder(settings);
  const logFolder = mkdtempSync(join(tmpdir(), "output-"));
  const log = join(logFolder, "log");
  const descriptor = openSync(log, "a");
  const child = spawn(process.execPath, SERVE, {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      ...settings,
      PORT: String(port),
      DATA_DIR: dataDir,
    },
    stdio: ["ignore", descriptor, descriptor],
  });
  closeSync(descriptor);
  let whole: string | undefined;
  const output = () => whole ?? readFileSync(log, "utf8");
  const url = `http://localhost:${port}`;
  const missing = new Promise<number | null>((resolve) => child.once("exit", resolve));
  child.once("exit", () => {
    whole = output();
    rmSync(logFolder, { recursive: true, force: true });
  });
  await untilReady(child, output);
  const end = async (signal: NodeJS.Signals) => {
    await ended(child, signal);
    if (ownFolder) rmSync(dataDir, { recursive: true, force: true });
  };
  return {
    url,
    dataDir,
    pid: child.pid ?? 0,
    log,
    output,
    ended: missing,
    stop: () => end("SIGTERM"),
    kill: () => ended(child, "SIGKILL"),
  };
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + READY_WITHIN_MS;
  while (Date.now() < until) {
    if (child.exitCode !== null) throw new Error(`the product ended: ${output()}`);
    // Its own word, since another process may be answering on this port.
    if (output().includes("(ready)")) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill("SIGKILL");
  throw new Error(`the product did not start in time: ${output()}`);
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const missing = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  const late = setTimeout(() => child.kill("SIGKILL"), 15_000);
  await missing;
  clearTimeout(late);
}
