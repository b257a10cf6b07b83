import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";

// Append-only files beside the database, for what must survive the restore of a backup.

/** Its lines; none when there is no file. A crash may have truncated one, which readers must skip. */
export function readLines(path: string): string[] {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  return text.split("\n").filter((line) => line !== "");
}

/** Appends lines, synced to the disk. Each begins with a line break, since the last one may be truncated. */
export function appendLines(path: string, lines: readonly object[]): void {
  const file = openSync(path, "a", 0o600);
  try {
    writeSync(file, lines.map((line) => `\n${JSON.stringify(line)}`).join(""));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Appends the lines whose key does not exist yet, each once. */
export function appendNewLines<Line extends object>(
  path: string,
  lines: readonly Line[],
  existing: readonly Line[],
  keyOf: (line: Line) => string,
): void {
  const keys = new Set(existing.map(keyOf));
  const more = new Map(lines.map((line) => [keyOf(line), line]));
  for (const key of keys) more.delete(key);
  if (more.size > 0) appendLines(path, [...more.values()]);
}

/** Writes a private file atomically. */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.part`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
