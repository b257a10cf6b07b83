import type { Server } from "node:http";
import { log } from "../app/core/log.server.ts";
import { withTimeout } from "../app/core/timeout.ts";

/** How long requests and jobs under way may go on after the signal. */
const FINISH_MS = 3_000;
/** Then the database is closed. Whoever waits for our end gets it within five seconds. */
const CLOSE_MS = 1_500;
const LOOK_EVERY_MS = 50;

/** On the first signal, ends what is under way, closes the database in any case, and leaves. */
export function stopOnSignal(
  server: Server,
  work: readonly ((withinMs: number) => Promise<void>)[],
  closeDatabase: () => Promise<void>,
): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await Promise.all([
      closeServer(server, FINISH_MS),
      ...work.map((stopWork) => stopWork(FINISH_MS)),
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
  // A connection that was answered waits for its next request, which we shall not take.
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  await new Promise((closed) => server.close(closed));
  clearTimeout(timer);
  clearInterval(idle);
}
