import type { Readable } from "node:stream";
import { env } from "../process/env.server.ts";
import { diskStorage } from "./storage-disk.server.ts";
import { s3Storage } from "./storage-s3.server.ts";

/** The metadata of a stored file. */
export type StoredInfo = { size: number; etag: string; modified: Date };

/** Bytes from `start` to `end`, both included. */
type ByteRange = { start: number; end: number };

/** One file of a listing. */
export type StoredFile = { key: string; modified: Date; size: number };

/**
 * Where uploaded files are kept: a folder, or a store that speaks S3. Keys are paths without `..`.
 * All methods reject with AppError 'unavailable' when the store cannot be reached, and with StoreFullError when it is
 * full.
 */
export type Storage = {
  /** Its name for people: a folder, or a bucket. */
  name: string;
  /** The key of the mark that names the owner of the store. It is not an uploaded file. */
  mark: string;
  /** Undefined when there is no such file. */
  info(key: string): Promise<StoredInfo | undefined>;
  /** Closed, or not opened, when `unwanted` is aborted. */
  read(key: string, range?: ByteRange, unwanted?: AbortSignal): Promise<Readable>;
  /** Stores a copy of a local file, atomically. */
  put(key: string, file: string, type: string): Promise<void>;
  /** Stores a text, atomically; `once`: only if the key does not exist. Returns whether it did. */
  write(key: string, words: string, options?: { once: boolean }): Promise<boolean>;
  /** Copies a file to another key. */
  copy(from: string, to: string): Promise<void>;
  /** Succeeds also when there is no such file. */
  remove(key: string): Promise<void>;
  /** Every file below a prefix that ends in `/`, in no order. */
  list(prefix: string): AsyncIterable<StoredFile>;
};

const PREFIX = "/files/";
/** The sample documents come with the product and are always in the data folder. */
export const SAMPLES = "samples/";

/** Whether an address is that of a stored file. */
export const isStored = (address: string) => address.startsWith(PREFIX);

/** The address of a stored file. */
export const addressOf = (key: string) => PREFIX + key;

/** The key in an address such as `/files/x.pdf`; undefined when it is invalid. */
export function keyOf(address: string): string | undefined {
  if (!isStored(address)) return undefined;
  let key: string;
  try {
    key = decodeURIComponent(address.slice(PREFIX.length));
  } catch {
    return undefined;
  }
  const sound = key !== "" && !/[\0\\]/.test(key);
  return sound && key.split("/").every((part) => !["", ".", ".."].includes(part)) ? key : undefined;
}

let storages: { disk: Storage; uploads: Storage } | undefined;

/** The storage that a key belongs to. */
export function storageOf(key: string): Storage {
  storages ??= makeStorages();
  return key.startsWith(SAMPLES) ? storages.disk : storages.uploads;
}

function makeStorages() {
  const { DATA_DIR, S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY, S3_PREFIX } =
    env();
  const disk = diskStorage(`${DATA_DIR}/files`);
  if (!S3_BUCKET || !S3_ACCESS_KEY || !S3_SECRET_KEY) return { disk, uploads: disk };
  const uploads = s3Storage({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY,
    secretAccessKey: S3_SECRET_KEY,
    prefix: S3_PREFIX,
  });
  return { disk, uploads };
}
