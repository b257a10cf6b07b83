import * as z from "zod";

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
export function momentOf(archive: string): Date | undefined {
  const [, hour, minute, second, rest] = MOMENT.exec(archive) ?? [];
  return hour === undefined ? undefined : new Date(`${hour}:${minute}:${second}.${rest}`);
}

/** Which blobs an archive needs, in the clear beside it: what no archive needs any more is removed by this list. */
export const blobListOf = (archive: string): string => archive.replace(/\.fge$/, ".blobs");

export const blobKey = (blob: string): string => `${BLOBS}${blob.slice(0, 2)}/${blob}`;

/** The archive cannot be used as it is; the message is one line that says why. */
export class ArchiveError extends Error {}

/** It was encrypted to another key. */
export class OtherKeyError extends ArchiveError {}
