import { and, eq } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../core/database/doors.server.ts";
import { profiles } from "../core/profiles.table.server.ts";

export type Administrator = { id: string; name: string; email: string };

/** The accounts that administer the site now. */
export const administersNow = and(eq(profiles.role, "admin"), eq(profiles.is_active, true));

const administrator = { id: profiles.id, name: profiles.name, email: profiles.email };

/** An account, if it administers the site now: what the guard saw may be over. */
export async function findAdministrator(
  db: StaffDb | SystemDb,
  id: string,
): Promise<Administrator | undefined> {
  const [row] = await db
    .select(administrator)
    .from(profiles)
    .where(and(eq(profiles.id, id), administersNow));
  return row;
}

/** Everybody who administers the site now: whom to tell of what concerns all of it. */
export const listAdministrators = (db: StaffDb | SystemDb): Promise<Administrator[]> =>
  db.select(administrator).from(profiles).where(administersNow);
