import { asc, eq } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { leadershipTeam } from "./leadership.table.server.ts";
import type { Leader } from "./leadership.ts";

const leader = columnsOf(leadershipTeam, [
  "id",
  "name",
  "position",
  "position_en",
  "bio",
  "bio_en",
  "image_url",
  "order",
  "is_active",
]);

/** Active leaders in their order. */
export function listLeaders(db: VisitorDb): Promise<Leader[]> {
  return db
    .select(leader)
    .from(leadershipTeam)
    .where(eq(leadershipTeam.is_active, true))
    .orderBy(asc(leadershipTeam.order), asc(leadershipTeam.id));
}
