declare module "@20minutes/s3rver" {
  type Options = {
    port: number;
    silent: boolean;
    directory: string;
    allowMismatchedSignatures: boolean;
    configureBuckets: { name: string; configs: string[] }[];
  };
  /** A store that speaks S3, for tests. */
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
