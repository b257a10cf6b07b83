import { join } from "node:path";
import { currentTime } from "../core/process/clock.ts";
import { isId } from "../core/secrets/id.ts";
import { appendLines, readLines } from "../core/storage/line-file.server.ts";
import { DAY } from "../core/values/durations.ts";

// Restoring a backup reactivates subscriptions that ended since. So every end is also recorded in a file beside the
// database, as an id and a hash of the address, and repeated after a restore.

type Unsubscription = { id: string; at: string; address: string };

export const UNSUBSCRIPTION_FILE = "unsubscriptions.jsonl";

const fileIn = (dataDir: string) => join(dataDir, UNSUBSCRIPTION_FILE);

export const readUnsubscriptions = (dataDir: string): Unsubscription[] =>
  readLines(fileIn(dataDir)).flatMap((line) => parseLine(line) ?? []);

function parseLine(text: string): Unsubscription | undefined {
  try {
    const { id, at, address } = JSON.parse(text) as Unsubscription;
    const whole = isId(id) && !Number.isNaN(Date.parse(at)) && typeof address === "string";
    return whole ? { id, at, address } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a timestamp is in the future: the clock was wrong, so it does not count as the latest. */
export const isInFuture = (at: string): boolean => Date.parse(at) > currentTime().getTime() + DAY;

/** The latest end of each subscription, which may end several times. */
export function latestEnds(lines: readonly Unsubscription[]): Map<string, string> {
  const ends = new Map<string, string>();
  for (const { id, at } of lines) if (at > (ends.get(id) ?? "")) ends.set(id, at);
  return ends;
}

/** Adds the ends that are not in the file yet. Returns how many. */
export function addEnds(dataDir: string, lines: readonly Unsubscription[]): number {
  const recorded = readUnsubscriptions(dataDir);
  const ends = latestEnds(recorded.filter(({ at }) => !isInFuture(at)));
  // A future timestamp from the database is compared with the future ones in the file.
  const endsAhead = latestEnds(recorded);
  const more = new Map(
    lines
      .filter(({ id, at }) => at > ((isInFuture(at) ? endsAhead : ends).get(id) ?? ""))
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .map((line) => [line.id, line]),
  );
  if (more.size > 0) appendLines(fileIn(dataDir), [...more.values()]);
  return more.size;
}

/** Adds the ends of another file, such as the list beside an archive. Returns how many were new. */
export const addUnsubscriptions = (dataDir: string, words: readonly string[]): number =>
  addEnds(
    dataDir,
    words.flatMap((line) => parseLine(line) ?? []),
  );
