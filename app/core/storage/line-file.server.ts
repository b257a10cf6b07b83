import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";

// A small file beside the database that is only ever added to: what must outlive a restored backup.

/** Its lines; none where there is no file. A crash may have cut one short: whoever reads them leaves it out. */
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

/** Appended and on the disk before it returns. A line begins anew after one that was cut short. */
export function appendLines(path: string, lines: readonly object[]): void {
  const file = openSync(path, "a", 0o600);
  try {
    writeSync(file, lines.map((line) => `\n${JSON.stringify(line)}`).join(""));
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Appends the lines that are not known yet, each key once. */
export function appendNewLines<Line extends object>(
  path: string,
  lines: readonly Line[],
  known: readonly Line[],
  keyOf: (line: Line) => string,
): void {
  const keys = new Set(known.map(keyOf));
  const more = new Map(lines.map((line) => [keyOf(line), line]));
  for (const key of keys) more.delete(key);
  if (more.size > 0) appendLines(path, [...more.values()]);
}

/** Writes a small file for this account alone, whole or not at all: a crash leaves what was there before. */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${process.pid}.part`;
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
