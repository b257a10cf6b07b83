import { asc, eq } from "drizzle-orm";
import type { VisitorDb } from "../platform/database/doors.server.ts";
import { leadershipTeam } from "./leadership.table.server.ts";
import type { Leader } from "./leadership.ts";

/** Active leaders in their order. */
export function listLeaders(db: VisitorDb): Promise<Leader[]> {
  return db
    .select()
    .from(leadershipTeam)
    .where(eq(leadershipTeam.is_active, true))
    .orderBy(asc(leadershipTeam.order), asc(leadershipTeam.id));
}
