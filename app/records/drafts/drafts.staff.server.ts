import { and, eq, lt, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { rowsOf } from "../../core/database/doors/rows.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { newId } from "../../core/secrets/id.server.ts";
import { drafts } from "./drafts.table.server.ts";
import type { DraftState, DraftTarget, StoredDraft } from "./drafts.ts";

const ownDraft = (db: StaffDb, { entity, record }: DraftTarget) =>
  and(eq(drafts.account_id, db.staffId), eq(drafts.entity, entity), eq(drafts.record, record));

/** The account's own draft of a text, and who else is writing it at this moment. */
export async function readDraft(db: StaffDb, of: DraftTarget): Promise<DraftState> {
  const [row] = await db.select().from(drafts).where(ownDraft(db, of));
  const rows = await rowsOf<{ name: string }>(
    db,
    sql`select name from other_writers(${of.entity}, ${of.record}) as name`,
  );
  const others = rows.map(({ name }) => name);
  if (!row) return { others };
  const { values, version, sequence, saved_at } = row;
  return { draft: { values, version, sequence, at: saved_at.getTime() }, others };
}

/**
 * Stores a draft in place of an earlier one. Returns the stored sequence, which is higher than that of `draft` when a
 * later draft of the same account is already stored, and stays.
 */
export async function saveDraft(
  db: StaffDb,
  of: DraftTarget,
  { values, version, sequence }: Omit<StoredDraft, "at">,
): Promise<number> {
  const stored = { values, version, sequence, saved_at: currentTime() };
  const [written] = await db
    .insert(drafts)
    .values({ id: newId(), account_id: db.staffId, ...of, ...stored })
    .onConflictDoUpdate({
      target: [drafts.account_id, drafts.entity, drafts.record],
      set: stored,
      setWhere: lt(drafts.sequence, sequence),
    })
    .returning({ sequence: drafts.sequence });
  if (written) return written.sequence;
  const [later] = await db
    .select({ sequence: drafts.sequence })
    .from(drafts)
    .where(ownDraft(db, of));
  return later?.sequence ?? sequence;
}

/** Deletes the account's own draft of a text, after it was saved or discarded. */
export async function deleteDraft(db: StaffDb, of: DraftTarget): Promise<void> {
  await db.delete(drafts).where(ownDraft(db, of));
}
