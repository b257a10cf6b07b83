import { join } from "node:path";
import type { Storage } from "../core/storage.server.ts";
import { ARCHIVES, BLOBS, blobKey, blobListOf } from "./manifest.ts";
import { blobsOf, listArchives } from "./prune-archives.server.ts";

const DAY_MS = 86_400_000;
/** A store that removes by age must not remove what is still needed, so that is sent anew from time to time. */
const SENT_AGAIN_DAYS = 30;
const BINARY = "application/octet-stream";

/**
 * Brings the archives of a folder of this machine to a store elsewhere, the newest first: what stands there already
 * is not sent again. Nothing is removed there: the credentials may not.
 */
export async function copyElsewhere(here: Storage, there: Storage, now: Date): Promise<void> {
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
    return sent !== undefined && now.getTime() - sent.getTime() < SENT_AGAIN_DAYS * DAY_MS;
  };
  for (const [place, { key }] of (await listArchives(here)).entries()) {
    if (place > 0 && present.has(key)) continue;
    for (const blob of (await blobsOf(here, key)) ?? []) {
      const name = blobKey(blob);
      if (place === 0 ? !isFresh(name) : !present.has(name)) await send(name);
    }
    if (present.has(key)) continue;
    await send(blobListOf(key));
    await send(key);
  }
}
