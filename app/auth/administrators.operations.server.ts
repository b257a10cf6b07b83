import { and, eq } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../core/database/doors.server.ts";
import { profiles } from "../core/profiles.table.server.ts";

export type Administrator = { id: string; name: string; email: string };

/** The accounts that administer the site now. */
export const administersNow = and(eq(profiles.role, "admin"), eq(profiles.is_active, true));

/** Everybody who administers the site now: whom to tell of what concerns all of it. */
export const listAdministrators = (db: StaffDb | SystemDb): Promise<Administrator[]> =>
  db
    .select({ id: profiles.id, name: profiles.name, email: profiles.email })
    .from(profiles)
    .where(administersNow);
