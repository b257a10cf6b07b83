import { and, eq, gt, lte, or, type SQL, sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { type Permission, rolesWith } from "../../core/values/permissions.ts";

export type Administrator = { id: string; name: string; email: string };

/** The accounts that administer the site now. */
export const administersNow = and(eq(profiles.role, "admin"), eq(profiles.is_active, true));

/** The accounts that may enter the back office now, as `is_staff()` has it. */
export const entersNow = and(
  or(eq(profiles.role, "admin"), sql`${profiles.roles} <> '{}'`),
  eq(profiles.is_active, true),
);

/** The accounts that have a permission now: administrators are among them. */
export function holdsNow(permission: Permission): SQL {
  const roles = rolesWith(permission).map((role) => sql` or ${role} = any(${profiles.roles})`);
  return sql`(${profiles.is_active} and (${profiles.role} = 'admin'${sql.join(roles)}))`;
}

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

/** So long somebody who administered the site is told of what waits there for one person alone. */
const TOLD_FOR_MS = 7 * 86_400_000;

/**
 * Whom to tell of what one person could do alone: whoever administers the site, and whoever did within the last
 * week. Who shuts all others out decides nothing unseen.
 */
export async function listWarned(
  db: StaffDb | SystemDb,
  now = currentTime(),
): Promise<Administrator[]> {
  const { id, name, administered_email, administered_until } = profiles;
  const former = await db
    .select({ id, name, email: administered_email })
    .from(profiles)
    .where(gt(administered_until, new Date(now.getTime() - TOLD_FOR_MS)));
  return [
    ...(await listAdministrators(db)),
    ...former.flatMap((one) => (one.email ? [{ ...one, email: one.email }] : [])),
  ];
}

/** Forgets the addresses of those who are told no more. */
export async function forgetFormer(db: SystemDb, now: Date): Promise<void> {
  await db
    .update(profiles)
    .set({ administered_until: null, administered_email: null })
    .where(lte(profiles.administered_until, new Date(now.getTime() - TOLD_FOR_MS)));
}
