import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import { log, reasonOf } from "../../core/log/log.server.ts";
import { env } from "../../core/process/env.server.ts";
import { withTimeout } from "../../core/process/timeout.ts";
import type { Storage } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { ARCHIVES, ArchiveError, parseArchiveDate } from "../archive/archive-format.server.ts";
import { pickNewest } from "../archive/archive-retention.ts";
import {
  expiredArchives,
  listArchives,
  protectedArchives,
} from "../archive/prune-archives.server.ts";
import { type BackupStore, backupStores } from "../nightly/backup-stores.server.ts";
import type { Place } from "./restores.ts";

/** A screen waits no longer for a store elsewhere. */
const LOOK_MS = 4_000;

type Listed = {
  place: Place;
  /** Absent when the place did not answer. */
  archives?: { key: string; at: Date }[];
};

const placeOf = ({ isElsewhere }: { isElsewhere: boolean }): Place =>
  isElsewhere ? "elsewhere" : "here";

/** The archives that this site could restore, the newest first, by where they are kept. */
export const listRestorable = (): Promise<Listed[]> =>
  Promise.all(
    backupStores().map(async (store): Promise<Listed> => {
      const place = placeOf(store);
      const archives = await withTimeout(
        listArchives(store.storage).catch((error: unknown) => {
          log.warn({ reason: reasonOf(error), what: place }, "archives not looked at");
          return undefined;
        }),
        LOOK_MS,
        () => undefined,
      );
      return { place, archives };
    }),
  );

const storageAt = (place: Place): Storage | undefined =>
  backupStores().find((store) => placeOf(store) === place)?.storage;

/** An archive by its name, in one of the places; undefined when it is not there, or the place does not answer. */
export async function findRestorable(place: Place, archive: string): Promise<Date | undefined> {
  const at = parseArchiveDate(archive);
  const storage = storageAt(place);
  if (!at || !storage) return undefined;
  try {
    const info = await withTimeout(storage.info(archive), LOOK_MS, () => undefined);
    return info && at;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Those of the folder of this machine, and which of them one that is made now would let go; none when it cannot be read. */
export async function listLocalArchives(
  now: Date,
): Promise<{ here: ReadonlySet<string>; leaving: Date[] }> {
  const [{ storage }] = backupStores();
  const archives = await listArchives(storage).catch(() => []);
  const over = expiredArchives(
    [{ key: "", at: now }, ...archives],
    now,
    protectedArchives(env().DATA_DIR),
  );
  return { here: new Set(archives.map(({ key }) => key)), leaving: over.map(({ at }) => at) };
}

/** Stands for the newest archive of all places where some are kept. */
const NEWEST = "newest";

type FoundArchive = { store: Storage; key: string };

/**
 * The archive that whoever restores means: the path of a file, the name of one in the store elsewhere, or `newest`.
 * @throws ArchiveError when there is none
 */
export async function findArchive(
  wanted: string,
  stores: readonly BackupStore[],
  now: Date,
): Promise<FoundArchive> {
  if (wanted === NEWEST) return findNewest(stores, now);
  const key = ARCHIVES + basename(wanted);
  if (existsSync(wanted)) return { store: diskStorage(dirname(dirname(wanted))), key };
  const elsewhere = stores.find((store) => store.isElsewhere);
  if (!elsewhere) throw new ArchiveError(`elle n’est pas là (not there): ${wanted}`);
  return { store: elsewhere.storage, key };
}

async function findNewest(stores: readonly BackupStore[], now: Date): Promise<FoundArchive> {
  const found = await Promise.all(
    stores.map(async ({ storage: store }) =>
      (await listArchives(store)).map((archive) => ({ store, ...archive })),
    ),
  );
  // Of one that stands in two places the first is taken, which is the nearer.
  const newest = pickNewest(
    found.flat().sort((a, b) => b.at.getTime() - a.at.getTime()),
    now,
  );
  if (newest) return newest;
  const names = stores.map(({ storage }) => storage.name).join(", ");
  throw new ArchiveError(`aucune archive n’est là (no archive there): ${names}`);
}
