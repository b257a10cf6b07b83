import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";

export const ENCODINGS = ["br", "gzip", "identity"] as const;
export type Encoding = (typeof ENCODINGS)[number];
export type Encoded = Record<Encoding, Buffer<ArrayBuffer>>;

const brotliAsync = promisify(brotliCompress);
const gzipAsync = promisify(gzip);

const brotliOptions = (quality: number, size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** Takes a few milliseconds, for the first answer. */
export function compressFast(identity: Buffer<ArrayBuffer>): Encoded {
  return {
    identity,
    br: brotliCompressSync(identity, brotliOptions(5, identity.length)),
    gzip: gzipSync(identity, { level: 6 }),
  };
}

/** The smallest result, for what is cached; on another thread, one encoding at a time. */
export async function compressBest(identity: Buffer<ArrayBuffer>): Promise<Encoded> {
  const br = await brotliAsync(identity, brotliOptions(11, identity.length));
  return { identity, br, gzip: await gzipAsync(identity, { level: 9 }) };
}

/**
 * For a page that is sent once: a little larger and much cheaper, on another thread. Quality 10 makes our pages smaller
 * than 9 and takes less time for it.
 */
export async function compressOnce(
  identity: Buffer<ArrayBuffer>,
  encoding: Encoding,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "br") return brotliAsync(identity, brotliOptions(10, identity.length));
  return encoding === "gzip" ? gzipAsync(identity, { level: 5 }) : identity;
}

const encodings = new Map<string, Encoding>();
const REMEMBERED_HEADERS = 200;

/** The best encoding that an Accept-Encoding header allows. Browsers send few different ones. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return "identity";
  const cached = encodings.get(accept);
  if (cached) return cached;
  const refused = new Set<string>();
  const offered = new Set<string>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const zero = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    (zero ? refused : offered).add(name);
  }
  const allows = (name: Encoding) => offered.has(name) || (offered.has("*") && !refused.has(name));
  const best: Encoding = allows("br") ? "br" : allows("gzip") ? "gzip" : "identity";
  if (encodings.size < REMEMBERED_HEADERS) encodings.set(accept, best);
  return best;
}

type Task = {
  identity: Buffer<ArrayBuffer>;
  /** Whether the result is still needed. */
  isWanted: () => boolean;
  finish: (encoded: Encoded) => void;
};

/**
 * Applies the best compression to one page at a time: each takes a tenth of a second of a processor, so visitors
 * never lose more than one.
 */
export class BestCompression {
  readonly #waiting: Task[] = [];
  readonly #atMost: number;
  #working = false;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  /** Queues a task; false when the queue is full, and the next request of the page tries again. */
  add(task: Task): boolean {
    if (this.#waiting.length >= this.#atMost) return false;
    this.#waiting.push(task);
    if (!this.#working) void this.#work();
    return true;
  }

  async #work(): Promise<void> {
    this.#working = true;
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      if (!task.isWanted()) continue;
      // On an error the quick compression stays.
      const encoded = await compressBest(task.identity).catch(() => undefined);
      if (encoded && task.isWanted()) task.finish(encoded);
    }
    this.#working = false;
  }
}
