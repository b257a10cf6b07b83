import { asc, eq } from "drizzle-orm";
import type { VisitorDb } from "../platform/database/doors.server.ts";
import { membershipTypes } from "./membership-types.table.server.ts";
import type { MembershipType } from "./membership-types.ts";

/** Active membership types, the cheapest first. */
export function listMembershipTypes(db: VisitorDb): Promise<MembershipType[]> {
  return db
    .select()
    .from(membershipTypes)
    .where(eq(membershipTypes.is_active, true))
    .orderBy(asc(membershipTypes.price), asc(membershipTypes.id));
}
