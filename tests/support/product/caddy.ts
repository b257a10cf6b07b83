import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "./product.ts";

export const DEPLOY = join(import.meta.dirname, "../../../deploy");
export type CaddyFile = "Caddyfile.one" | "Caddyfile.several";
export type Caddy = { url: string; output: () => string; stop: () => Promise<void> };

const READY_WITHIN_MS = 20_000;

/** Whether this machine has Caddy. */
export const hasCaddy = (): boolean => spawnSync("caddy", ["version"]).status === 0;

/** What it says of a file of ours, with the settings of this machine: empty when it is right. */
export function caddyFaults(file: CaddyFile, settings: Record<string, string> = {}): string {
  const { status, stderr } = spawnSync(
    "caddy",
    ["validate", "--adapter", "caddyfile", "--config", file],
    { cwd: DEPLOY, env: { ...environment(tmpdir()), ...settings }, encoding: "utf8" },
  );
  return status === 0 ? "" : stderr;
}

/** Everything that it keeps lies in a folder of its own; a second one on this machine has its own port for orders. */
const environment = (folder: string) => ({
  PATH: process.env.PATH,
  HOME: folder,
  XDG_DATA_HOME: folder,
  XDG_CONFIG_HOME: folder,
});

/** Starts Caddy with a file of `deploy/` as it is, on this machine and without a certificate. */
export async function startCaddy(
  file: CaddyFile,
  upstreams: readonly number[],
  port: number,
): Promise<Caddy> {
  const folder = mkdtempSync(join(tmpdir(), "caddy-"));
  const addresses = upstreams.map((upstream) => `127.0.0.1:${upstream}`).join(" ");
  const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", file], {
    cwd: DEPLOY,
    env: {
      ...environment(folder),
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      SITE_ADDRESS: `http://localhost:${port}`,
      SITE_UPSTREAM: addresses,
      SITE_UPSTREAMS: addresses,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (text) => (output += text));
  const url = `http://localhost:${port}`;
  const stop = () => end(child).then(() => rmSync(folder, { recursive: true, force: true }));
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until && child.exitCode === null) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer) return { url, output: () => output, stop };
    await pause(50);
  }
  await stop();
  throw new Error(`Caddy did not start: ${output}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
