import { asc, eq, sql } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { Fault } from "../core/values/errors.ts";
import { columnNames } from "../records/record-fields.ts";
import { type MembershipType, membershipTypeRecord } from "./types/membership-types.record.ts";
import { membershipTypes } from "./types/membership-types.table.server.ts";

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

/** Active membership types, the cheapest first. */
export function listMembershipTypes(db: VisitorDb): Promise<MembershipType[]> {
  return db
    .select(columnsOf(membershipTypes, ["id", "currency", ...columnNames(membershipTypeRecord)]))
    .from(membershipTypes)
    .where(eq(membershipTypes.is_active, true))
    .orderBy(asc(membershipTypes.price), asc(membershipTypes.id));
}
