import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import * as z from "zod";
import type { Ask } from "../../core/database/schema/schema-check.server.ts";

/** The number of the format; what has a higher one was made by a later version of the product. */
export const FORMAT = 1;

/** A part of the archive's own stream. `name` is `table/members`, `key/session-secret`, `outbox/x.eml`. */
const partSchema = z.object({
  name: z.string().regex(/^[a-z-]+\/[^/\0]+$/),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A stored file, whose content lies beside the archive under `blob`, encrypted. */
const fileSchema = z.object({
  key: z.string().min(1),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  blob: z.string().regex(/^[0-9a-f]{64}$/),
});

/** What an archive says of itself, in its last part: signed, so that nothing of it can be another's. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The database's own name for itself, made once: the mark of its store of files has it too. */
  site: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(["embedded", "server"]),
  /** The hashes of the migrations that the database had had, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()).min(1),
      rows: z.number().int().nonnegative(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string().nullable() })),
  parts: z.array(partSchema),
  files: z.array(fileSchema),
  /** What else must be the same after a restore; the first archives have none. */
  facts: z.object({ policies: z.string(), ledger: z.string() }).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type StoredPart = z.infer<typeof partSchema>;
export type BackedUpFile = z.infer<typeof fileSchema>;

/** The names of the last two parts of a stream. */
export const MANIFEST = "archive/manifest";
export const SIGNATURE = "archive/signature";

export const ARCHIVES = "archives/";
export const BLOBS = "blobs/";
const SUFFIX = ".fge";

/** The key of an archive in its store: its moment, so that names sort by age. */
export const archiveKey = (at: Date, id: string): string =>
  `${ARCHIVES}${at.toISOString().replace(/[:.]/g, "-")}-${id}${SUFFIX}`;

const MOMENT = /^archives\/(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-[0-9a-f]+\.fge$/;

/** When an archive was made, as its key says; undefined when it is none of ours. */
export function parseArchiveDate(archive: string): Date | undefined {
  const [, hour, minute, second, rest] = MOMENT.exec(archive) ?? [];
  return hour === undefined ? undefined : new Date(`${hour}:${minute}:${second}.${rest}`);
}

/** Which blobs an archive needs, in the clear beside it: what no archive needs any more is removed by this list. */
export const blobListKey = (archive: string): string => archive.replace(/\.fge$/, ".blobs");

export const blobKey = (blob: string): string => `${BLOBS}${blob.slice(0, 2)}/${blob}`;

/** The archive cannot be used as it is; the message is one line that says why. */
export class ArchiveError extends Error {}

/** It was encrypted to another key. */
export class OtherKeyError extends ArchiveError {}

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

// What must be the same before and after, beside the rows themselves: each as one number, so that an archive
// tells nothing more of a site by having it.

const POLICIES = `select concat_ws(' ', tablename, policyname, permissive, roles::text, cmd) as line
  from pg_policies p where schemaname = 'public' and exists (select 1 from pg_policies own
    where own.schemaname = 'public' and own.tablename = p.tablename
    and own.policyname = p.tablename || '_system')`;

const LEDGER = `select concat_ws(' ', mode, provider, kind, currency, count(*), sum(amount), sum(price_amount),
    coalesce(sum(received), 0), coalesce(sum(fee), 0)) as line
  from ledger_entries group by mode, provider, kind, currency`;

type SiteFacts = { policies: string; ledger: string };

async function sumOfLines(ask: Ask, query: string): Promise<string> {
  const rows = await ask<{ line: string }>(query);
  const lines = rows.map(({ line }) => line).sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex");
}

/** The rights on the tables of a site, and what its book of money adds up to. */
export const readSiteFacts = async (ask: Ask): Promise<SiteFacts> => ({
  policies: await sumOfLines(ask, POLICIES),
  ledger: await sumOfLines(ask, LEDGER),
});
