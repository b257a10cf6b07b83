import type { Ask } from "../../core/database/schema/schema-check.server.ts";
import type { StoredFile } from "../../core/storage/storage.server.ts";
import { keyOf } from "../../core/storage/storage.server.ts";
import { UPLOADS } from "../../files/files.ts";
import type { LostFiles } from "../nightly/backups.ts";
import type { BackedUpFile } from "./archive-format.server.ts";

// An archive of a store that has lost files is whole by itself: only the records tell what should be there.

/** A stored file that a record names; of a cover, only that it is there. */
export type NamedFile = { key: string; size?: number; sha256?: string | null };
/** An earlier archive, and how many files were let go or made anew since. */
export type EarlierCount = { files: number; since: number };
/** What the database says of the store, in the snapshot of the archive. */
export type Expected = { named: NamedFile[]; earlier: EarlierCount[] };

const NAMED = `select file_url, cover_url, file_size::float8 as size, sha256 from static_files
  where file_url like '/files/${UPLOADS}%' or cover_url like '/files/${UPLOADS}%'`;
type Named = { file_url: string; cover_url: string | null; size: number; sha256: string | null };

/** A store that lost files is told for a week, unless they come back: then nobody can have missed it. */
const REPORTED_FOR = "7 days";
const EARLIER = `select stored_count as files,
    ((select count(*) from file_removals where removed_at >= started_at)
      + (select count(*) from static_files where prepared_at >= started_at))::int as since
  from backup_runs where kind = 'archive' and archive is not null and stored_count is not null
    and started_at between $1::timestamptz - interval '${REPORTED_FOR}' and $1::timestamptz`;

/** Asked in the snapshot. `tables`: what this database has; an older one may have no list of archives. */
export async function readExpected(
  ask: Ask,
  tables: readonly string[],
  at: Date,
): Promise<Expected> {
  const has = (...names: string[]) => names.every((name) => tables.includes(name));
  if (!has("static_files")) return { named: [], earlier: [] };
  const rows = await ask<Named>(NAMED);
  const isNightly = has("backup_runs", "file_removals");
  const earlier = isNightly ? await ask<EarlierCount>(EARLIER, [at.toISOString()]) : [];
  return { named: rows.flatMap(namedBy), earlier };
}

function namedBy({ file_url, cover_url, size, sha256 }: Named): NamedFile[] {
  const files = [
    { key: keyOf(file_url), size, sha256 },
    { key: cover_url === null ? undefined : keyOf(cover_url) },
  ];
  return files.flatMap(({ key, ...more }) => (key?.startsWith(UPLOADS) ? [{ key, ...more }] : []));
}

/** How many names are kept of a run. */
const SHOWN = 10;
/** An original, and at most this many smaller versions: one file that went explains so many that are gone. */
const PARTS = 16;
/** What a store may lack without anybody having lost something. */
const FEW = { files: 5, share: 0.1 };

/**
 * What the store lacks. `written`: when each file was written last; what was written after the archive began is
 * newer than the record that was read.
 */
export function findLost(
  { named, earlier }: Expected,
  files: readonly BackedUpFile[],
  written: ReadonlyMap<string, Pick<StoredFile, "modified">>,
  at: Date,
): LostFiles | undefined {
  const stored = new Map(files.map((file) => [file.key, file]));
  const keys = named
    .filter(({ key, size, sha256 }) => {
      const file = stored.get(key);
      if (!file) return true;
      if (size === undefined || isNewer(written.get(key), at)) return false;
      return file.size !== size || (sha256 && file.sha256 !== sha256);
    })
    .map(({ key }) => key)
    .sort();
  const fewer = Math.max(0, ...earlier.map((before) => unexplainedLoss(before, files.length)));
  if (keys.length + fewer === 0) return undefined;
  return { count: keys.length, keys: keys.slice(0, SHOWN), fewer };
}

/** Node rounds the moment of a file to the next millisecond. */
const isNewer = (file: Pick<StoredFile, "modified"> | undefined, at: Date) =>
  file !== undefined && file.modified.getTime() > at.getTime() + 1;

/** By how many files a store shrank for which nothing was deleted; 0 where that may be explained. */
function unexplainedLoss({ files, since }: EarlierCount, now: number): number {
  const fewer = files - now - since * PARTS;
  return fewer > Math.max(FEW.files, files * FEW.share) ? fewer : 0;
}
