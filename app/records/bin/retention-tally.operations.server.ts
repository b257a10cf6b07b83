import { sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import type { RetentionRule } from "../../core/values/retention.ts";
import { retentionTally } from "./retention-tally.table.server.ts";

/** Counts the rows that a retention rule deleted, in the transaction that deletes them. */
export async function countRemoval(
  db: SystemDb,
  rule: RetentionRule,
  removed: number,
): Promise<void> {
  if (removed === 0) return;
  const removed_at = currentTime();
  await db
    .insert(retentionTally)
    .values({ rule, removed, removed_at })
    .onConflictDoUpdate({
      target: retentionTally.rule,
      set: { removed: sql`${retentionTally.removed} + excluded.removed`, removed_at },
    });
}

export type Removals = Readonly<Partial<Record<string, { removed: number; removed_at: Date }>>>;

/** How many rows each rule has deleted so far. */
export async function readRemovals(db: StaffDb): Promise<Removals> {
  const rows = await db.select().from(retentionTally);
  return Object.fromEntries(
    rows.map(({ rule, removed, removed_at }) => [rule, { removed, removed_at }]),
  );
}
