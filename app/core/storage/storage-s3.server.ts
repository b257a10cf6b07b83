import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { addAbortSignal, type Readable } from "node:stream";
import { timeOnDisk } from "../process/clock.ts";
import { AppError, StoreFullError } from "../values/errors.ts";
import type { Storage } from "./storage.server.ts";

type S3Settings = {
  endpoint?: string;
  region?: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** The prefix of our keys, when the bucket is shared. */
  prefix?: string;
};

/** How long connecting may take, and how long the connection may be silent. */
const CONNECT_MS = 3_000;
const SILENT_MS = 20_000;

/** Loaded only when such a store is used. */
const loadClient = () =>
  createRequire(import.meta.url)("@aws-sdk/client-s3") as typeof import("@aws-sdk/client-s3");

/** Stores files in an S3 bucket. */
export function s3Storage(settings: S3Settings): Storage {
  const {
    CopyObjectCommand,
    DeleteObjectCommand,
    GetObjectCommand,
    HeadObjectCommand,
    ListObjectsV2Command,
    PutObjectCommand,
    S3Client,
  } = loadClient();
  const { endpoint, region = "us-east-1", bucket: Bucket, prefix = "", ...credentials } = settings;
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Stores other than Amazon's have one host name for all buckets.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENT_MS },
  });
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  return {
    name: `s3://${Bucket}/${prefix}`,
    mark: "uploads/.store.json",
    async info(key) {
      const head = await answerOf(client.send(new HeadObjectCommand(at(key))), isMissing);
      if (!head) return undefined;
      return {
        size: head.ContentLength ?? 0,
        etag: head.ETag ?? `"${head.LastModified?.getTime()}"`,
        modified: head.LastModified ?? new Date(0),
      };
    },
    async read(key, range, unwanted) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const request = new GetObjectCommand({ ...at(key), Range });
      const answer = await answerOf(client.send(request, { abortSignal: unwanted }));
      const content = answer.Body as Readable;
      // Avoids an unhandled error when it is closed before it is read.
      content.on("error", () => {});
      return unwanted ? addAbortSignal(unwanted, content) : content;
    },
    async put(key, file, ContentType) {
      const { size: ContentLength } = await stat(file);
      const Body = createReadStream(file);
      const whole = new PutObjectCommand({ ...at(key), Body, ContentType, ContentLength });
      // A store that refuses half-way leaves the stream open.
      await answerOf(client.send(whole)).finally(() => Body.destroy());
    },
    async write(key, words, { once } = { once: false }) {
      const content = { ...at(key), Body: words, ContentType: "application/json" };
      // Not every store supports the condition below, so existence is checked first.
      if (once && (await this.info(key))) return false;
      const command = new PutObjectCommand({ ...content, IfNoneMatch: once ? "*" : undefined });
      return (await answerOf(client.send(command), alreadyExists)) !== undefined;
    },
    async copy(from, to) {
      const CopySource = `${Bucket}/${(prefix + from).split("/").map(encodeURIComponent).join("/")}`;
      await answerOf(client.send(new CopyObjectCommand({ ...at(to), CopySource })));
    },
    async remove(key) {
      // Some stores answer 404.
      await answerOf(client.send(new DeleteObjectCommand(at(key))), isMissing);
    },
    async *list(folder) {
      let ContinuationToken: string | undefined;
      do {
        const Prefix = prefix + folder;
        const page = await answerOf(
          client.send(new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })),
        );
        for (const { Key, LastModified, Size = 0 } of page.Contents ?? []) {
          if (!Key) continue;
          const key = Key.slice(prefix.length);
          yield { key, modified: timeOnDisk(LastModified ?? new Date(Date.now())), size: Size };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

type S3Error = { name?: string; $metadata?: { httpStatusCode?: number } };

const statusOf = (error: unknown) => (error as S3Error).$metadata?.httpStatusCode;

function isMissing(error: unknown): boolean {
  const { name } = error as S3Error;
  if (name === "NoSuchBucket") return false;
  return name === "NotFound" || name === "NoSuchKey" || statusOf(error) === 404;
}

/** Whether a conditional write failed because the object exists, or is being written by another process. */
const alreadyExists = (error: unknown) => statusOf(error) === 412 || statusOf(error) === 409;

/** 'Insufficient storage', and the error names that stores use for it. */
const FULL_STATUS = 507;
const FULL_LABELS = /quota|storagefull|insufficientstorage/i;

/** The answer of the store, or undefined for an expected error. */
async function answerOf<T>(answer: Promise<T>): Promise<T>;
async function answerOf<T>(
  answer: Promise<T>,
  expected: (error: unknown) => boolean,
): Promise<T | undefined>;
async function answerOf<T>(answer: Promise<T>, expected?: (error: unknown) => boolean) {
  try {
    return await answer;
  } catch (error) {
    if (expected?.(error)) return undefined;
    const full = statusOf(error) === FULL_STATUS || FULL_LABELS.test((error as S3Error).name ?? "");
    if (full) throw new StoreFullError("the store is full", { cause: error });
    throw new AppError("unavailable", "the store of files is away", { cause: error });
  }
}
