import { asc, eq } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { VisitorDb } from "../../core/database/doors/doors.server.ts";
import { columnNames } from "../../records/record-fields.ts";
import { type MembershipType, membershipTypeRecord } from "./membership-types.record.ts";
import { membershipTypes } from "./membership-types.table.server.ts";

/** Active membership types, the cheapest first. */
export function listMembershipTypes(db: VisitorDb): Promise<MembershipType[]> {
  return db
    .select(columnsOf(membershipTypes, ["id", "currency", ...columnNames(membershipTypeRecord)]))
    .from(membershipTypes)
    .where(eq(membershipTypes.is_active, true))
    .orderBy(asc(membershipTypes.price), asc(membershipTypes.id));
}
