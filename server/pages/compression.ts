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

/** A first answer in a few milliseconds: nobody waits for the best compression. */
export function compressFast(identity: Buffer<ArrayBuffer>): Encoded {
  return {
    identity,
    br: brotliCompressSync(identity, brotliOptions(5, identity.length)),
    gzip: gzipSync(identity, { level: 6 }),
  };
}

/** The smallest bytes, made on another thread and kept; one after the other, to leave the rest to visitors. */
export async function compressBest(identity: Buffer<ArrayBuffer>): Promise<Encoded> {
  const br = await brotliAsync(identity, brotliOptions(11, identity.length));
  return { identity, br, gzip: await gzipAsync(identity, { level: 9 }) };
}

/** For a page that is sent once: a little worse and much cheaper, on another thread. */
export async function compressOnce(
  identity: Buffer<ArrayBuffer>,
  encoding: Encoding,
): Promise<Buffer<ArrayBuffer>> {
  if (encoding === "br") return brotliAsync(identity, brotliOptions(9, identity.length));
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
  /** Whether the result would still be of use by now. */
  isWanted: () => boolean;
  finish: (encoded: Encoded) => void;
};

/**
 * Compresses as well as can be, one page after the other: each takes a tenth of a second of a
 * processor, which is never taken from the visitors by more than one at a time.
 */
export class BestCompression {
  readonly #waiting: Task[] = [];
  readonly #atMost: number;
  #working = false;

  constructor(atMost: number) {
    this.#atMost = atMost;
  }

  /** Takes a task, or none while too many wait: a page that is asked for again asks again. */
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
      // What cannot be compressed further goes on as it is.
      const encoded = await compressBest(task.identity).catch(() => undefined);
      if (encoded && task.isWanted()) task.finish(encoded);
    }
    this.#working = false;
  }
}
