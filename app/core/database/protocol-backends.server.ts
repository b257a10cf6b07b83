import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import { projectRoot } from "../project-root.server.ts";
import type { Backend } from "./protocol-stream.server.ts";

/** Node reads their sources, from the build too: they bring little more than PGlite. */
const HERE = join(projectRoot, "app/core/database");
const WORKER = join(HERE, "embedded.worker.ts");
const CREATION = join(HERE, "create-database.process.ts");

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
  // Nothing can stand in for it: whatever ends it ends the process, which recovers at its next start.
  worker.on("exit", (code) => {
    if (!closing) process.exit(code || 1);
  });
  try {
    if (!existsSync(join(folder, "PG_VERSION"))) {
      await promisify(execFile)(process.execPath, [CREATION, folder], { env: {} });
    }
    await new Promise<void>((resolve, reject) => {
      worker.once("message", () => resolve());
      worker.once("error", reject);
      worker.postMessage(folder);
    });
  } catch (error) {
    closing = true;
    await worker.terminate();
    throw error;
  }
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
