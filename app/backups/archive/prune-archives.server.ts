import { createHash } from "node:crypto";
import { utimes } from "node:fs/promises";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { readJournal } from "../../core/database/copy/site-states.server.ts";
import { log } from "../../core/log/log.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { readUpgrade } from "../nightly/upgrade-record.server.ts";
import { ARCHIVES, BLOBS, blobListKey, parseArchiveDate } from "./archive-format.server.ts";
import { isExpired, isFutureDated, selectRetainedArchives } from "./archive-retention.ts";

type Archive = { key: string; at: Date };

/** The archives of a store, the newest first. What is named otherwise is not ours. */
export async function listArchives(store: Storage): Promise<Archive[]> {
  const archives: Archive[] = [];
  for await (const { key } of store.list(ARCHIVES)) {
    const at = parseArchiveDate(key);
    if (at) archives.push({ key, at });
  }
  return archives.sort((a, b) => b.at.getTime() - a.at.getTime());
}

const CHECKSUM_PREFIX = "sum ";
const listChecksum = (blobs: readonly string[]) =>
  createHash("sha256").update(blobs.join("\n")).digest("hex");

/** What `blobsOf` reads. By a list that a disk damaged, contents that are needed would be removed: so it has a sum. */
export const writeBlobList = (blobs: readonly string[]): string =>
  [...blobs, CHECKSUM_PREFIX + listChecksum(blobs)].join("\n");

/** The contents that an archive needs; undefined when nothing says which, or what says it is damaged. */
export async function readBlobList(store: Storage, archive: string): Promise<string[] | undefined> {
  const list = blobListKey(archive);
  if (!(await store.info(list))) return undefined;
  const lines = (await text(await store.read(list))).split("\n").filter(Boolean);
  const last = lines.at(-1);
  // The first archives have lists without a sum.
  if (!last?.startsWith(CHECKSUM_PREFIX)) return lines;
  const blobs = lines.slice(0, -1);
  return last === CHECKSUM_PREFIX + listChecksum(blobs) ? blobs : undefined;
}

/** Those of a store that the next run lets go; none while it is not known which are named. */
export function expiredArchives(
  archives: readonly Archive[],
  now: Date,
  named: ReadonlySet<string> | undefined,
): Archive[] {
  if (!named) return [];
  const retained = selectRetainedArchives(archives, now, ({ key }) => named.has(key));
  return archives.filter((archive) => !retained.has(archive));
}

/**
 * Those of a folder that a clock dated which was ahead, and that have been there for as long as any may be. A file of
 * the future is dated anew when it is first seen: its name says nothing of its age.
 */
async function listMisdatedExpired({ name, list }: Storage, now: Date): Promise<Archive[]> {
  const expired: Archive[] = [];
  for await (const { key, modified } of list(ARCHIVES)) {
    const at = parseArchiveDate(key);
    if (!at || !isFutureDated(at, now)) continue;
    if (isFutureDated(modified, now)) await utimes(join(name, key), now, now);
    else if (isExpired(modified, now)) expired.push({ key, at });
  }
  return expired;
}

/**
 * Removes the archives whose time is over, then the contents that none of those that stay needs. Nobody else may
 * write into the store meanwhile. Returns how many archives went.
 */
export async function pruneArchives(
  store: Storage,
  now: Date,
  named: ReadonlySet<string> | undefined,
): Promise<number> {
  const archives = await listArchives(store);
  const expired = named
    ? [...expiredArchives(archives, now, named), ...(await listMisdatedExpired(store, now))]
    : [];
  for (const { key } of expired) {
    // The archive first: a list without an archive is nothing, an archive without its contents is a lie.
    await store.remove(key);
    await store.remove(blobListKey(key));
  }
  const needed = new Set<string>();
  const removedKeys = new Set(expired.map(({ key }) => key));
  for (const { key } of archives.filter((archive) => !removedKeys.has(archive.key))) {
    const blobs = await readBlobList(store, key);
    if (!blobs) return expired.length;
    for (const blob of blobs) needed.add(blob);
  }
  for await (const { key } of store.list(BLOBS)) {
    if (!needed.has(key.slice(key.lastIndexOf("/") + 1))) await store.remove(key);
  }
  return expired.length;
}

/**
 * The archives that somebody may want to come back to in a moment, by name: of before the last upgrade, and what is
 * being restored. Undefined where that cannot be read: then none may go.
 */
export function protectedArchives(dataDir: string): ReadonlySet<string> | undefined {
  try {
    const upgrade = readUpgrade(dataDir);
    const { work, states, arrived } = readJournal(dataDir);
    const restored = [work, ...states, arrived?.state].flatMap((one) => one?.archive ?? []);
    return new Set([...restored, ...(upgrade ? [ARCHIVES + basename(upgrade.archive)] : [])]);
  } catch (error) {
    log.error({ err: error, what: "backups.named" }, "which archives are named cannot be read");
    return undefined;
  }
}
