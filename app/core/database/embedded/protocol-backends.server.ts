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

/** Run from its source, also by the build: it imports little more than PGlite. */
const WORKER = join(projectRoot, "app/core/database/embedded/embedded.worker.ts");

/** A PGlite of this thread, as tests have it. */
export function backendIn(database: PGlite): Backend {
  return {
    send: (message, onAnswer) => onAnswer(database.execProtocolRawSync(message)),
    close: () => database.close(),
  };
}

/**
 * Opens the database of a folder in a worker thread, which may have been started already.
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
  // The process cannot go on without it, and recovers at its next start.
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

/** Opens the database in the worker. PostgreSQL exits its thread when it cannot read the folder. */
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

/** Answers PostgreSQL's protocol, in order: a worker, or a PGlite of this thread. */
export type Backend = {
  send(message: Uint8Array, onAnswer: (answer: Uint8Array) => void): void;
  close(): Promise<void>;
};

/**
 * The socket of the PostgreSQL driver. The messages of a statement are written together, so that each statement is
 * one round trip.
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
/** Exists in the root of every ext4 disk. */
const OF_THE_DISK = "lost+found";

const hasDatabase = (folder: string) => existsSync(join(folder, "PG_VERSION"));

const isEmpty = (folder: string) =>
  statSync(folder).isDirectory() &&
  readdirSync(folder).every((name: string) => name === OF_THE_DISK);

/**
 * Creates an embedded database if there is none. It is created in another folder and renamed, so that an interrupted
 * first start leaves nothing behind.
 * @throws WrongDatabaseError when the folder contains something else, perhaps the remains of a database.
 */
async function ensureDatabase(folder: string): Promise<void> {
  if (hasDatabase(folder)) return;
  const isThere = existsSync(folder);
  if (isThere && !isEmpty(folder)) throw notWhole();
  // An existing folder may be a mount, which cannot be replaced by renaming.
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
    "le dossier database de DATA_DIR ne contient pas une base entière (no whole database there) : remettez-le en entier, ou restaurez une archive (bring all of it back, or an archive)",
  );

/** It is there, and PostgreSQL does not open it. */
const notOpened = (cause: unknown) =>
  new WrongDatabaseError(
    "le dossier database de DATA_DIR ne s’ouvre pas, il est abîmé ou incomplet, ou son disque est plein (not opened: damaged, incomplete, or its disk is full)",
    { cause },
  );
