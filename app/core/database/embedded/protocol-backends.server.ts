import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import { log } from "../../log/log.server.ts";
import { projectRoot } from "../../process/project-root.server.ts";
import { Fault } from "../../values/errors.ts";
import { ensureDatabase, notOpened } from "./database-folder.server.ts";
import type { Backend } from "./protocol-stream.server.ts";

/** Node reads its source, from the build too: it brings little more than PGlite. */
const WORKER = join(projectRoot, "app/core/database/embedded/embedded.worker.ts");

/** A PGlite of this thread, as tests have it. */
export function backendIn(database: PGlite): Backend {
  return {
    send: (message, onAnswer) => onAnswer(database.execProtocolRawSync(message)),
    close: () => database.close(),
  };
}

/**
 * A thread of its own for the database in a folder: one that was started before, or one that starts now.
 */
export async function startWorker(folder: string, started?: Worker): Promise<Backend> {
  const worker = started ?? new Worker(WORKER, { execArgv: [] });
  const waiting: ((answer: Uint8Array) => void)[] = [];
  let closing = false;
  try {
    await ensureDatabase(folder);
    await opened(worker, folder);
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  // Nothing can stand in for it: whatever ends it ends the process, which recovers at its next start.
  worker.on("exit", (code) => {
    if (!closing) process.exit(code || 1);
  });
  worker.on("message", (answer: Uint8Array) => waiting.shift()?.(answer));
  return {
    send(message, onAnswer) {
      waiting.push(onAnswer);
      worker.postMessage(message);
    },
    async close() {
      closing = true;
      const exit = new Promise((resolve) => worker.once("exit", resolve));
      worker.postMessage("close");
      await exit;
    },
  };
}

/** Has a thread open the database in a folder. PostgreSQL ends its thread over what it cannot read. */
async function opened(worker: Worker, folder: string): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.once("error", reject);
      worker.once("exit", () => reject(new Fault("PostgreSQL ended as it was to open a folder")));
      worker.postMessage(folder);
    });
  } catch (error) {
    log.error({ err: error }, "the embedded database does not open");
    throw notOpened(error);
  }
}
