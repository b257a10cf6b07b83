import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { addAbortSignal, type Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { Storage } from "./storage.server.ts";

type S3Settings = {
  endpoint?: string;
  region?: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Keeps files in a bucket of a store that speaks S3. */
export function s3Storage(settings: S3Settings): Storage {
  const { endpoint, region = "us-east-1", bucket: Bucket, ...credentials } = settings;
  const client = new S3Client({
    endpoint,
    region,
    credentials,
    // Stores other than Amazon's have one host name for all buckets.
    forcePathStyle: endpoint !== undefined,
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return {
    async info(Key) {
      try {
        const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
        return {
          size: head.ContentLength ?? 0,
          etag: head.ETag ?? `"${head.LastModified?.getTime()}"`,
          modified: head.LastModified ?? new Date(0),
        };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    async read(Key, range, unwanted) {
      const Range = range && `bytes=${range.start}-${range.end}`;
      const request = new GetObjectCommand({ Bucket, Key, Range });
      const answer = await client.send(request, { abortSignal: unwanted });
      const content = answer.Body as Readable;
      // Nobody may be listening yet when it is closed.
      content.on("error", () => {});
      return unwanted ? addAbortSignal(unwanted, content) : content;
    },
    async put(Key, file, ContentType) {
      const { size } = await stat(file);
      const Body = createReadStream(file);
      await client.send(
        new PutObjectCommand({ Bucket, Key, Body, ContentType, ContentLength: size }),
      );
    },
    async remove(Key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key })).catch((error: unknown) => {
        // Some stores say so.
        if (!isMissing(error)) throw error;
      });
    },
    async *list(Prefix) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }),
        );
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key) yield { key: Key, modified: LastModified ?? new Date() };
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } };
  return name === "NotFound" || name === "NoSuchKey" || $metadata?.httpStatusCode === 404;
}
