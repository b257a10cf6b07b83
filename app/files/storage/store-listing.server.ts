import { storageOf } from "../../core/storage/storage.server.ts";
import { stemOf, UPLOADS } from "../files.ts";
import type { StoreFindings } from "./file-stores.ts";
import type { RecordedFile, Removal } from "./removals.system.server.ts";

/** A file of the store, with all that was made of it. */
export type StoredUpload = { keys: string[]; bytes: number; oldest: Date; newest: Date };

/** What a folder keeps of a file that was never finished. */
const UNFINISHED = /\.part-[\w-]+$/;

export type StoreListing = {
  /** By stem. */
  uploads: Map<string, StoredUpload>;
  unfinished: { key: string; stem: string; modified: Date }[];
};

/** All that stands where uploads are kept. */
export async function listStore(): Promise<StoreListing> {
  const store = storageOf(UPLOADS);
  const listing: StoreListing = { uploads: new Map(), unfinished: [] };
  for await (const { key, modified, size } of store.list(UPLOADS)) {
    if (key === store.mark) continue;
    const stem = stemOf(key.replace(UNFINISHED, ""));
    if (UNFINISHED.test(key)) listing.unfinished.push({ key, stem, modified });
    const upload = listing.uploads.get(stem);
    if (!upload) {
      listing.uploads.set(stem, { keys: [key], bytes: size, oldest: modified, newest: modified });
      continue;
    }
    upload.keys.push(key);
    upload.bytes += size;
    if (modified < upload.oldest) upload.oldest = modified;
    if (modified > upload.newest) upload.newest = modified;
  }
  return listing;
}

/** The stems that are this database's own: of its records, and of what it let go. */
export function ownStems(
  records: readonly RecordedFile[],
  removals: readonly Removal[],
): Set<string> {
  const stems = new Set<string>(removals.map(({ stem }) => stem));
  for (const { stem, cover } of records) {
    stems.add(stem);
    if (cover) stems.add(cover);
  }
  return stems;
}

/** How the store and the database agree. `since`: when the listing began. */
export function compareStore(
  { uploads }: StoreListing,
  records: readonly RecordedFile[],
  ownStems: ReadonlySet<string>,
  since: Date,
): StoreFindings {
  const findings: StoreFindings = {
    files: uploads.size,
    bytes: 0,
    unknown: { files: 0, bytes: 0, oldest: null },
    missing: 0,
  };
  const { unknown } = findings;
  for (const [stem, { bytes, oldest }] of uploads) {
    findings.bytes += bytes;
    if (ownStems.has(stem)) continue;
    unknown.files += 1;
    unknown.bytes += bytes;
    const moment = oldest.toISOString();
    if (unknown.oldest === null || moment < unknown.oldest) unknown.oldest = moment;
  }
  for (const { stem, url, created_at } of records) {
    if (!url.startsWith(`/files/${UPLOADS}`) || created_at > since) continue;
    const there = uploads.get(stem)?.keys.some((key) => url === `/files/${key}`);
    if (!there) findings.missing += 1;
  }
  return findings;
}
