import { and, count, eq, isNotNull, isNull, min, sum } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { AppError } from "../../core/values/errors.ts";
import { formatSize } from "../../i18n/format.ts";
import { audit } from "../../records/history/audit.staff.server.ts";
import { UPLOADS } from "../files.ts";
import { fileRemovals, fileStores } from "./file-stores.table.server.ts";

/** A number of files and their size. */
export type Amount = { files: number; bytes: number };

const waiting = and(
  isNotNull(fileRemovals.asked_at),
  isNull(fileRemovals.confirmed_at),
  isNull(fileRemovals.claimed_at),
);

/** The removals that wait for approval. */
export async function countWaitingRemovals(db: StaffDb): Promise<Amount> {
  const [row] = await db
    .select({ files: count(), bytes: sum(fileRemovals.bytes).mapWith(Number) })
    .from(fileRemovals)
    .where(waiting);
  return { files: row?.files ?? 0, bytes: row?.bytes ?? 0 };
}

/** The result of the last check of the store, and the removals that need no approval. */
export async function readStoreState(db: StaffDb) {
  const [store] = await db.select().from(fileStores).where(eq(fileStores.name, UPLOADS));
  const [upcoming] = await db
    .select({ files: count(), next: min(fileRemovals.due_at) })
    .from(fileRemovals)
    .where(and(isNull(fileRemovals.asked_at), isNull(fileRemovals.claimed_at)));
  return { store, upcoming: { files: upcoming?.files ?? 0, next: upcoming?.next ?? null } };
}

/**
 * Approves all waiting removals. @throws AppError 'conflict' when their number is no longer the one that was shown
 */
export async function confirmRemovals(db: StaffDb, count: number): Promise<Amount> {
  const rows = await db
    .select({ id: fileRemovals.id, bytes: fileRemovals.bytes })
    .from(fileRemovals)
    .where(waiting)
    .orderBy(fileRemovals.id)
    .for("update");
  if (rows.length === 0) throw new AppError("conflict", "plus aucun fichier n’attend");
  if (rows.length !== count) {
    throw new AppError("conflict", `le nombre de fichiers à retirer est maintenant ${rows.length}`);
  }
  await db.update(fileRemovals).set({ confirmed_at: currentTime() }).where(waiting);
  const bytes = rows.reduce((total, row) => total + row.bytes, 0);
  await audit(db, {
    action: "file_removals.agree",
    entity: "file_removals",
    label: `${rows.length} fichiers, ${formatSize("fr", bytes, 2)}`,
  });
  return { files: rows.length, bytes };
}
