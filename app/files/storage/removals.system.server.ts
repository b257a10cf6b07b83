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

/** As long as the bin; the trigger on static_files has the same value. */
const KEPT_MS = 30 * DAY;

export type Removal = typeof fileRemovals.$inferSelect;

/** How long a file without a record stays. For a deleted record the trigger sets it. */
const REMOVAL_DELAYS: Record<Exclude<RemovalReason, "deleted">, string> = {
  arriving: "1 hour",
  replaced: "30 days",
  // Erasing a person was confirmed already.
  erased: "0",
};

/**
 * Records that a stored file is ours and is to be removed: `arriving` before it is stored, so that the leftovers of a
 * crashed upload are removed; `replaced` for the copy of replaced content; `erased` with the data of a person, after
 * the records and the bin.
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

/** Registers a file before it is stored. */
export const registerUpload = (stem: string, reason: "arriving" | "replaced" = "arriving") =>
  asSystem("files.arrive", (db) => scheduleRemoval(db, stem, reason));

/** Forgets a registered file of which nothing is stored. */
export function unregisterUpload(stem: string): Promise<unknown> {
  return asSystem("files.arrive", (db) =>
    db.delete(fileRemovals).where(eq(fileRemovals.stem, stem)),
  );
}

const recordedStems = sql`select stem from (
  select stored_stem(file_url) as stem from static_files
  union select stored_stem(cover_url) from static_files) named where stem is not null`;

/** The removals of the last 30 days. One whose file a record names again is dropped. */
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

/** A record, as it is compared with the store. */
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

/** A file that a text still names waits another 30 days. */
export const postponeRemovals = (removals: readonly Removal[], now: Date) =>
  updateRemovals(removals, { due_at: new Date(now.getTime() + KEPT_MS), asked_at: null });

/** Asks for approval of a removal. */
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
 * Claims removals for this process: those that were not undone meanwhile, and that neither a record nor the bin
 * names. From here on no record can name them any more.
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

/** Saves the result of a check, for Diagnostic. Without findings the last ones stay. */
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
