import type { Ask } from "../../core/database/schema/schema-check.server.ts";
import type { StoredFile } from "../../core/storage/storage.server.ts";
import { keyOf } from "../../core/storage/storage.server.ts";
import { UPLOADS } from "../../files/files.ts";
import type { LostFiles } from "../nightly/backups.ts";
import type { BackedUpFile } from "./archive-format.server.ts";

// A store that lost files still yields a valid archive, so the stored files are compared with the records.

/** A stored file that a record refers to; the size and hash of covers are unknown. */
export type NamedFile = { key: string; size?: number; sha256?: string | null };
/** The number of files in an earlier archive, and of files removed or replaced since. */
type EarlierCount = { files: number; since: number };
/** The files that should be in the store, according to the database snapshot. */
export type Expected = { named: NamedFile[]; earlier: EarlierCount[] };

const NAMED = `select file_url, cover_url, file_size::float8 as size, sha256 from static_files
  where file_url like '/files/${UPLOADS}%' or cover_url like '/files/${UPLOADS}%'`;
type Named = { file_url: string; cover_url: string | null; size: number; sha256: string | null };

/** Lost files are reported for a week, unless they come back. */
const REPORTED_FOR = "7 days";
const EARLIER = `select stored_count as files,
    ((select count(*) from file_removals where removed_at >= started_at)
      + (select count(*) from static_files where prepared_at >= started_at))::int as since
  from backup_runs where kind = 'archive' and archive is not null and stored_count is not null
    and started_at between $1::timestamptz - interval '${REPORTED_FOR}' and $1::timestamptz`;

/** Runs in the snapshot. `tables`: the existing tables; an older database may lack some. */
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
  return { named: rows.flatMap(toNamedFiles), earlier };
}

function toNamedFiles({ file_url, cover_url, size, sha256 }: Named): NamedFile[] {
  const files = [
    { key: keyOf(file_url), size, sha256 },
    { key: cover_url === null ? undefined : keyOf(cover_url) },
  ];
  return files.flatMap(({ key, ...more }) => (key?.startsWith(UPLOADS) ? [{ key, ...more }] : []));
}

/** How many keys are stored with a run. */
const SHOWN = 10;
/** A removed record accounts for at most this many files: the original and its smaller versions. */
const PARTS = 16;
/** A smaller difference is not reported. */
const FEW = { files: 5, share: 0.1 };

/**
 * The files that the store lacks. `written`: when each file was last written; a file that is newer than the snapshot may
 * differ from the record.
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

/** Node rounds file dates up to the next millisecond. */
const isNewer = (file: Pick<StoredFile, "modified"> | undefined, at: Date) =>
  file !== undefined && file.modified.getTime() > at.getTime() + 1;

/** By how many files the store shrank without an explanation. */
function unexplainedLoss({ files, since }: EarlierCount, now: number): number {
  const fewer = files - now - since * PARTS;
  return fewer > Math.max(FEW.files, files * FEW.share) ? fewer : 0;
}
