import { asc, eq } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { type Partner, PUBLIC_COLUMNS } from "./partners.record.ts";
import { partners } from "./partners.table.server.ts";

/** Active partners, the oldest partnership first. Visitors may read these columns only. */
export function listPartners(db: VisitorDb): Promise<Partner[]> {
  return db
    .select(columnsOf(partners, PUBLIC_COLUMNS))
    .from(partners)
    .where(eq(partners.status, "active"))
    .orderBy(asc(partners.created_at), asc(partners.id));
}
