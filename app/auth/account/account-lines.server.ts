import { join } from "node:path";
import { currentTime } from "../../core/process/clock.ts";
import { isId } from "../../core/secrets/id.ts";
import { appendLines, appendNewLines, readLines } from "../../core/storage/line-file.server.ts";
import { MINUTE } from "../../core/values/durations.ts";

// A backup brings accounts back that were closed since, and roles that were taken away. So what each account may do
// stands in a small file beside the database too, a line for each change: whatever is more than that is cut again.

/** What an account might do from a moment on: 'admin', or its roles. */
export type AccountLine = { id: string; at: string; active: boolean; rights: string[] };

export const ACCOUNT_FILE = "accounts.jsonl";

const fileIn = (dataDir: string) => join(dataDir, ACCOUNT_FILE);

function lineOf(text: string): AccountLine | undefined {
  try {
    const { id, at, active, rights } = JSON.parse(text) as AccountLine;
    const whole = isId(id) && !Number.isNaN(Date.parse(at)) && Array.isArray(rights);
    return whole ? { id, at, active: active === true, rights: rights.map(String) } : undefined;
  } catch {
    return undefined;
  }
}

const readAccountLines = (dataDir: string): AccountLine[] =>
  readLines(fileIn(dataDir)).flatMap((line) => lineOf(line) ?? []);

/** Clocks of two machines are this close. */
const CLOCK_MS = 10 * MINUTE;

/**
 * The newest line of each account. A line of a clock that was ahead says nothing: it is written once more when the
 * clock is right.
 */
export function newestLines(dataDir: string): Map<string, AccountLine> {
  const newest = new Map<string, AccountLine>();
  const limit = currentTime().getTime() + CLOCK_MS;
  for (const line of readAccountLines(dataDir)) {
    const at = Date.parse(line.at);
    // At the same moment, the one that was written later.
    if (at <= limit && at >= Date.parse(newest.get(line.id)?.at ?? line.at)) {
      newest.set(line.id, line);
    }
  }
  return newest;
}

/** Appended and on the disk before it returns. */
export const appendAccounts = (dataDir: string, lines: readonly AccountLine[]): void =>
  appendLines(fileIn(dataDir), lines);

/** Adds the lines that somebody else wrote down, such as the list beside an archive. */
export const addAccounts = (dataDir: string, words: readonly string[]): void =>
  appendNewLines(
    fileIn(dataDir),
    words.flatMap((text) => lineOf(text) ?? []),
    readAccountLines(dataDir),
    (line) => JSON.stringify(line),
  );
