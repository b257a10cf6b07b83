import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Duplex } from "node:stream";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import type { PGlite } from "@electric-sql/pglite";
import { log } from "../../log/log.server.ts";
import { projectRoot } from "../../process/project-root.server.ts";
import { Fault, WrongDatabaseError } from "../../values/errors.ts";

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

/** Whoever answers PostgreSQL's protocol: a worker, or a PGlite of this thread. Answers come in order. */
export type Backend = {
  send(message: Uint8Array, onAnswer: (answer: Uint8Array) => void): void;
  close(): Promise<void>;
};

/**
 * What the PostgreSQL driver takes for its socket. The messages of one statement are written together, so
 * that a statement is one exchange with the backend.
 */
export class ProtocolStream extends Duplex {
  readonly #backend: Backend;

  constructor(backend: Backend) {
    super();
    this.#backend = backend;
  }

  connect(): this {
    process.nextTick(() => this.emit("connect"));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    this.#send(chunk);
    done();
  }

  override _writev(chunks: { chunk: Uint8Array }[], done: () => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  #send(message: Uint8Array): void {
    this.#backend.send(message, (answer) => {
      if (answer.length > 0) this.push(answer);
    });
  }
}

const CREATION = join(projectRoot, "app/core/database/embedded/create-database.process.ts");
/** What a disk brings along that is mounted there. */
const OF_THE_DISK = "lost+found";

const hasDatabase = (folder: string) => existsSync(join(folder, "PG_VERSION"));

const isEmpty = (folder: string) =>
  statSync(folder).isDirectory() &&
  readdirSync(folder).every((name: string) => name === OF_THE_DISK);

/**
 * Makes an embedded database where there is none yet. It is made beside its place and moved there whole, so that
 * a first start that is cut short leaves nothing there.
 * @throws WrongDatabaseError when something else is there: a new database would be made over what is left of it.
 */
async function ensureDatabase(folder: string): Promise<void> {
  if (hasDatabase(folder)) return;
  const isThere = existsSync(folder);
  if (isThere && !isEmpty(folder)) throw notWhole();
  // A folder that is there may be a disk of its own: nothing can be moved into its place.
  const place = isThere ? folder : `${folder}-unfinished`;
  if (!isThere) {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true, mode: 0o700 });
  }
  await promisify(execFile)(process.execPath, [CREATION, place], { env: {} });
  if (!isThere) renameSync(place, folder);
}

/** @throws WrongDatabaseError when there is no database in this folder */
export function requireDatabase(folder: string): void {
  if (!hasDatabase(folder)) throw notWhole();
}

const notWhole = () =>
  new WrongDatabaseError(
    "ce qui est à la place du dossier database de DATA_DIR n’est pas une base entière (no whole database there), remettez-le en entier ou une archive (bring all of it back, or an archive)",
  );

/** It is there, and PostgreSQL does not open it. */
const notOpened = (cause: unknown) =>
  new WrongDatabaseError(
    "le dossier database de DATA_DIR ne s’ouvre pas, il est abîmé ou incomplet, ou son disque est plein (not opened: damaged, incomplete, or its disk is full)",
    { cause },
  );
