import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { currentTime, timeOnDisk } from "../../core/process/clock.ts";
import type { Job } from "../../core/process/jobs.server.ts";
import { isId } from "../../core/secrets/id.ts";
import { storageOf } from "../../core/storage/storage.server.ts";
import { DAY, HOUR } from "../../core/values/durations.ts";
import { sweepDrawn } from "../children/drawn.server.ts";
import { arrivalsFolder } from "../upload/arrivals.server.ts";
import { HANDFUL, type StoreState } from "./file-stores.ts";
import { findNamedFiles } from "./named-files.system.server.ts";
import {
  askFor,
  claim,
  markRemoved,
  noteStore,
  postpone,
  type Removal,
  readRecordedFiles,
  readRemovals,
} from "./removals.system.server.ts";
import { compareStore, listStore, ownStems, type StoreListing } from "./store-listing.server.ts";
import { checkStore, countTurn } from "./store-mark.system.server.ts";

const CLAIMS_AT_ONCE = 100;

/**
 * Removes the stored files that this database let go and whose day has come, and nothing else: what it
 * does not know is counted and left. Returns how many files went.
 */
export async function sweepFiles(now = currentTime()): Promise<number> {
  await sweepArrivals(new Date(now.getTime() - HOUR));
  await sweepDrawn(now);
  const state = await checkStore();
  if (state === "foreign" || state === "away") return leave(state, now);
  const since = currentTime();
  const listing = await listStore().catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "the store of files cannot be listed");
  });
  if (!listing) return leave("away", now);
  const records = await readRecordedFiles();
  const removals = await readRemovals(now);
  const stems = ownStems(records, removals);
  await noteStore(state, now, compareStore(listing, records, stems, since));
  // A folder without a mark may be where a disk should be that is not there: what is due can wait.
  if (state === "adopted") return 0;
  if (state === "ours") await removeUnfinished(listing, stems, now);
  const count = await removeDue(
    removals.filter((removal) => isDue(removal, listing, now)),
    listing,
    { now, older: state === "older" },
  );
  await countTurn();
  return count;
}

async function leave(state: StoreState, now: Date): Promise<number> {
  await noteStore(state, now);
  return 0;
}

function isDue(removal: Removal, { uploads }: StoreListing, now: Date): boolean {
  const { stem, reason, due_at, claimed_at, removed_at } = removal;
  const upload = uploads.get(stem);
  // Something was made of it while it went.
  if (removed_at) return upload !== undefined;
  // A process that began with it and is gone.
  if (claimed_at) return now.getTime() - claimed_at.getTime() > HOUR;
  if (reason === "erased" || due_at < now) return true;
  return (
    reason === "arriving" && upload !== undefined && now.getTime() - upload.newest.getTime() > HOUR
  );
}

/** Removes what is due, but for what is named somewhere, and for what a person must agree to. */
async function removeDue(
  removals: readonly Removal[],
  listing: StoreListing,
  { now, older }: { now: Date; older: boolean },
): Promise<number> {
  if (removals.length === 0) return 0;
  const { inBin, elsewhere } = await findNamedFiles();
  await postpone(
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
    older || questions.length > HANDFUL || questions.some(({ asked_at }) => asked_at !== null);
  if (!asks) return remove(candidates, listing, now);
  if (questions.length > 0) {
    log.warn({ count: questions.length }, "removing files waits for a person to agree");
  }
  for (const removal of questions) {
    await askFor(removal, listing.uploads.get(removal.stem)?.bytes ?? 0, now);
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
    const claims = await claim(removals.slice(from, from + CLAIMS_AT_ONCE), now);
    for (const { stem } of claims) {
      const keys = uploads.get(stem)?.keys ?? [];
      for (const key of keys) await storageOf(key).remove(key);
      if (keys.length > 0) count += 1;
    }
    await markRemoved(claims, now);
  }
  return count;
}

/** What was never finished, and is ours, goes after a day: whoever wrote it is gone. */
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

/** What `receive` and `prepare` call what they work on; pictures and covers have an ending. */
const isArrival = (name: string) =>
  isId(name.slice(0, 36)) && /^(?:-\w+)*(?:\.\w{1,5})?$/.test(name.slice(36));

async function sweepArrivals(before: Date): Promise<void> {
  for (const name of await readdir(arrivalsFolder()).catch(() => [])) {
    const path = join(arrivalsFolder(), name);
    const stats = isArrival(name) ? await stat(path).catch(() => undefined) : undefined;
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
