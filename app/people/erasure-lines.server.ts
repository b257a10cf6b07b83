import { join } from "node:path";
import { isId } from "../core/secrets/id.ts";
import { appendNewLines, readLines } from "../core/storage/line-file.server.ts";

// A backup brings people back who were erased since. So every erasure stands in a small file beside the
// database too, as ids and a hash: what stands there and not in the database is done once more.

export type ErasureLine = { id: string; at: string; records: string[]; address: string };

export const ERASURE_FILE = "erasures.jsonl";

const fileIn = (dataDir: string) => join(dataDir, ERASURE_FILE);

/** The erasures that the file knows. A line that a crash cut short is left out: the database still has it. */
export const readErasureFile = (dataDir: string): ErasureLine[] =>
  readLines(fileIn(dataDir)).flatMap((line) => lineOf(line) ?? []);

function lineOf(text: string): ErasureLine | undefined {
  try {
    const { id, at, records, address } = JSON.parse(text) as ErasureLine;
    const whole = isId(id) && Array.isArray(records) && records.every(isId);
    return whole ? { id, at: String(at), records, address: String(address) } : undefined;
  } catch {
    return undefined;
  }
}

/** Adds those that the file does not know yet; they are on the disk before it returns. */
export const appendErasures = (dataDir: string, lines: readonly ErasureLine[]): void =>
  appendNewLines(fileIn(dataDir), lines, readErasureFile(dataDir), ({ id }) => id);

/** Adds the erasures that somebody else wrote down, such as the list beside an archive. */
export const addErasures = (dataDir: string, words: readonly string[]): void =>
  appendErasures(
    dataDir,
    words.flatMap((line) => lineOf(line) ?? []),
  );
