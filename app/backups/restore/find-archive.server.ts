import { existsSync } from "node:fs";
import { basename, dirname } from "node:path";
import type { Storage } from "../../core/storage/storage.server.ts";
import { diskStorage } from "../../core/storage/storage-disk.server.ts";
import { newestOf } from "../archive/archive-retention.ts";
import { ARCHIVES, ArchiveError } from "../archive/manifest.ts";
import { listArchives } from "../archive/prune-archives.server.ts";
import type { BackupStore } from "../nightly/backup-stores.server.ts";

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
  const newest = newestOf(
    found.flat().sort((a, b) => b.at.getTime() - a.at.getTime()),
    now,
  );
  if (newest) return newest;
  const names = stores.map(({ storage }) => storage.name).join(", ");
  throw new ArchiveError(`aucune archive n’est là (no archive there): ${names}`);
}
