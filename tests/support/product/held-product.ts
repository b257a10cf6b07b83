import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { SERVE } from "../../../scripts/supervise.mjs";

export type HeldProduct = {
  /** Without a trailing slash. */
  url: string;
  port: number;
  /** What it printed so far, all processes together. */
  output: () => string;
  /** Ends the process as a service manager does; resolves once the next one answers. Says how long it took. */
  replace: () => Promise<number>;
  /** Asks the process of now to end, and does not wait. */
  signal: () => void;
  stop: () => Promise<void>;
};

const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 10;

/**
 * What systemd does with a socket of ours: it is opened once, and each process that ends is followed by the next
 * on the same one. Stands on fd 3, which a shell hands on from process to process.
 */
const HOLD = `while [ ! -e "$0/end" ]; do
  sh -c 'echo $$ > "$0/pid"; export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@"' "$0" "$@" || sleep 0.2
done`;

type Start = {
  /** Where the product stands. */
  cwd?: string;
  command?: readonly string[];
};

/**
 * Starts the built product on a socket that outlives its processes.
 * @param settings must hold DATA_DIR, which stays when it is stopped.
 */
export async function holdProduct(
  settings: Record<string, string>,
  {
    cwd = join(import.meta.dirname, "../../.."),
    command = [process.execPath, ...SERVE],
  }: Start = {},
): Promise<HeldProduct> {
  const socket = createServer().listen(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  const url = `http://localhost:${port}`;
  const folder = mkdtempSync(join(tmpdir(), "held-"));
  const child = spawn("sh", ["-c", HOLD, folder, ...command], {
    cwd,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      PUBLIC_URL: url,
      ...settings,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe", descriptorOf(socket)],
  });
  // From now on it is the shell's.
  socket.close();
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (text) => (output += text));
  const starts = () => output.split("(ready)").length - 1;
  const untilStarted = (times: number) =>
    untilReady(
      child,
      () => starts() >= times,
      () => output,
    );
  const signal = () => process.kill(pidIn(folder), "SIGTERM");
  await untilStarted(1);
  return {
    url,
    port,
    output: () => output,
    signal,
    async replace() {
      const began = performance.now();
      const before = starts();
      signal();
      await untilStarted(before + 1);
      return performance.now() - began;
    },
    async stop() {
      writeFileSync(join(folder, "end"), "");
      const ended = once(child, "exit");
      if (child.exitCode === null) {
        signal();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The number of the descriptor itself, which Node keeps to itself. */
function descriptorOf(server: Server): number {
  const { _handle: handle } = server as unknown as { _handle: { fd: number } };
  return handle.fd;
}

function pidIn(folder: string): number {
  const file = join(folder, "pid");
  const pid = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  // Zero would be our own group.
  if (!pid) throw new Error("there is no process");
  return pid;
}

async function untilReady(child: ChildProcess, isReady: () => boolean, output: () => string) {
  const until = performance.now() + READY_WITHIN_MS;
  while (performance.now() < until) {
    if (isReady()) return;
    if (child.exitCode !== null) break;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`the product did not start: ${output()}`);
}
