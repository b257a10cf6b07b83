import { renameSync, rmSync, symlinkSync } from "node:fs";

/** Makes a link lead elsewhere, in one step: it is never missing. */
export function pointTo(link: string, folder: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(folder, next);
  renameSync(next, link);
}
