import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { ping, tryWrite } from "../database/doors/doors.server.ts";
import { env } from "../process/env.server.ts";
import { descriptors } from "../process/machine.server.ts";
import { isStopping } from "../process/stopping.ts";
import { withTimeout } from "../process/timeout.ts";
import { storageOf } from "../storage/storage.server.ts";
import { BusyError, causesOf, WrongDatabaseError } from "../values/errors.ts";

type Check = "ok" | "failed";
/** `why` describes what failed, without any value. */
export type Readiness = { database: Check; storage: Check; why?: string };

const CHECK_WITHIN_MS = 4_000;
/** Anybody may call this, so the disk is not written on every request. */
const WRITE_EVERY_MS = 10_000;
const PROBE_BYTES = 64 * 1024;
const PROBE_KEY = "probes/write";

/** Runs `work` at most this often; calls in between get the last result. */
export function atMostEvery(ms: number, work: () => Promise<void>): () => Promise<void> {
  let last: { at: number; result: Promise<void> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= ms) last = { at: now, result: work() };
    return last.result;
  };
}

type Written = "database" | "storage";
const durations: Record<Written, number> = { database: 0, storage: 0 };

/** How long the last try to write took, in milliseconds. */
export const lastWriteMs = (where: Written): number => durations[where];

async function timed(where: Written, work: () => Promise<void>): Promise<void> {
  const began = performance.now();
  await work().finally(() => {
    durations[where] = performance.now() - began;
  });
}

const writeToDatabase = atMostEvery(WRITE_EVERY_MS, () => timed("database", tryWrite));
const writeToStorage = atMostEvery(WRITE_EVERY_MS, () =>
  timed("storage", () => tryStorage(env().DATA_DIR)),
);

/** Writes a file to the data folder and to the store of uploads, and removes both. */
async function tryStorage(folder: string): Promise<void> {
  const file = join(folder, `write-probe-${randomUUID()}`);
  const storage = storageOf(PROBE_KEY);
  try {
    const handle = await open(file, "wx", 0o600);
    await handle
      .write(Buffer.alloc(PROBE_BYTES))
      .then(() => handle.sync())
      .finally(() => handle.close());
    await storage.put(PROBE_KEY, file, "application/octet-stream");
    await storage.remove(PROBE_KEY);
  } finally {
    await rm(file, { force: true });
  }
}

/** Tests the database and the storage. */
export async function readiness(): Promise<Readiness> {
  const [database, storage] = await Promise.all([
    failureOf(ping().then(writeToDatabase)),
    failureOf(writeToStorage()),
  ]);
  const why = [
    ...(database === undefined ? [] : [`base de données (database): ${wordsOf(database)}`]),
    ...(storage === undefined ? [] : [`fichiers (files): ${wordsOf(storage)}`]),
  ];
  return {
    database: database === undefined ? "ok" : "failed",
    storage: storage === undefined ? "ok" : "failed",
    ...(why.length > 0 && { why: why.join(" ; ") }),
  };
}

async function failureOf(work: Promise<void>): Promise<unknown> {
  return withTimeout(work, CHECK_WITHIN_MS, () => new Error("late")).catch(
    (error: unknown) => error,
  );
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: "le disque est plein (disk full)",
  "53100": "le disque est plein (disk full)",
  EDQUOT: "le quota du disque est atteint (disk quota)",
  EROFS: "le disque ne peut qu’être lu (read-only)",
  "25006": "elle ne peut qu’être lue (read-only)",
  EACCES: "l’écriture est interdite (not allowed to write)",
};

function wordsOf(error: unknown): string {
  if (error instanceof WrongDatabaseError) return error.why;
  if (error instanceof BusyError) return "toutes les connexions sont prises (busy)";
  const words = causesOf(error).map(({ code = "" }) => WORDS[code]);
  return words.find(Boolean) ?? "pas de réponse (no answer)";
}

/**
 * `/healthz`: the process is alive and takes requests. `/readyz`: it can do its work. Both say 503 while it stops,
 * so that a proxy sends new requests elsewhere. Returns whether it answered.
 */
export function answerHealth(
  _request: IncomingMessage,
  response: ServerResponse,
  pathname: string,
): boolean {
  if (pathname !== "/healthz" && pathname !== "/readyz") return false;
  if (isStopping()) {
    send(response, 503, { status: "stopping" });
    return true;
  }
  if (pathname === "/healthz") {
    const count = descriptors();
    const free = count && { descriptors_left: count.most - count.open };
    send(response, 200, { status: "ok", ...free });
    return true;
  }
  void readiness().then((checks) => {
    const ready = checks.why === undefined;
    send(response, ready ? 200 : 503, { status: ready ? "ok" : "failed", ...checks });
  });
  return true;
}

function send(
  response: ServerResponse,
  status: number,
  body: Record<string, string | number>,
): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, { "content-type": "application/json", "cache-control": "no-store" })
    .end(text);
}
