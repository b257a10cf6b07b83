import { sql } from "drizzle-orm";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { Fault } from "../core/values/errors.ts";

/** What the public pages say of the community in figures. */
export type Statistics = { players: number; clubs: number; partners: number };

/** Shown when the counts cannot be read. */
export const DEFAULT_STATISTICS: Statistics = { players: 200, clubs: 15, partners: 8 };

/** Active players, clubs and partners, counted by the database: a visitor never sees a member. */
export async function countCommunity(db: VisitorDb): Promise<Statistics> {
  const rows = await rowsOf<Statistics>(
    db,
    sql`select players::int, clubs::int, partners::int from community_statistics()`,
  );
  const [counted] = rows;
  if (!counted) throw new Fault("community_statistics() gave no row");
  return counted;
}
