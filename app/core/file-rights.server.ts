import { statSync } from "node:fs";
import { log } from "./log.server.ts";

/** What others than ourselves may do, in the rights of a file. */
const OTHERS = 0o077;

/** The rights of others on a folder that we did not make, such as `755`; undefined when they have none. */
export function rightsOfOthers(folder: string): string | undefined {
  const rights = statSync(folder, { throwIfNoEntry: false })?.mode ?? 0;
  // Windows has other rights than these.
  if (process.platform === "win32" || (rights & OTHERS) === 0) return undefined;
  return (rights & 0o777).toString(8);
}

/** A folder that somebody opened to others is theirs to close: what we make inside it is for us alone. */
export function warnOfOpenFolder(folder: string): void {
  const rights = rightsOfOthers(folder);
  if (rights) log.warn({ folder, rights }, "DATA_DIR is open to other accounts of this machine");
}
