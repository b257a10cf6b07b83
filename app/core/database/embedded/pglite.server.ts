import { fsyncSync, openAsBlob } from "node:fs";
import { readFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { unaccent } from "@electric-sql/pglite/contrib/unaccent";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { log, reasonOf } from "../../log/log.server.ts";
import { Fault } from "../../values/errors.ts";

const extensions = { pg_trgm, unaccent };

/**
 * PGlite's parameters without -F, which switches fsync off (docs/decisions/embedded-database.md), and with an eighth of
 * its default buffers, since the operating system caches the files too.
 */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== "-F"),
  "-c",
  "wal_sync_method=fsync",
  "-c",
  "shared_buffers=16MB",
];

const part = (name: string) => new URL(name, import.meta.resolve("@electric-sql/pglite"));

/** Compiles PGlite's WebAssembly, which can start before the folder is known. */
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

/** The same without fsync, for a temporary database: a process with restricted permissions may not call it. */
export const openScratch = (folder: string) =>
  PGlite.create({
    fs: new NodeFS(folder),
    extensions,
    startParams: [...PGlite.defaultStartParams, "-c", "shared_buffers=16MB"],
  });

/** In memory, for tests: new, or from an image. */
export const openMemory = (image?: Blob) => PGlite.create({ extensions, loadDataDir: image });

type OpenFile = { nfd: number };
type Attributes = { mode?: number };
type SetAttributes = (target: unknown, attributes: Attributes) => void;
type EmscriptenModule = {
  NODEFS?: {
    node_ops: {
      mknod: (parent: unknown, name: string, mode: number, device: number) => unknown;
      setattr: SetAttributes;
    };
    stream_ops: { setattr: SetAttributes; fsync?: (file: OpenFile) => number };
  };
};

/** The permission bits of group and others. */
const OTHERS = 0o077;

/** EINVAL in WASI, which the engine understands as 'this file cannot be synced'. */
const WASI_EINVAL = 28;
/** The exit code when the disk fails: EX_IOERR of sysexits.h. */
const DISK_FAILED = 74;

/**
 * PGlite's folder on disk, with a working fsync and private files.
 *
 * PGlite calls fsync when it is started without `-F`, but its file layer has no such operation, so
 * the call does nothing and a commit is only as safe as the operating system's memory. A power cut
 * would lose payments that were acknowledged. This gives the layer the missing operation; the
 * engine must also run with `wal_sync_method=fsync`, since `fdatasync` is a no-op in it.
 *
 * The layer also sets the mode of each file explicitly, past the umask, so that every account of the machine could
 * read the database. Here the bits of group and others are removed.
 */
class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS["init"]>) {
    const prepared = await super.init(...args);
    const mend = (module: unknown) => {
      const layer = (module as EmscriptenModule).NODEFS;
      if (!layer?.node_ops.mknod || !layer.node_ops.setattr || !layer.stream_ops.setattr) {
        throw new Fault("PGlite's file layer has changed: it cannot be mended");
      }
      keepPrivate(layer);
      layer.stream_ops.fsync = (file) => {
        try {
          fsyncSync(file.nfd);
          return 0;
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === "EINVAL") return WASI_EINVAL;
          // PostgreSQL panics here, since the state of the disk is unknown, and recovers at the next start.
          // PGlite would loop for ever instead.
          log.fatal(
            { reason: reasonOf(error) },
            "the disk refused a write of the database: stopping",
          );
          process.exit(DISK_FAILED);
        }
      };
    };
    prepared.emscriptenOpts.preRun = [...(prepared.emscriptenOpts.preRun ?? []), mend];
    return prepared;
  }
}

function keepPrivate({ node_ops, stream_ops }: NonNullable<EmscriptenModule["NODEFS"]>): void {
  const make = node_ops.mknod;
  node_ops.mknod = (parent, name, mode, device) => make(parent, name, mode & ~OTHERS, device);
  for (const operations of [node_ops, stream_ops]) {
    const set = operations.setattr;
    operations.setattr = (target, attributes) => {
      const { mode } = attributes;
      set(target, mode === undefined ? attributes : { ...attributes, mode: mode & ~OTHERS });
    };
  }
}
