import { and, eq, gt, lte, or, type SQL, sql } from "drizzle-orm";
import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { type Permission, rolesWith } from "../../core/values/permissions.ts";

export type Administrator = { id: string; name: string; email: string };

/** The active administrators. */
export const isAdministrator = and(eq(profiles.role, "admin"), eq(profiles.is_active, true));

/** The accounts that may enter the back office, as `is_staff()` in the database. */
export const hasOfficeAccess = and(
  or(eq(profiles.role, "admin"), sql`${profiles.roles} <> '{}'`),
  eq(profiles.is_active, true),
);

/** The active accounts with a permission; administrators have all. */
export function hasPermission(permission: Permission): SQL {
  const roles = rolesWith(permission).map((role) => sql` or ${role} = any(${profiles.roles})`);
  return sql`(${profiles.is_active} and (${profiles.role} = 'admin'${sql.join(roles)}))`;
}

/** What logs and mails name of an account. */
export const accountColumns = { id: profiles.id, name: profiles.name, email: profiles.email };

/** An account, if it is an active administrator still: the guard's answer may be out of date. */
export async function findAdministrator(
  db: StaffDb | SystemDb,
  id: string,
): Promise<Administrator | undefined> {
  const [row] = await db
    .select(accountColumns)
    .from(profiles)
    .where(and(eq(profiles.id, id), isAdministrator));
  return row;
}

export const listAdministrators = (db: StaffDb | SystemDb): Promise<Administrator[]> =>
  db.select(accountColumns).from(profiles).where(isAdministrator);

/** How long former administrators are alerted too. */
const ALERTED_AFTER_MS = 7 * 86_400_000;

/**
 * Whom to alert of what one person could do alone: administrators, and those of the last week. So nobody removes
 * the others first and acts unseen.
 */
export async function listAlertedAdministrators(
  db: StaffDb | SystemDb,
  now = currentTime(),
): Promise<Administrator[]> {
  const { id, name, administered_email, administered_until } = profiles;
  const former = await db
    .select({ id, name, email: administered_email })
    .from(profiles)
    .where(gt(administered_until, new Date(now.getTime() - ALERTED_AFTER_MS)));
  return [
    ...(await listAdministrators(db)),
    ...former.flatMap((one) => (one.email ? [{ ...one, email: one.email }] : [])),
  ];
}

/** Forgets the addresses of former administrators after that time. */
export async function forgetFormerAdministrators(db: SystemDb, now: Date): Promise<void> {
  await db
    .update(profiles)
    .set({ administered_until: null, administered_email: null })
    .where(lte(profiles.administered_until, new Date(now.getTime() - ALERTED_AFTER_MS)));
}

/** Locks all accounts, so that two administrators cannot remove each other at the same moment. */
export async function lockAccounts(db: StaffDb | SystemDb): Promise<void> {
  await db.select({ id: profiles.id }).from(profiles).orderBy(profiles.id).for("update");
}
