import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { replaceFile } from "../../core/storage/line-file.server.ts";
import type { StoredFile } from "../../core/storage/storage.server.ts";
import { DAY } from "../../core/values/durations.ts";

// What the last backup found in each stored file. What has the same size and date is not read every night, but
// one night in thirty: a disk may lose a bit without telling anybody.

const FILE = "backup-files.json";
const TURNS = 30;

const knownFileSchema = z.object({
  size: z.number(),
  modified: z.number(),
  sha256: z.string(),
  /** What was read last was something else. It is read every night until that is over. */
  wrong: z.boolean().optional(),
});
export type KnownFile = z.infer<typeof knownFileSchema>;
export type KnownFiles = ReadonlyMap<string, KnownFile>;

/** Without it, or where it cannot be read, every file is read once. */
export function readKnownFiles(dataDir: string): KnownFiles {
  try {
    const text = readFileSync(join(dataDir, FILE), "utf8");
    return new Map(z.array(z.tuple([z.string(), knownFileSchema])).parse(JSON.parse(text)));
  } catch {
    return new Map();
  }
}

export function writeKnownFiles(dataDir: string, known: KnownFiles): void {
  replaceFile(join(dataDir, FILE), JSON.stringify([...known]));
}

/** The next backup reads every file, and every content that is stored of one. */
export function forgetKnownFiles(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

export const looksSame = (known: KnownFile, { size, modified }: StoredFile): boolean =>
  known.size === size && known.modified === modified.getTime();

/** Whether it is a file's turn to be read, though it looks the same. */
export function isTurnOf(key: string, at: Date): boolean {
  let sum = 0;
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % TURNS === Math.floor(at.getTime() / DAY) % TURNS;
}
