// What each program begins with that opens the data of the site without the site: what it makes is for us alone,
// and of an error that nobody expected it says no more than the log would. Node would print the row that failed.
import "../app/core/storage/umask.server.ts";
import { renameSync, rmSync, symlinkSync } from "node:fs";
import { describeExitError } from "../app/core/log/output.server.ts";

process.on("uncaughtException", (error) => {
  console.error(describeExitError(error));
  process.exit(1);
});

/** Makes a link lead elsewhere, in one step: it is never missing. */
export function pointTo(link: string, folder: string): void {
  const next = `${link}.next`;
  rmSync(next, { force: true });
  symlinkSync(folder, next);
  renameSync(next, link);
}
