import { ArchiveError } from "./manifest.ts";

// An archive is a row of parts: the length of a name, the name, then pieces, each behind its length, and a
// length of 0. Lengths are 4 bytes, the first one the highest.

export type Part = { name: string; content: AsyncIterable<Uint8Array> };

const LENGTH_BYTES = 4;
const LONGEST_NAME = 1_000;
const LONGEST_PIECE = 64 * 1024 * 1024;

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}

/** The bytes of parts, one after the other. */
export async function* writeParts(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array> {
  for await (const { name, content } of parts) {
    const title = Buffer.from(name);
    yield lengthOf(title.length);
    yield title;
    for await (const piece of content) {
      if (piece.length === 0) continue;
      yield lengthOf(piece.length);
      yield piece;
    }
    yield lengthOf(0);
  }
}

/** Takes exactly so many bytes at a time off a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Undefined at the end of the stream, where a part may begin and nothing else may end. */
  async take(bytes: number, mayEnd = false): Promise<Buffer | undefined> {
    const waiting = [this.#rest];
    let size = this.#rest.length;
    while (size < bytes) {
      const { value, done } = await this.#chunks.next();
      if (done) {
        if (mayEnd && size === 0) return undefined;
        throw new ArchiveError("elle est coupée (it is cut)");
      }
      waiting.push(Buffer.from(value));
      size += value.length;
    }
    const all = Buffer.concat(waiting);
    this.#rest = all.subarray(bytes);
    return all.subarray(0, bytes);
  }

  async number(most: number, mayEnd = false): Promise<number | undefined> {
    const bytes = await this.take(LENGTH_BYTES, mayEnd);
    const length = bytes?.readUInt32BE();
    if (length !== undefined && length > most) throw new ArchiveError("elle est abîmée (damaged)");
    return length;
  }
}

/**
 * The parts of a stream. What the reader leaves of a part is passed over before the next one begins.
 * @throws ArchiveError where the stream is cut or is no archive.
 */
export async function* readParts(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Part> {
  const reader = new ByteReader(stream);
  for (;;) {
    const length = await reader.number(LONGEST_NAME, true);
    if (length === undefined) return;
    const name = String(await reader.take(length));
    const content = piecesOf(reader);
    yield { name, content };
    for await (const _ of content) {
      // Passed over.
    }
  }
}

function piecesOf(reader: ByteReader): AsyncIterableIterator<Uint8Array> {
  let isOver = false;
  return {
    async next() {
      const length = isOver ? 0 : await reader.number(LONGEST_PIECE);
      const piece = length ? await reader.take(length) : undefined;
      isOver = !piece;
      return piece ? { value: piece, done: false } : { value: undefined, done: true };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
