import { asc, eq } from "drizzle-orm";
import type { VisitorDb } from "../core/database/doors/doors.server.ts";
import { partners } from "./partners.table.server.ts";
import type { Partner } from "./partners.ts";

/** Active partners, the oldest partnership first. Visitors may read these columns only. */
export function listPartners(db: VisitorDb): Promise<Partner[]> {
  return db
    .select({
      id: partners.id,
      name: partners.name,
      description: partners.description,
      description_en: partners.description_en,
      logo_url: partners.logo_url,
      website: partners.website,
      partnership_type: partners.partnership_type,
      status: partners.status,
    })
    .from(partners)
    .where(eq(partners.status, "active"))
    .orderBy(asc(partners.created_at), asc(partners.id));
}
