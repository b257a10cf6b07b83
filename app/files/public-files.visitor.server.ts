import { setTimeout as pause } from "node:timers/promises";
import { desc, eq, like, or, type SQL, sql } from "drizzle-orm";
import { asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../core/log/log.server.ts";
import { addressOf, keyOf } from "../core/storage/storage.server.ts";
import { staticFiles } from "./files.table.server.ts";
import { isDerivedKey, stemOf, UPLOADS } from "./files.ts";
import { isShipped } from "./storage/sample-files.server.ts";

// Which stored files visitors may read. The answers of the database are cached until static_files changes, or may
// have changed. While the database is away, the list of all public files, as it was last read, answers.

const ANSWERS_AT_MOST = 5_000;
const NAMES_AT_MOST = 100_000;
/** Between two readings of the list, when file after file changes. */
const READ_EVERY_MS = 1_000;

const answers = new Map<string, boolean>();
/** Increases when the cache is cleared: an answer to an earlier query is not cached. */
let generation = 0;
let publicNames = new Set<string>();
/** Increases with each notification of a change of static_files. */
let changes = 0;

/** The cache key of a stored file: its own key, or one for all its derived files. */
const cacheKey = (key: string) =>
  key.startsWith(UPLOADS) && isDerivedKey(key) ? `${stemOf(key)}-` : key;

/** To be called when static_files may have changed, such as after a lost connection. */
export function clearPublicFileCache(): void {
  generation += 1;
  answers.clear();
}

/**
 * To be called when static_files changed. Any file may be private or deleted by now, so nothing counts as public
 * until it is read again.
 */
export function filesChanged(): Promise<void> {
  clearPublicFileCache();
  changes += 1;
  publicNames = new Set();
  return loadPublicFiles();
}

let reading: Promise<void> | undefined;
let pending = false;

/** Reads the list of public files; once more when it changed meanwhile. */
export function loadPublicFiles(): Promise<void> {
  pending = true;
  reading ??= loadUntilUnchanged().finally(() => {
    reading = undefined;
  });
  return reading;
}

async function loadUntilUnchanged(): Promise<void> {
  while (pending) {
    pending = false;
    const before = changes;
    try {
      const names = await asVisitor(readPublic);
      if (before === changes) publicNames = names;
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, "list of public files not read");
    }
    if (pending) await pause(READ_EVERY_MS, undefined, { ref: false });
  }
}

async function readPublic(db: VisitorDb): Promise<Set<string>> {
  const rows = await db
    .select({ file: staticFiles.file_url, cover: staticFiles.cover_url })
    .from(staticFiles)
    .where(like(staticFiles.file_url, addressOf("%")))
    .orderBy(desc(staticFiles.created_at))
    .limit(NAMES_AT_MOST);
  const names = new Set<string>();
  for (const { file, cover } of rows) {
    const key = keyOf(file);
    if (key !== undefined) names.add(key);
    if (key?.startsWith(UPLOADS)) names.add(`${stemOf(key)}-`);
    const ofCover = cover === null ? undefined : keyOf(cover);
    if (ofCover !== undefined) names.add(cacheKey(ofCover));
  }
  return names;
}

/**
 * Whether visitors may read a stored file: a public record names it. Undefined when the database is away and the file
 * was not public when the list was last read; the sample documents are always public.
 */
export async function isPublicFile(key: string): Promise<boolean | undefined> {
  const name = cacheKey(key);
  const answer = answers.get(name);
  if (answer !== undefined) return answer;
  const before = generation;
  try {
    const open = await asVisitor((db) => hasRecord(db, key));
    if (before === generation) remember(name, open);
    return open;
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "visibility of a file not read");
    return publicNames.has(name) || isShipped(key) || undefined;
  }
}

function remember(name: string, open: boolean): void {
  if (answers.size >= ANSWERS_AT_MOST) answers.clear();
  answers.set(name, open);
  if (open) publicNames.add(name);
  else publicNames.delete(name);
}

/** Whether a record that visitors may read names this file. */
async function hasRecord(db: VisitorDb, key: string): Promise<boolean> {
  const [row] = await db
    .select({ id: staticFiles.id })
    .from(staticFiles)
    .where(isRecordOf(key))
    .limit(1);
  return row !== undefined;
}

/** The records of a stored file or of the file that it was derived from. */
export function isRecordOf(key: string): SQL | undefined {
  if (cacheKey(key) === key) return eq(staticFiles.file_url, addressOf(key));
  const address = addressOf(stemOf(key));
  return or(
    sql`starts_with(${staticFiles.file_url}, ${`${address}.`})`,
    eq(staticFiles.cover_url, `${address}-cover.webp`),
  );
}
