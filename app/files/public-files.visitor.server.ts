import { setTimeout as pause } from "node:timers/promises";
import { desc, eq, like, or, type SQL, sql } from "drizzle-orm";
import { asVisitor, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { log, reasonOf } from "../core/log/log.server.ts";
import { addressOf, keyOf } from "../core/storage/storage.server.ts";
import { staticFiles } from "./files.table.server.ts";
import { isDerivedKey, stemOf, UPLOADS } from "./files.ts";
import { isShipped } from "./storage/sample-files.server.ts";

// Which stored files visitors may read, now and while the database cannot be asked. Its answers are
// remembered until static_files changes, or may have. Beside them stands the list of all that was public
// when it was last read, which counts only while nobody can be asked.

const ANSWERS_AT_MOST = 5_000;
const NAMES_AT_MOST = 100_000;
/** Between two readings of the list, when file after file changes. */
const READ_EVERY_MS = 1_000;

const answers = new Map<string, boolean>();
/** Grows when answers are forgotten: one that was asked for before is not remembered after. */
let generation = 0;
let publicNames = new Set<string>();
/** Grows with each change of static_files that we were told of. */
let changes = 0;

/** What a file and all that was made of it are remembered by: one name for the file, one for the rest. */
const nameOf = (key: string) =>
  key.startsWith(UPLOADS) && isDerivedKey(key) ? `${stemOf(key)}-` : key;

/** To be called when static_files may have changed, as while nothing was heard of the database. */
export function clearPublicFileCache(): void {
  generation += 1;
  answers.clear();
}

/**
 * To be called when static_files did change. Any file may be private or gone by now, so nothing that was
 * public before counts until it is read or asked for again.
 */
export function filesChanged(): Promise<void> {
  clearPublicFileCache();
  changes += 1;
  publicNames = new Set();
  return loadPublicFiles();
}

let reading: Promise<void> | undefined;
let pending = false;

/** Reads the list of what is public; once more when it changed meanwhile. */
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
    if (ofCover !== undefined) names.add(nameOf(ofCover));
  }
  return names;
}

/**
 * Whether visitors may read a stored file: only while a record names it and is public. Undefined when
 * that cannot be asked and the file was not public when it last could; the documents that come with the
 * product are nobody's secret.
 */
export async function isPublicFile(key: string): Promise<boolean | undefined> {
  const name = nameOf(key);
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

/** Whether a record names this file, of those that visitors see. */
async function hasRecord(db: VisitorDb, key: string): Promise<boolean> {
  const [row] = await db
    .select({ id: staticFiles.id })
    .from(staticFiles)
    .where(isRecordOf(key))
    .limit(1);
  return row !== undefined;
}

/** The records that a stored file belongs to: it is theirs, or was made of it. */
export function isRecordOf(key: string): SQL | undefined {
  if (nameOf(key) === key) return eq(staticFiles.file_url, addressOf(key));
  const address = addressOf(stemOf(key));
  return or(
    sql`starts_with(${staticFiles.file_url}, ${`${address}.`})`,
    eq(staticFiles.cover_url, `${address}-cover.webp`),
  );
}
