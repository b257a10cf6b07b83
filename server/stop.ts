import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "../app/core/log/log.server.ts";
import { beginStopping } from "../app/core/process/stopping.ts";
import { withTimeout } from "../app/core/process/timeout.ts";

/**
 * How long new requests are still taken after the signal, until the proxy has noticed that `/readyz` fails: the
 * proxy of `deploy/` checks each second, and keeps an idle connection for one.
 */
export const GRACE_MS = 1_500;
/** How long closing the database may take. */
const CLOSE_MS = 1_500;
const LOOK_EVERY_MS = 50;
/** A connection opened just before we stopped accepting may still send its first request. */
const FIRST_REQUEST_MS = 500;

type Stop = {
  server: Server;
  /** How long requests and jobs under way may go on after the signal. */
  withinMs: number;
  /** How much of that time new requests are taken, for a proxy that has not noticed yet. */
  graceMs: number;
  work: readonly ((withinMs: number) => Promise<void>)[];
  closeDatabase: () => Promise<void>;
};

/** On the first signal, waits for requests and jobs under way, closes the database in any case, and exits. */
export function stopOnSignal({ server, withinMs, graceMs, work, closeDatabase }: Stop): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    beginStopping();
    const stopServer = () => closeServer(server, withinMs - graceMs);
    await Promise.all([
      graceMs > 0 ? pause(graceMs).then(stopServer) : stopServer(),
      ...work.map((stopWork) => stopWork(withinMs)),
    ]);
    const closing = closeDatabase().then(
      () => true,
      (error: unknown) => log.error({ err: error }, "database not closed"),
    );
    const closed = await withTimeout(closing, CLOSE_MS, () =>
      log.error({}, "database not closed in time"),
    );
    process.exit(closed === true ? 0 : 1);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** Stops accepting connections, waits for requests under way, and cuts those that take too long. */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), withinMs);
  // `http.Server.close` would cut connections without a request at once, and their clients see a reset.
  const closed = new Promise((done) => NetServer.prototype.close.call(server, done));
  await Promise.race([closed, pause(Math.min(FIRST_REQUEST_MS, withinMs / 2))]);
  // Idle connections wait for a next request, which is not taken any more.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  await closed;
  clearTimeout(timer);
  clearInterval(idle);
}
