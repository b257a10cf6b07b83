import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Storage } from "../../core/storage/storage.server.ts";
import { type BackupKeys, blobNameOf } from "../keys/backup-keys.server.ts";
import { ArchiveError, blobKey, OtherKeyError } from "./manifest.ts";
import { decrypt, sumOf } from "./sealing.server.ts";

// The name of a stored content is a keyed hash of what it holds, so whoever has the keys sees whether it is still that.

/** `closed`: encrypted to another key, of which nothing can be said; or so damaged that it looks like that. */
export type BlobState = "whole" | "damaged" | "closed" | "missing";

/** Reads a stored content through. */
export async function checkBlob(
  store: Storage,
  blob: string,
  keys: BackupKeys,
): Promise<BlobState> {
  if (!(await store.info(blobKey(blob)))) return "missing";
  return checkBytes(await store.read(blobKey(blob)), blob, keys);
}

async function checkBytes(
  bytes: AsyncIterable<Uint8Array>,
  blob: string,
  keys: BackupKeys,
): Promise<BlobState> {
  try {
    const { sha256 } = await sumOf(decrypt(bytes, keys.identity));
    return blobNameOf(keys, sha256) === blob ? "whole" : "damaged";
  } catch (error) {
    if (error instanceof OtherKeyError) return "closed";
    if (error instanceof ArchiveError) return "damaged";
    throw error;
  }
}

/** Puts the content that another store has in the place of a damaged one. False where that is none either. */
export async function fetchBlob(
  from: Storage,
  to: Storage,
  blob: string,
  keys: BackupKeys,
): Promise<boolean> {
  if (!(await from.info(blobKey(blob)))) return false;
  const folder = await mkdtemp(join(tmpdir(), "fge-blob-"));
  try {
    const file = join(folder, "content");
    await pipeline(await from.read(blobKey(blob)), createWriteStream(file, { mode: 0o600 }));
    if ((await checkBytes(createReadStream(file), blob, keys)) !== "whole") return false;
    await to.put(blobKey(blob), file, "application/octet-stream");
    return true;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
