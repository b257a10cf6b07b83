import { createReadStream, createWriteStream, readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import * as z from "zod";
import { replaceFile } from "../../core/storage/line-file.server.ts";
import type { Storage, StoredFile } from "../../core/storage/storage.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { Fault, isAway } from "../../core/values/errors.ts";
import { type BackupKeys, blobName } from "../keys/backup-keys.server.ts";
import {
  ArchiveError,
  type BackedUpFile,
  blobKey,
  decrypt,
  encrypt,
  OtherKeyError,
  type Sum,
  summing,
  sumOf,
} from "./archive-format.server.ts";

export type ContentsPlan = {
  at: Date;
  /** Where the stored files are, by the prefix of their keys. */
  files: readonly { storage: Storage; prefix: string }[];
  /** What the last backup found; without it every file is read. */
  fileIndex?: FileIndex;
  keys: BackupKeys;
  target: Storage;
  /** Another store that may have an intact copy of a content that is damaged in the target. */
  spare?: Storage;
  recipients: readonly string[];
  /** A folder for encrypted contents before they are stored. */
  folder: string;
};

export type StoredContents = {
  files: BackedUpFile[];
  /** How many contents were not stored yet. */
  stored: number;
  /** Files whose content changed though nobody wrote them. Their former content is kept. */
  changed: string[];
  /** When each was written last. */
  written: ReadonlyMap<string, Pick<StoredFile, "modified">>;
  fileIndex: FileIndex;
};

const TRIES = 3;

/** Stores the contents that are not stored yet. A file that disappears meanwhile was deleted after the snapshot. */
export async function storeContents(plan: ContentsPlan): Promise<StoredContents> {
  const files: BackedUpFile[] = [];
  const changed: string[] = [];
  const fileIndex = new Map<string, IndexedFile>();
  const written = new Map<string, Pick<StoredFile, "modified">>();
  let stored = 0;
  for (const { storage, prefix } of plan.files) {
    for await (const file of storage.list(prefix)) {
      const { key } = file;
      // The mark names the owner of a store; a restored store gets its own.
      if (key === storage.mark || !(await storage.info(key))) continue;
      const found = await indexContent(plan, storage, file);
      const { size, sha256 } = found;
      if (found.isNew) stored++;
      if (found.wrong) changed.push(key);
      const modified = file.modified.getTime();
      fileIndex.set(key, { size: file.size, modified, sha256, wrong: found.wrong });
      written.set(key, { modified: file.modified });
      files.push({ key, size, sha256, blob: blobName(plan.keys, sha256) });
    }
  }
  return { files, stored, changed, written, fileIndex };
}

type Content = Pick<Sum, "size" | "sha256"> & { isNew?: boolean; wrong?: boolean };

async function indexContent(
  plan: ContentsPlan,
  storage: Storage,
  file: StoredFile,
): Promise<Content> {
  const before = plan.fileIndex?.get(file.key);
  const same = before && isUnchanged(before, file) ? before : undefined;
  if (!same || !(await isStored(plan, same.sha256))) return storeContent(plan, storage, file.key);
  if (!same.wrong && !isDueForReading(file.key, plan.at)) return same;
  const { sha256 } = await sumOf(await storage.read(file.key));
  // The stored content is verified together with its file.
  if (!(await isWhole(plan, same.sha256))) {
    // No intact copy is left, so the file is stored as it is now.
    if (sha256 === same.sha256 || !(await fetchFromSpare(plan, same.sha256))) {
      return {
        ...(await storeContent(plan, storage, file.key)),
        wrong: hasContentChanged(sha256, same),
      };
    }
  }
  return { size: same.size, sha256: same.sha256, wrong: hasContentChanged(sha256, same) };
}

const hasContentChanged = (sha256: string, indexed: IndexedFile): true | undefined =>
  sha256 === indexed.sha256 ? undefined : true;

const isStored = async ({ keys, target }: ContentsPlan, sha256: string): Promise<boolean> =>
  (await target.info(blobKey(blobName(keys, sha256)))) !== undefined;

const isWhole = async ({ keys, target }: ContentsPlan, sha256: string): Promise<boolean> =>
  (await checkBlob(target, blobName(keys, sha256), keys)) === "whole";

/** An unavailable store counts as empty: this is tried again when the file is due next. */
async function fetchFromSpare({ keys, target, spare }: ContentsPlan, sha256: string) {
  try {
    return spare !== undefined && (await fetchBlob(spare, target, blobName(keys, sha256), keys));
  } catch (error) {
    if (isAway(error)) return false;
    throw error;
  }
}

/**
 * Reads a file twice, to hash it and to encrypt it; a file that changes in between is read again. A content that
 * is stored already is verified, and written again if it is damaged.
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
    const blob = blobName(plan.keys, sha256);
    await plan.target.put(blobKey(blob), sealed, "application/octet-stream");
    return { size, sha256, isNew: true };
  }
  throw new Fault("a file changes faster than it can be read");
}

// The name of a stored content is a keyed hash of it, so whoever has the keys can verify it.

/** `closed`: encrypted to another key, so it cannot be verified; or so damaged that it looks like that. */
type BlobState = "whole" | "damaged" | "closed" | "missing";

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
    return blobName(keys, sha256) === blob ? "whole" : "damaged";
  } catch (error) {
    if (error instanceof OtherKeyError) return "closed";
    if (error instanceof ArchiveError) return "damaged";
    throw error;
  }
}

/** Replaces a damaged content by the copy of another store. False when that has no intact copy either. */
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

// The file index: what the last backup found in each stored file. A file with the same size and date is read one
// night in thirty, since a disk may silently corrupt it.

const FILE = "backup-files.json";
const TURNS = 30;

const indexedFileSchema = z.object({
  size: z.number(),
  modified: z.number(),
  sha256: z.string(),
  /** The file differs from the stored content. It is read every night until it does not. */
  wrong: z.boolean().optional(),
});
type IndexedFile = z.infer<typeof indexedFileSchema>;
export type FileIndex = ReadonlyMap<string, IndexedFile>;

/** Empty when it is missing or unreadable: then every file is read once. */
export function readFileIndex(dataDir: string): FileIndex {
  try {
    const text = readFileSync(join(dataDir, FILE), "utf8");
    return new Map(z.array(z.tuple([z.string(), indexedFileSchema])).parse(JSON.parse(text)));
  } catch {
    return new Map();
  }
}

export function writeFileIndex(dataDir: string, fileIndex: FileIndex): void {
  replaceFile(join(dataDir, FILE), JSON.stringify([...fileIndex]));
}

/** The next backup reads every file, and every content that is stored of one. */
export function removeFileIndex(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
}

export const isUnchanged = (indexed: IndexedFile, { size, modified }: StoredFile): boolean =>
  indexed.size === size && indexed.modified === modified.getTime();

/** Whether a file is read this night, though its size and date are the same. */
export function isDueForReading(key: string, at: Date): boolean {
  let sum = 0;
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return sum % TURNS === Math.floor(at.getTime() / DAY) % TURNS;
}
