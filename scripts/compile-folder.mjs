import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup.mjs";

/** What others may write. */
const WRITABLE_BY_OTHERS = 0o022;

/**
 * Where Node keeps what it compiled, so that the next start is shorter: in the build, which every new one
 * empties. Undefined where there can be none, such as on a disk that cannot be written; what is kept is run,
 * so a folder that others may write is not used.
 */
export function compileFolder(folder = join(root, "build", ".compiled")) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode, uid } = lstatSync(folder);
    const ours = [0, process.getuid?.() ?? 0].includes(uid);
    return ours && (process.platform === "win32" || (mode & WRITABLE_BY_OTHERS) === 0)
      ? folder
      : undefined;
  } catch {
    return undefined;
  }
}
