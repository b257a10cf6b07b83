import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Storage, StoredFile } from "../../core/storage/storage.server.ts";
import { Fault, isAway } from "../../core/values/errors.ts";
import { type BackupKeys, blobNameOf } from "../keys/backup-keys.server.ts";
import { checkBlob, fetchBlob } from "./blobs.server.ts";
import { isTurnOf, type KnownFile, type KnownFiles, looksSame } from "./known-files.server.ts";
import { type BackedUpFile, blobKey } from "./manifest.ts";
import { encrypt, type Sum, summing, sumOf } from "./sealing.server.ts";

export type ContentsPlan = {
  at: Date;
  files: readonly { storage: Storage; prefix: string }[];
  /** What the last backup found; without it every file is read. */
  known?: KnownFiles;
  keys: BackupKeys;
  target: Storage;
  /** Where a content that is damaged in the target may still be whole. */
  spare?: Storage;
  recipients: readonly string[];
  /** For what is encrypted, until it has its place. */
  folder: string;
};

export type StoredContents = {
  files: BackedUpFile[];
  /** How many contents were not stored yet. */
  stored: number;
  /** Files that are not what they were, though nobody wrote them. Their former content is kept. */
  changed: string[];
  /** When each was written last. */
  written: ReadonlyMap<string, Pick<StoredFile, "modified">>;
  known: KnownFiles;
};

const TRIES = 3;

/** Stores what is not stored yet. A file that goes away meanwhile was let go after the snapshot. */
export async function storeContents(plan: ContentsPlan): Promise<StoredContents> {
  const files: BackedUpFile[] = [];
  const changed: string[] = [];
  const known = new Map<string, KnownFile>();
  const written = new Map<string, Pick<StoredFile, "modified">>();
  let stored = 0;
  for (const { storage, prefix } of plan.files) {
    for await (const file of storage.list(prefix)) {
      const { key } = file;
      // The mark says whose a store is: the next one gets its own.
      if (key === storage.mark || !(await storage.info(key))) continue;
      const found = await contentOf(plan, storage, file);
      const { size, sha256 } = found;
      if (found.isNew) stored++;
      if (found.wrong) changed.push(key);
      const modified = file.modified.getTime();
      known.set(key, { size: file.size, modified, sha256, wrong: found.wrong });
      written.set(key, { modified: file.modified });
      files.push({ key, size, sha256, blob: blobNameOf(plan.keys, sha256) });
    }
  }
  return { files, stored, changed, written, known };
}

type Content = Pick<Sum, "size" | "sha256"> & { isNew?: boolean; wrong?: boolean };

async function contentOf(plan: ContentsPlan, storage: Storage, file: StoredFile): Promise<Content> {
  const before = plan.known?.get(file.key);
  const same = before && looksSame(before, file) ? before : undefined;
  if (!same || !(await isStored(plan, same.sha256))) return storeContent(plan, storage, file.key);
  if (!same.wrong && !isTurnOf(file.key, plan.at)) return same;
  const { sha256 } = await sumOf(await storage.read(file.key));
  // The content in the archives has its turn with its file.
  if (!(await isWhole(plan, same.sha256))) {
    // The file itself is what is left of it, though it changed.
    if (sha256 === same.sha256 || !(await fetchFromSpare(plan, same.sha256))) {
      return { ...(await storeContent(plan, storage, file.key)), wrong: isWrong(sha256, same) };
    }
  }
  return { size: same.size, sha256: same.sha256, wrong: isWrong(sha256, same) };
}

const isWrong = (sha256: string, known: KnownFile): true | undefined =>
  sha256 === known.sha256 ? undefined : true;

const isStored = async ({ keys, target }: ContentsPlan, sha256: string): Promise<boolean> =>
  (await target.info(blobKey(blobNameOf(keys, sha256)))) !== undefined;

const isWhole = async ({ keys, target }: ContentsPlan, sha256: string): Promise<boolean> =>
  (await checkBlob(target, blobNameOf(keys, sha256), keys)) === "whole";

/** A store that is away has nothing: this is tried again when the file has its turn. */
async function fetchFromSpare({ keys, target, spare }: ContentsPlan, sha256: string) {
  try {
    return spare !== undefined && (await fetchBlob(spare, target, blobNameOf(keys, sha256), keys));
  } catch (error) {
    if (isAway(error)) return false;
    throw error;
  }
}

/**
 * Reads a file twice, to name it and to encrypt it: what is written in between is read once more. A content that
 * stands there already is read through, and written anew where it is damaged.
 */
async function storeContent(plan: ContentsPlan, storage: Storage, key: string): Promise<Content> {
  const sealed = join(plan.folder, "content");
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { size, sha256 } = await sumOf(await storage.read(key));
    if (await isWhole(plan, sha256)) return { size, sha256 };
    const { bytes, sum } = summing(await storage.read(key));
    await pipeline(
      Readable.from(await encrypt(bytes, plan.recipients)),
      createWriteStream(sealed, { mode: 0o600 }),
    );
    if (sum().sha256 !== sha256) continue;
    const blob = blobNameOf(plan.keys, sha256);
    await plan.target.put(blobKey(blob), sealed, "application/octet-stream");
    return { size, sha256, isNew: true };
  }
  throw new Fault("a file changes faster than it can be read");
}
