import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Job } from "../platform/jobs.server.ts";
import { log, reasonOf } from "../platform/log.server.ts";
import { storageOf } from "../platform/storage.server.ts";
import { arrivalsFolder } from "./arrivals.server.ts";
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
import { compareStore, knownStems, listStore, type StoreListing } from "./store-listing.server.ts";
import { checkStore, countTurn } from "./store-mark.system.server.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const CLAIMED_AT_ONCE = 100;

/**
 * Removes the stored files that this database let go and whose day has come, and nothing else: what it
 * does not know is counted and left. Returns how many files went.
 */
export async function sweepFiles(now = new Date()): Promise<number> {
  await sweepArrivals(now.getTime() - HOUR);
  const state = await checkStore();
  if (state === "foreign" || state === "away") return leave(state, now);
  const since = new Date();
  const listing = await listStore().catch((error: unknown) => {
    log.warn({ reason: reasonOf(error) }, "the store of files cannot be listed");
  });
  if (!listing) return leave("away", now);
  const records = await readRecordedFiles();
  const removals = await readRemovals(now);
  const known = knownStems(records, removals);
  await noteStore(state, now, compareStore(listing, records, known, since));
  // A folder without a mark may be where a disk should be that is not there: what is due can wait.
  if (state === "adopted") return 0;
  if (state === "ours") await removeUnfinished(listing, known, now);
  const due = removals.filter((removal) => isDue(removal, listing, now));
  const removed =
    due.length > 0 ? await removeDue(due, listing, { now, asks: state === "older" }) : 0;
  await countTurn();
  return removed;
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

/** Removes what is due, but for what is still named, and for what a person must agree to. */
async function removeDue(
  due: readonly Removal[],
  listing: StoreListing,
  { now, asks }: { now: Date; asks: boolean },
): Promise<number> {
  const named = await findNamedFiles();
  const kept = due.filter(({ stem, reason }) => named.elsewhere.has(stem) && reason !== "erased");
  await postpone(kept, now);
  const free = due.filter(({ stem }) => !named.elsewhere.has(stem) && !named.inBin.has(stem));
  const agreed = (removal: Removal) =>
    removal.confirmed_at !== null ||
    !listing.uploads.has(removal.stem) ||
    (!asks && (removal.reason === "erased" || removal.removed_at !== null));
  const open = free.filter((removal) => !agreed(removal));
  const many = open.length > HANDFUL || open.some(({ asked_at }) => asked_at !== null);
  if (!asks && !many) return remove(free, listing, now);
  if (open.length > 0)
    log.warn({ count: open.length }, "removing files waits for a person to agree");
  const bytesOf = ({ stem }: Removal) => listing.uploads.get(stem)?.bytes ?? 0;
  await askFor(
    open.map((removal) => ({ removal, bytes: bytesOf(removal) })),
    now,
  );
  return remove(free.filter(agreed), listing, now);
}

async function remove(
  removals: readonly Removal[],
  { uploads }: StoreListing,
  now: Date,
): Promise<number> {
  let removed = 0;
  for (let from = 0; from < removals.length; from += CLAIMED_AT_ONCE) {
    const claimed = await claim(removals.slice(from, from + CLAIMED_AT_ONCE), now);
    for (const { stem } of claimed) {
      const keys = uploads.get(stem)?.keys ?? [];
      for (const key of keys) await storageOf(key).remove(key);
      if (keys.length > 0) removed += 1;
    }
    await markRemoved(claimed, now);
  }
  return removed;
}

/** What was never finished, and is ours, goes after a day: whoever wrote it is gone. */
async function removeUnfinished(
  { unfinished }: StoreListing,
  known: ReadonlySet<string>,
  now: Date,
): Promise<void> {
  for (const { key, stem, modified } of unfinished) {
    if (!known.has(stem) || now.getTime() - modified.getTime() < DAY) continue;
    await storageOf(key).remove(key);
  }
}

/** What `receive` and `prepare` call what they work on. */
const ARRIVAL = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-\w+)*$/;

async function sweepArrivals(before: number): Promise<void> {
  for (const name of await readdir(arrivalsFolder()).catch(() => [])) {
    const path = join(arrivalsFolder(), name);
    const found = ARRIVAL.test(name) ? await stat(path).catch(() => undefined) : undefined;
    if (found && found.mtimeMs < before) await rm(path, { force: true });
  }
}

export const sweepFilesJob: Job = {
  name: "files.sweep",
  everyMs: 6 * HOUR,
  run: async () => {
    await sweepFiles();
  },
};
