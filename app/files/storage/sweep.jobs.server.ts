import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { currentTime, timeOnDisk } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { storageOf } from "../../core/storage/storage.server.ts";
import { DAY, HOUR } from "../../core/values/durations.ts";
import { sweepGenerated } from "../children/generated-images.server.ts";
import { stemOf, UPLOADS } from "../files.ts";
import { temporaryFolder } from "../upload/temporary-files.server.ts";
import {
  MAX_UNAPPROVED_REMOVALS,
  type StoreFindings,
  type StoreState,
} from "./file-stores.table.server.ts";
import { findReferencedFiles } from "./referenced-files.system.server.ts";
import {
  claimRemovals,
  markRemoved,
  postponeRemovals,
  type RecordedFile,
  type Removal,
  readRecordedFiles,
  readRemovals,
  requestApproval,
  saveStoreState,
} from "./removals.system.server.ts";
import { advanceTurn, checkStore } from "./store-mark.system.server.ts";

const CLAIMS_AT_ONCE = 100;

/**
 * Removes the stored files whose removal is due, and nothing else: unknown files are only counted. Returns how many
 * files were removed.
 */
export async function sweepFiles(now = currentTime()): Promise<number> {
  await sweepTemporaryFiles(new Date(now.getTime() - HOUR));
  await sweepGenerated(now);
  const state = await checkStore();
  if (state === "foreign" || state === "away") return skipSweep(state, now);
  const since = currentTime();
  const listing = await listStore().catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "the store of files cannot be listed");
  });
  if (!listing) return skipSweep("away", now);
  const records = await readRecordedFiles();
  const removals = await readRemovals(now);
  const stems = ownStems(records, removals);
  await saveStoreState(state, now, compareStore(listing, records, stems, since));
  // A folder without a mark may be the mount point of a disk that is missing: removals wait.
  if (state === "adopted") return 0;
  if (state === "ours") await removeUnfinished(listing, stems, now);
  const count = await removeDue(
    removals.filter((removal) => isDue(removal, listing, now)),
    listing,
    { now, older: state === "older" },
  );
  await advanceTurn();
  return count;
}

async function skipSweep(state: StoreState, now: Date): Promise<number> {
  await saveStoreState(state, now);
  return 0;
}

function isDue(removal: Removal, { uploads }: StoreListing, now: Date): boolean {
  const { stem, reason, due_at, claimed_at, removed_at } = removal;
  const upload = uploads.get(stem);
  // Derived files were stored after its removal.
  if (removed_at) return upload !== undefined;
  // The process that claimed it has ended.
  if (claimed_at) return now.getTime() - claimed_at.getTime() > HOUR;
  if (reason === "erased" || due_at < now) return true;
  return (
    reason === "arriving" && upload !== undefined && now.getTime() - upload.newest.getTime() > HOUR
  );
}

/** Removes what is due, except files that are still referenced and removals that need approval. */
async function removeDue(
  removals: readonly Removal[],
  listing: StoreListing,
  { now, older }: { now: Date; older: boolean },
): Promise<number> {
  if (removals.length === 0) return 0;
  const { inBin, elsewhere } = await findReferencedFiles();
  await postponeRemovals(
    removals.filter(({ stem, reason }) => elsewhere.has(stem) && reason !== "erased"),
    now,
  );
  const candidates = removals.filter(({ stem }) => !elsewhere.has(stem) && !inBin.has(stem));
  const mayGo = (removal: Removal) =>
    removal.confirmed_at !== null ||
    !listing.uploads.has(removal.stem) ||
    (!older && (removal.reason === "erased" || removal.removed_at !== null));
  const questions = candidates.filter((removal) => !mayGo(removal));
  const asks =
    older ||
    questions.length > MAX_UNAPPROVED_REMOVALS ||
    questions.some(({ asked_at }) => asked_at !== null);
  if (!asks) return remove(candidates, listing, now);
  if (questions.length > 0) {
    log.warn({ count: questions.length }, "removing files waits for a person to agree");
  }
  for (const removal of questions) {
    await requestApproval(removal, listing.uploads.get(removal.stem)?.bytes ?? 0, now);
  }
  return remove(candidates.filter(mayGo), listing, now);
}

async function remove(
  removals: readonly Removal[],
  { uploads }: StoreListing,
  now: Date,
): Promise<number> {
  let count = 0;
  for (let from = 0; from < removals.length; from += CLAIMS_AT_ONCE) {
    const claims = await claimRemovals(removals.slice(from, from + CLAIMS_AT_ONCE), now);
    for (const { stem } of claims) {
      const keys = uploads.get(stem)?.keys ?? [];
      for (const key of keys) await storageOf(key).remove(key);
      if (keys.length > 0) count += 1;
    }
    await markRemoved(claims, now);
  }
  return count;
}

/** Removes our unfinished files after a day: the process that wrote them has ended. */
async function removeUnfinished(
  { unfinished }: StoreListing,
  stems: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  for (const { key, stem, modified } of unfinished) {
    if (!stems.has(stem) || now.getTime() - modified.getTime() < DAY) continue;
    await storageOf(key).remove(key);
  }
}

/** The names that `newTemporaryPath` gives; derived pictures and covers have an extension. */
const isTemporaryName = (name: string) =>
  isId(name.slice(0, 36)) && /^(?:-\w+)*(?:\.\w{1,5})?$/.test(name.slice(36));

async function sweepTemporaryFiles(before: Date): Promise<void> {
  for (const name of await readdir(temporaryFolder()).catch(() => [])) {
    const path = join(temporaryFolder(), name);
    const stats = isTemporaryName(name) ? await stat(path).catch(() => undefined) : undefined;
    if (stats && timeOnDisk(stats.mtime) < before) await rm(path, { force: true });
  }
}

export const sweepFilesJob: Job = {
  name: "files.sweep",
  byCalendar: true,
  everyMs: 6 * HOUR,
  run: async () => {
    await sweepFiles();
  },
};

/** A file of the store with its derived files. */
export type StoredUpload = { keys: string[]; bytes: number; oldest: Date; newest: Date };

/** The suffix of an unfinished file. */
const UNFINISHED = /\.part-[\w-]+$/;

type StoreListing = {
  /** By stem. */
  uploads: Map<string, StoredUpload>;
  unfinished: { key: string; stem: string; modified: Date }[];
};

/** Everything in the store of uploads. */
async function listStore(): Promise<StoreListing> {
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

/** The stems that this database knows: those of its records and of its removals. */
function ownStems(records: readonly RecordedFile[], removals: readonly Removal[]): Set<string> {
  const stems = new Set<string>(removals.map(({ stem }) => stem));
  for (const { stem, cover } of records) {
    stems.add(stem);
    if (cover) stems.add(cover);
  }
  return stems;
}

/** Compares the store with the database. `since`: when the listing began. */
function compareStore(
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
