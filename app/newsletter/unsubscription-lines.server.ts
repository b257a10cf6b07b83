import { join } from "node:path";
import { currentTime } from "../core/process/clock.ts";
import { isId } from "../core/secrets/id.ts";
import { appendLines, readLines } from "../core/storage/line-file.server.ts";
import { DAY } from "../core/values/durations.ts";

// A backup brings subscriptions back that ended since. So every end stands in a small file beside the database
// too, as an id and a hash of the address: what stands there and is active again is ended once more.

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

/** Whether a clock that was far ahead wrote this moment: it says nothing about what came before it. */
export const isInFuture = (at: string): boolean => Date.parse(at) > currentTime().getTime() + DAY;

/** When each was last seen to have ended: somebody may come back, and leave once more. */
export function latestEnds(lines: readonly Unsubscription[]): Map<string, string> {
  const ends = new Map<string, string>();
  for (const { id, at } of lines) if (at > (ends.get(id) ?? "")) ends.set(id, at);
  return ends;
}

/** Adds those that the file does not know yet. Returns how many. */
export function addEnds(dataDir: string, lines: readonly Unsubscription[]): number {
  const known = readUnsubscriptions(dataDir);
  const ends = latestEnds(known.filter(({ at }) => !isInFuture(at)));
  // What the same clock wrote into the database is written down once.
  const endsAhead = latestEnds(known);
  const more = new Map(
    lines
      .filter(({ id, at }) => at > ((isInFuture(at) ? endsAhead : ends).get(id) ?? ""))
      .toSorted((a, b) => a.at.localeCompare(b.at))
      .map((line) => [line.id, line]),
  );
  if (more.size > 0) appendLines(fileIn(dataDir), [...more.values()]);
  return more.size;
}

/** Adds the ends that somebody else wrote down, such as the list beside an archive. Returns how many were new. */
export const addUnsubscriptions = (dataDir: string, words: readonly string[]): number =>
  addEnds(
    dataDir,
    words.flatMap((line) => parseLine(line) ?? []),
  );
