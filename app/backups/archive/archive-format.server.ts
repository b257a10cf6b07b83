import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { Decrypter, Encrypter } from "age-encryption";
import * as z from "zod";
import type { Ask } from "../../core/database/schema/schema-check.server.ts";

/** The version of the format. */
export const FORMAT = 1;

/** A part of the archive stream. `name` is for instance `table/members`, `key/session-secret` or `outbox/x.eml`. */
const partSchema = z.object({
  name: z.string().regex(/^[a-z-]+\/[^/\0]+$/),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** A stored file, whose encrypted content is stored beside the archive as `blob`. */
const fileSchema = z.object({
  key: z.string().min(1),
  size: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  blob: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Describes the archive, before its signature at the end. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** The id of the site, which the mark of its file store has too. */
  site: z.string(),
  madeAt: z.iso.datetime(),
  engine: z.enum(["embedded", "server"]),
  /** The hashes of the applied migrations, in order. */
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
  /** Further facts that must be equal after a restore; the first archives have none. */
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

/** The key of an archive in its store; keys sort by date. */
export const archiveKey = (at: Date, id: string): string =>
  `${ARCHIVES}${at.toISOString().replace(/[:.]/g, "-")}-${id}${SUFFIX}`;

const MOMENT = /^archives\/(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-[0-9a-f]+\.fge$/;

/** The date in the key of an archive; undefined for other files. */
export function parseArchiveDate(archive: string): Date | undefined {
  const [, hour, minute, second, rest] = MOMENT.exec(archive) ?? [];
  return hour === undefined ? undefined : new Date(`${hour}:${minute}:${second}.${rest}`);
}

/** The unencrypted list of the blobs that an archive needs, by which unneeded ones are removed. */
export const blobListKey = (archive: string): string => archive.replace(/\.fge$/, ".blobs");

export const blobKey = (blob: string): string => `${BLOBS}${blob.slice(0, 2)}/${blob}`;

/** An archive cannot be used; the message is one line that says why. */
export class ArchiveError extends Error {}

/** An archive is encrypted to another key. */
export class OtherKeyError extends ArchiveError {}

// An archive is a sequence of parts: the length of the name, the name, chunks preceded by their lengths, and a length of
// 0. Lengths are 4 bytes, big-endian.

export type Part = { name: string; content: AsyncIterable<Uint8Array> };

const LENGTH_BYTES = 4;
const MAX_NAME_LENGTH = 1_000;
const MAX_PIECE_LENGTH = 64 * 1024 * 1024;

function encodeLength(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes);
  return length;
}

/** Encodes parts. */
export async function* writeParts(parts: AsyncIterable<Part>): AsyncGenerator<Uint8Array> {
  for await (const { name, content } of parts) {
    const title = Buffer.from(name);
    yield encodeLength(title.length);
    yield title;
    for await (const piece of content) {
      if (piece.length === 0) continue;
      yield encodeLength(piece.length);
      yield piece;
    }
    yield encodeLength(0);
  }
}

/** Reads exact numbers of bytes from a stream. */
class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Undefined at the end of the stream, if it `mayEnd` here. */
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
    const length = await reader.number(MAX_NAME_LENGTH, true);
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
      const length = isOver ? 0 : await reader.number(MAX_PIECE_LENGTH);
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
