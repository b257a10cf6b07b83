import { gt, inArray, lte, or, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { DAY } from "../../values/durations.ts";
import type { StaffDb, SystemDb } from "./doors.server.ts";

/** No lease and no pause between two tries is nearly so long. */
const FARTHEST_MS = 3 * DAY;

/**
 * Whether the moment of a row has come. One that is days ahead was written while the clock was wrong: waiting for it
 * could take years.
 */
export const isDueBy = (moment: PgColumn, now: Date): SQL | undefined =>
  or(lte(moment, now), gt(moment, new Date(now.getTime() + FARTHEST_MS)));

type Claim<T extends PgTable> = {
  /** Which rows are due. */
  where: SQL | undefined;
  orderBy?: (SQL | PgColumn)[];
  limit: number;
  /** Makes them due no more for as long as the work may take; then they are, when this process died. */
  lease: PgUpdateSetSource<T>;
};

/** Takes rows that are due for this process: the others skip them. Their order is not that of `orderBy`. */
export async function claimDue<T extends PgTable & { id: PgColumn }>(
  db: SystemDb | StaffDb,
  table: T,
  { where, orderBy = [], limit, lease }: Claim<T>,
): Promise<T["$inferSelect"][]> {
  const due = db
    .select({ id: table.id })
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await db.update(table).set(lease).where(inArray(table.id, due)).returning();
  return rows as T["$inferSelect"][];
}
