import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import { ArchiveError, OtherKeyError } from "./manifest.ts";

type Bytes = AsyncIterable<Uint8Array>;

const asWeb = (bytes: Bytes) =>
  Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array>;

/** Encrypts to each of these keys: whoever has the secret of one of them reads it. */
export async function encrypt(bytes: Bytes, recipients: readonly string[]): Promise<Bytes> {
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  return encrypter.encrypt(asWeb(bytes));
}

/** @throws ArchiveError when the key is another one, or the content was cut or changed. */
export async function* decrypt(bytes: Bytes, identity: string): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  try {
    yield* await decrypter.decrypt(asWeb(bytes));
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    if (/no identity matched/.test(String(error))) {
      const why = "elle est chiffrée pour une autre clé (encrypted to another key)";
      throw new OtherKeyError(why, { cause: error });
    }
    throw new ArchiveError("elle est coupée ou abîmée (cut or damaged)", { cause: error });
  }
}

export const compress = (bytes: Bytes): Bytes => Readable.from(bytes).compose(createZstdCompress());

/** @throws ArchiveError when this is nothing that was compressed, or was cut. */
export async function* decompress(bytes: Bytes): AsyncGenerator<Uint8Array> {
  try {
    yield* Readable.from(bytes).compose(createZstdDecompress()) as Bytes;
  } catch (error) {
    if (error instanceof ArchiveError) throw error;
    throw new ArchiveError("elle est coupée ou abîmée (cut or damaged)", { cause: error });
  }
}

export type Sum = { size: number; sha256: string; lines: number };

const NEW_LINE = 10;

/** Passes bytes on and adds them up; `sum` may be asked once they are over. */
export function summing(bytes: Bytes): { bytes: Bytes; sum: () => Sum } {
  const hash = createHash("sha256");
  let size = 0;
  let lines = 0;
  async function* passing() {
    for await (const chunk of bytes) {
      hash.update(chunk);
      size += chunk.length;
      for (const byte of chunk) if (byte === NEW_LINE) lines++;
      yield chunk;
    }
  }
  return { bytes: passing(), sum: () => ({ size, lines, sha256: hash.copy().digest("hex") }) };
}

/** What some bytes sum up to. */
export async function sumOf(bytes: Bytes): Promise<Sum> {
  const { bytes: passing, sum } = summing(bytes);
  for await (const _ of passing) {
    // Read through.
  }
  return sum();
}
