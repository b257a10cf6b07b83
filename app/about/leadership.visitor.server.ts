import { asc, eq } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { columnNames } from "../records/record-fields.ts";
import { type Leader, leaderRecord } from "./leadership.record.ts";
import { leadershipTeam } from "./leadership.table.server.ts";

/** Active leaders in their order. */
export function listLeaders(db: VisitorDb): Promise<Leader[]> {
  return db
    .select(columnsOf(leadershipTeam, ["id", "order", ...columnNames(leaderRecord)]))
    .from(leadershipTeam)
    .where(eq(leadershipTeam.is_active, true))
    .orderBy(asc(leadershipTeam.order), asc(leadershipTeam.id));
}
