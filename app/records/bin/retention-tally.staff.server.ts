import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { retentionTally } from "./retention-tally.table.server.ts";

export type Removals = Readonly<Partial<Record<string, { removed: number; removed_at: Date }>>>;

/** What each rule took away until now. */
export async function readRemovals(db: StaffDb): Promise<Removals> {
  const rows = await db.select().from(retentionTally);
  return Object.fromEntries(
    rows.map(({ rule, removed, removed_at }) => [rule, { removed, removed_at }]),
  );
}
