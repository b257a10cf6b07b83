import S3rver from "@20minutes/s3rver";

/** The credentials that it takes. */
export const S3_KEYS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

type Options = {
  /** Where its files lie. */
  directory: string;
  buckets: readonly string[];
  /** A free one unless it must be known before it runs. */
  port?: number;
};

/** A store that speaks S3, on this machine. It runs from `run` to `close`. */
export const makeS3Server = ({ directory, buckets, port = 0 }: Options) =>
  new S3rver({
    port,
    silent: true,
    directory,
    configureBuckets: buckets.map((name) => ({ name, configs: [] })),
    // It signs a slash in a query otherwise than the stores themselves do.
    allowMismatchedSignatures: true,
  });
