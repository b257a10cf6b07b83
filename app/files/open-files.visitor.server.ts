import { eq, like, or } from "drizzle-orm";
import { asVisitor, type VisitorDb } from "../platform/database/doors.server.ts";
import { log, reasonOf } from "../platform/log.server.ts";
import { addressOf } from "../platform/storage.server.ts";
import { staticFiles } from "./files.table.server.ts";
import { stemOf, UPLOADS } from "./files.ts";

const REMEMBERED = 5_000;
const open = new Map<string, boolean>();

/** To be called when static_files changed, or may have. */
export const forgetOpenFiles = () => open.clear();

/**
 * Whether visitors may read a stored file: those of uploads only while their record is there and
 * public. When that cannot be asked, what was public a moment ago stays so, and the rest is let
 * through: its address cannot be guessed.
 */
export async function isOpenToVisitors(key: string): Promise<boolean> {
  if (!key.startsWith(UPLOADS)) return true;
  const stem = stemOf(key);
  const known = open.get(stem);
  if (known !== undefined) return known;
  try {
    const found = await asVisitor((db) => hasRecord(db, stem));
    if (open.size >= REMEMBERED) open.clear();
    open.set(stem, found);
    return found;
  } catch (error) {
    log.warn({ reason: reasonOf(error) }, "visibility of a file not read");
    return true;
  }
}

/** Whether a public record has this file; visitors see no others. */
async function hasRecord(db: VisitorDb, stem: string): Promise<boolean> {
  const [row] = await db
    .select({ id: staticFiles.id })
    .from(staticFiles)
    .where(
      or(
        like(staticFiles.file_url, `${addressOf(stem)}.%`),
        // The cover itself, and its smaller version.
        eq(staticFiles.cover_url, `${addressOf(stem)}-cover.webp`),
        eq(staticFiles.cover_url, `${addressOf(stem)}.webp`),
      ),
    )
    .limit(1);
  return row !== undefined;
}
