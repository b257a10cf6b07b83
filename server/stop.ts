import type { Server } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { log } from "../app/core/log/log.server.ts";
import { beginStopping } from "../app/core/process/stopping.ts";
import { withTimeout } from "../app/core/process/timeout.ts";

/**
 * How long whoever stands before us has to hear that we stop, while we take what comes: the proxy of `deploy/`
 * asks each second, and keeps a connection without a request for one.
 */
export const LAST_CALL_MS = 1_500;
/** Then the database is closed. Whoever waits for our end gets it two seconds after what is under way. */
const CLOSE_MS = 1_500;
const LOOK_EVERY_MS = 50;
/** A connection that was opened just before we took no more has its first request on its way. */
const ON_ITS_WAY_MS = 500;

type Stop = {
  server: Server;
  /** How long requests and jobs under way may go on after the signal. */
  withinMs: number;
  /** How much of that time new requests are taken, for a proxy that has not heard of it yet. */
  lastCallMs: number;
  work: readonly ((withinMs: number) => Promise<void>)[];
  closeDatabase: () => Promise<void>;
};

/** On the first signal, ends what is under way, closes the database in any case, and leaves. */
export function stopOnSignal({ server, withinMs, lastCallMs, work, closeDatabase }: Stop): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    beginStopping();
    const endServer = () => closeServer(server, withinMs - lastCallMs);
    await Promise.all([
      lastCallMs > 0 ? pause(lastCallMs).then(endServer) : endServer(),
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

/** Takes no more connections, lets requests under way come to their end, and cuts those that do not. */
export async function closeServer(server: Server, withinMs: number): Promise<void> {
  const timer = setTimeout(() => server.closeAllConnections(), withinMs);
  // Node's own way for HTTP would at once cut those that have asked nothing yet: their senders see a reset.
  const closed = new Promise((done) => NetServer.prototype.close.call(server, done));
  await Promise.race([closed, pause(Math.min(ON_ITS_WAY_MS, withinMs / 2))]);
  // A connection that was answered waits for its next request, which we shall not take.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  await closed;
  clearTimeout(timer);
  clearInterval(idle);
}
