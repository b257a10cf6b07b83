import { join } from "node:path";
import { log } from "../../core/log/log.server.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { newestOf } from "../archive/archive-retention.ts";
import { checkBlob, fetchBlob } from "../archive/blobs.server.ts";
import { ARCHIVES, BLOBS, blobKey, blobListOf } from "../archive/manifest.ts";
import { blobsOf, listArchives } from "../archive/prune-archives.server.ts";
import type { BackupKeys } from "../keys/backup-keys.server.ts";
import { BackupFailure } from "./backups.ts";

/** A store that removes by age must not remove what is still needed, so that is sent anew from time to time. */
const SENT_AGAIN_DAYS = 30;
const BINARY = "application/octet-stream";

/**
 * Brings the archives of a folder of this machine to a store elsewhere, the newest first: what stands there already
 * is not sent again. Nothing is removed there: the credentials may not. Each content is read through before it is
 * sent, since it may take the place of a good one; a damaged one is fetched back from there.
 * @throws BackupFailure 'damaged' when the newest archive has a content that is whole in neither place.
 */
export async function copyElsewhere(
  here: Storage,
  there: Storage,
  now: Date,
  keys: BackupKeys,
): Promise<void> {
  const present = new Map<string, Date>();
  for (const prefix of [ARCHIVES, BLOBS]) {
    for await (const { key, modified } of there.list(prefix)) present.set(key, modified);
  }
  const send = async (key: string) => {
    await there.put(key, join(here.name, key), BINARY);
    present.set(key, now);
  };
  const isFresh = (key: string) => {
    const sent = present.get(key);
    return sent !== undefined && now.getTime() - sent.getTime() < SENT_AGAIN_DAYS * DAY;
  };
  /** Returns whether the content stands elsewhere now. */
  const sendBlob = async (blob: string): Promise<boolean> => {
    const name = blobKey(blob);
    const state = await checkBlob(here, blob, keys);
    const isMended =
      state !== "whole" && present.has(name) && (await fetchBlob(there, here, blob, keys));
    // With a key of before nobody can say whether it is whole: it takes the place of nothing.
    const isUnknown = state === "closed" && !present.has(name);
    if (state !== "whole" && !isMended && !isUnknown) return state === "closed";
    await send(name);
    return true;
  };
  let isNewestDamaged = false;
  const archives = await listArchives(here);
  const newest = newestOf(archives, now);
  for (const archive of archives) {
    const { key } = archive;
    if (archive !== newest && present.has(key)) continue;
    let damaged = 0;
    for (const blob of (await blobsOf(here, key)) ?? []) {
      const name = blobKey(blob);
      const isDue = archive === newest ? !isFresh(name) : !present.has(name);
      if (isDue && !(await sendBlob(blob))) damaged += 1;
    }
    if (damaged > 0) {
      log.error({ what: "backups.damaged", count: damaged }, "stored contents are damaged");
      isNewestDamaged ||= archive === newest;
    }
    // An archive that stands elsewhere has all of its contents there.
    if (damaged > 0 || present.has(key)) continue;
    await send(blobListOf(key));
    await send(key);
  }
  if (isNewestDamaged) throw new BackupFailure("damaged");
}
