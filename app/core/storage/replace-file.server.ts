import { renameSync, writeFileSync } from "node:fs";

/** Writes a small file for this account alone, whole or not at all: a crash leaves what was there before. */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.part`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
