import { asc, eq } from "drizzle-orm";
import { columnsOf } from "../../core/database/doors/columns.server.ts";
import type { VisitorDb } from "../../core/database/doors/doors.server.ts";
import { membershipTypes } from "./membership-types.table.server.ts";
import type { MembershipType } from "./membership-types.ts";

const type = columnsOf(membershipTypes, [
  "id",
  "name",
  "name_en",
  "description",
  "description_en",
  "price",
  "currency",
  "period",
  "period_en",
  "features",
  "features_en",
  "member_type",
  "is_active",
]);

/** Active membership types, the cheapest first. */
export function listMembershipTypes(db: VisitorDb): Promise<MembershipType[]> {
  return db
    .select(type)
    .from(membershipTypes)
    .where(eq(membershipTypes.is_active, true))
    .orderBy(asc(membershipTypes.price), asc(membershipTypes.id));
}
