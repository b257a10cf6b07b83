import { and, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { DAY } from "../../core/values/durations.ts";
import { staticFiles } from "../files.table.server.ts";
import { UPLOADS } from "../files.ts";
import {
  fileRemovals,
  fileStores,
  type RemovalReason,
  type StoreFindings,
  type StoreState,
} from "./file-stores.table.server.ts";

/** The days of the bin; the trigger on static_files says the same. */
const KEPT_MS = 30 * DAY;

export type Removal = typeof fileRemovals.$inferSelect;

/** How long a file without a record is kept. Of one that had a record, a trigger says it. */
const REMOVAL_DELAYS: Record<Exclude<RemovalReason, "deleted">, string> = {
  arriving: "1 hour",
  replaced: "30 days",
  // Whoever erases a person has been asked already.
  erased: "0",
};

/**
 * Writes down that a stored file is ours and may go: `arriving` before it is stored, so that what a dying
 * process leaves is known; `replaced` of the copy of what another content replaces; `erased` with the
 * person whom it belongs to, after its records and what the bin holds of them.
 */
export async function scheduleRemoval(
  db: SystemDb,
  stem: string,
  reason: Exclude<RemovalReason, "deleted">,
): Promise<void> {
  const values = {
    reason,
    let_go_at: sql`site_now()`,
    due_at: sql`site_now() + ${REMOVAL_DELAYS[reason]}::interval`,
    asked_at: null,
    confirmed_at: null,
    claimed_at: null,
    removed_at: null,
  };
  await db
    .insert(fileRemovals)
    .values({ stem, ...values })
    .onConflictDoUpdate({ target: fileRemovals.stem, set: values });
}

/** Notes before a file is stored that it is on its way. */
export const registerUpload = (stem: string, reason: "arriving" | "replaced" = "arriving") =>
  asSystem("files.arrive", (db) => scheduleRemoval(db, stem, reason));

/** Notes that nothing is left of a file that was on its way. */
export function unregisterUpload(stem: string): Promise<unknown> {
  return asSystem("files.arrive", (db) =>
    db.delete(fileRemovals).where(eq(fileRemovals.stem, stem)),
  );
}

const recordedStems = sql`select stem from (
  select stored_stem(file_url) as stem from static_files
  union select stored_stem(cover_url) from static_files) named where stem is not null`;

/** What is let go and not forgotten yet. What a record names again is no longer let go. */
export function readRemovals(now: Date): Promise<Removal[]> {
  return asSystem("files.sweep", async (db) => {
    const monthAgo = new Date(now.getTime() - KEPT_MS);
    await db
      .delete(fileRemovals)
      .where(
        or(
          and(
            sql`${fileRemovals.claimed_at} is null`,
            sql`${fileRemovals.stem} in (${recordedStems})`,
          ),
          lt(fileRemovals.removed_at, monthAgo),
        ),
      );
    return db.select().from(fileRemovals).orderBy(fileRemovals.due_at, fileRemovals.id);
  });
}

/** One record of the database as the store is compared with it. */
export type RecordedFile = { stem: string; cover: string | null; url: string; created_at: Date };

export function readRecordedFiles(): Promise<RecordedFile[]> {
  const { file_url, cover_url, created_at } = staticFiles;
  return asSystem("files.sweep", (db) =>
    db
      .select({
        stem: sql<string>`stored_stem(${file_url})`,
        cover: sql<string | null>`stored_stem(${cover_url})`,
        url: file_url,
        created_at,
      })
      .from(staticFiles)
      .where(sql`${file_url} like '/files/%'`),
  );
}

/** What a text still names waits for another 30 days. */
export const postponeRemovals = (removals: readonly Removal[], now: Date) =>
  updateRemovals(removals, { due_at: new Date(now.getTime() + KEPT_MS), asked_at: null });

/** Notes that it waits for a person to agree, who is told how much it is. */
export const requestApproval = (removal: Removal, bytes: number, now: Date) =>
  updateRemovals([removal], { asked_at: removal.asked_at ?? now, bytes });

export const markRemoved = (removals: readonly Removal[], now: Date) =>
  updateRemovals(removals, { removed_at: now });

const idsOf = (removals: readonly Removal[]) => removals.map(({ id }) => id);

type Change = { [K in keyof Removal]?: Removal[K] | SQL };

async function updateRemovals(removals: readonly Removal[], values: Change): Promise<void> {
  if (removals.length === 0) return;
  await asSystem("files.sweep", (db) =>
    db
      .update(fileRemovals)
      .set(values)
      .where(inArray(fileRemovals.id, idsOf(removals))),
  );
}

/**
 * Takes removals for this process: those that nobody undid meanwhile, and that neither a record nor the
 * bin names now. From here on no record can name them any more.
 */
export function claimRemovals(removals: readonly Removal[], now: Date): Promise<Removal[]> {
  return asSystem("files.sweep", (db) =>
    db
      .update(fileRemovals)
      .set({ claimed_at: now })
      .where(
        and(
          inArray(fileRemovals.id, idsOf(removals)),
          or(lt(fileRemovals.due_at, now), inArray(fileRemovals.reason, ["arriving", "erased"])),
          sql`${fileRemovals.stem} not in (${recordedStems})`,
          sql`not exists (select 1 from bin where strpos(bin.rows::text, ${fileRemovals.stem}) > 0)`,
        ),
      )
      .returning(),
  );
}

/** Notes how the store was found, for Diagnostic. What was not counted this time stays as it was. */
export async function saveStoreState(
  state: StoreState,
  checked_at: Date,
  findings?: StoreFindings,
): Promise<void> {
  const values = { state, checked_at, findings };
  await asSystem("files.sweep", (db) =>
    db
      .insert(fileStores)
      .values({ name: UPLOADS, ...values })
      .onConflictDoUpdate({ target: fileStores.name, set: values }),
  );
}
