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

/** The archives of a store, newest first. Files with other names are ignored. */
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

/** The text that `readBlobList` reads. It has a checksum, since a damaged list would cause needed contents to be removed. */
export const writeBlobList = (blobs: readonly string[]): string =>
  [...blobs, CHECKSUM_PREFIX + listChecksum(blobs)].join("\n");

/** The contents that an archive needs; undefined when the list is missing or damaged. */
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

/** The archives that the next run removes; none while the protected ones are unknown. */
export function expiredArchives(
  archives: readonly Archive[],
  now: Date,
  protectedKeys: ReadonlySet<string> | undefined,
): Archive[] {
  if (!protectedKeys) return [];
  const retained = selectRetainedArchives(archives, now, ({ key }) => protectedKeys.has(key));
  return archives.filter((archive) => !retained.has(archive));
}

/**
 * Future-dated archives whose file has reached the maximum age. When the file is future-dated too, its date is set to
 * now, so that its age counts from the first time it is seen.
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
 * Removes the expired archives, then the contents that no remaining archive needs. The caller holds the lock of the
 * store. Returns the number of removed archives.
 */
export async function pruneArchives(
  store: Storage,
  now: Date,
  protectedKeys: ReadonlySet<string> | undefined,
): Promise<number> {
  const archives = await listArchives(store);
  const expired = protectedKeys
    ? [...expiredArchives(archives, now, protectedKeys), ...(await listMisdatedExpired(store, now))]
    : [];
  for (const { key } of expired) {
    // The archive is removed first: a crash must not leave an archive without its contents.
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
 * The keys of archives that must not expire: the one from before the last upgrade, and those of restores. Undefined when
 * they cannot be read; then none may be removed.
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
