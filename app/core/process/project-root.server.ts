import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * The folder of package.json: searched upwards, since the build moves this module. drizzle-kit loads it as
 * CommonJS, where no module knows its folder.
 */
export const projectRoot = findRoot(import.meta.dirname ?? process.cwd());

function findRoot(from: string): string {
  if (existsSync(join(from, "package.json"))) return from;
  const parent = dirname(from);
  if (parent === from) return process.cwd();
  return findRoot(parent);
}
