import { openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { DurableNodeFS } from "./durable-fs.server.ts";

const extensions = { pg_trgm, unaccent };

/**
 * Beside its own parameters: without -F, which switches fsync off (docs/decisions/embedded-database.md), and
 * with an eighth of the buffers that it takes by default. What they would hold, the operating system holds.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "shared_buffers=16MB",
];

const part = (name: string) => new URL(name, import.meta.resolve("@electric-sql/pglite"));

/** What PGlite is made of, ready to run; what it would otherwise only begin with once it has a folder. */
export async function compileEngine() {
  const [pgliteWasmModule, fsBundle] = await Promise.all([
    readFile(part("pglite.wasm")).then((bytes) => WebAssembly.compile(bytes)),
    openAsBlob(part("pglite.data")),
  ]);
  return { pgliteWasmModule, fsBundle };
}

type Compiled = Awaited<ReturnType<typeof compileEngine>>;

/** PostgreSQL inside this thread, on a folder. */
export const openFolder = (folder: string, compiled?: Compiled) =>
  PGlite.create({ fs: new DurableNodeFS(folder), extensions, startParams, ...compiled });

/** The same without fsync, for what is thrown away: a process with few rights may not even ask for it. */
export const openScratch = (folder: string) =>
  PGlite.create({
    fs: new NodeFS(folder),
    extensions,
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });

/** And in memory, for tests: a new one, or what an image holds. */
export const openMemory = (image?: Blob) => PGlite.create({ extensions, loadDataDir: image });
