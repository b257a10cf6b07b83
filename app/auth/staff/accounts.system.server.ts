import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { readQuarantineState } from "../../core/database/copy/quarantine.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { env } from "../../core/process/env.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { Fault } from "../../core/values/errors.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import { appendAccounts } from "../account/account-lines.server.ts";
import { tellOwner } from "../account/notices.operations.server.ts";
import { authSessions, authTwoFactors } from "../library/auth.table.server.ts";
import { forgetPasskeys } from "../passkeys/passkeys.system.server.ts";
import { hashPassword } from "../passwords/password-hash.server.ts";
import { writePassword } from "../passwords/passwords.system.server.ts";
import { entersNow } from "./administrators.operations.server.ts";

/** One number for every process that makes the first administrator; any constant will do. */
const FIRST_LOCK = 7_423_003;

/** Reads how many accounts there are: whether signing in can work at all. */
export async function countAccounts(): Promise<number> {
  const [row] = await asSystem("accounts.count", (db) =>
    db.select({ accounts: count() }).from(profiles).limit(1),
  );
  return row?.accounts ?? 0;
}

/** Whether an account may enter the back office now. */
export async function isActiveStaff(id: string): Promise<boolean> {
  const row = await asSystem("accounts.role", (db) =>
    db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, id), entersNow)),
  );
  return row.length > 0;
}

type Administrator = { name: string; email: string; password: string };

/**
 * Makes the first administrator, unless there is one, active or not; tells whether it did. However
 * many processes start at once, one of them does.
 */
export async function createFirstAdministrator(account: Administrator): Promise<boolean> {
  if (await asSystem("accounts.first", hasAdministrator)) return false;
  // Hashing is slow on purpose, so it is done outside the door.
  const hash = await hashPassword(account.password);
  return asSystem("accounts.first", async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${FIRST_LOCK})`);
    if (await hasAdministrator(db)) return false;
    // Somebody has the address whose rights were taken away: only who holds the machine gives them back, by name.
    const known = eq(profiles.email, account.email.toLowerCase());
    if ((await db.select({ id: profiles.id }).from(profiles).where(known)).length > 0) {
      log.warn({}, "nobody administers the site: npm run admin -- reset");
      return false;
    }
    await put(db, account, hash);
    return true;
  });
}

async function hasAdministrator(db: SystemDb): Promise<boolean> {
  const [one] = await db
    .select({ id: profiles.id })
    .from(profiles)
    .where(eq(profiles.role, "admin"))
    .limit(1);
  return one !== undefined;
}

/**
 * Makes an account an active administrator with this password, whether it was there or not. Its
 * sessions, its second factor, its passkeys and its trusted devices end: the way back in for who holds the machine.
 */
export async function putAdministrator(account: Administrator): Promise<void> {
  const hash = await hashPassword(account.password);
  const id = await asSystem("accounts.put", (db) => put(db, account, hash));
  // On a site at rest what was cut before would be cut again, and no job writes down what is given.
  if (!(await readQuarantineState())) return;
  const at = currentTime().toISOString();
  appendAccounts(env().DATA_DIR, [{ id, at, active: true, rights: ["admin"] }]);
}

async function put(db: SystemDb, { name, email }: Administrator, hash: string): Promise<string> {
  const active = { role: "admin", roles: [], is_active: true, email_verified: true };
  const [account] = await db
    .insert(profiles)
    .values({ name, email: email.toLowerCase(), ...active })
    .onConflictDoUpdate({
      target: profiles.email,
      set: { ...active, two_factor_enabled: false, updated_at: new Date() },
    })
    .returning({ id: profiles.id, name: profiles.name, email: profiles.email });
  if (!account) throw new Fault("the account was not written");
  const { id } = account;
  await db.delete(authSessions).where(eq(authSessions.userId, id));
  await db.delete(authTwoFactors).where(eq(authTwoFactors.userId, id));
  await forgetPasskeys(db, id);
  const hadOne = await writePassword(db, id, hash);
  await recordAccess(db, "put", account);
  if (hadOne) await tellOwner(db, account, { kind: "reset-by-machine" });
  return id;
}

export type AccountRow = Pick<
  typeof profiles.$inferSelect,
  "id" | "name" | "email" | "role" | "roles" | "is_active" | "two_factor_enabled" | "created_at"
>;

/** Every account, the oldest first. */
export function listAccounts(): Promise<AccountRow[]> {
  const { id, name, email, role, roles, is_active, two_factor_enabled, created_at } = profiles;
  return asSystem("accounts.list", (db) =>
    db
      .select({ id, name, email, role, roles, is_active, two_factor_enabled, created_at })
      .from(profiles)
      .where(isNull(profiles.removed_at))
      .orderBy(asc(created_at), asc(id)),
  );
}

/** Makes an account useless at once. Returns whether there is such an account. */
export function disableAccount(email: string): Promise<boolean> {
  return asSystem("accounts.disable", async (db) => {
    const [account] = await db
      .update(profiles)
      .set({ is_active: false })
      .where(eq(profiles.email, email.toLowerCase()))
      .returning({ id: profiles.id, name: profiles.name, email: profiles.email });
    if (!account) return false;
    await recordAccess(db, "disable", account);
    await tellOwner(db, account, { kind: "deactivated", by: "Une personne qui tient le serveur" });
    return true;
  });
}
