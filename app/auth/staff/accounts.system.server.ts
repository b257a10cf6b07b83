import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { readQuarantineState } from "../../core/database/copy/quarantine.server.ts";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { type Env, env, SettingError } from "../../core/process/env.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { AppError, Fault } from "../../core/values/errors.ts";
import { assertSeenVersions } from "../../records/seen.operations.server.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import { appendAccountLines } from "../account/account-rights-file.system.server.ts";
import { notifyOwner } from "../account/notices.operations.server.ts";
import { authAccounts, authSessions, authTwoFactors } from "../library/auth.table.server.ts";
import { deletePasskeys } from "../passkeys/passkeys.system.server.ts";
import { generatePassword, passwordWeakness } from "../passwords/new-password.server.ts";
import { hashPassword } from "../passwords/password-hash.server.ts";
import { writePassword } from "../passwords/passwords.system.server.ts";
import { PLACEHOLDER_ADDRESS } from "../passwords/passwords.ts";
import { deleteFactor } from "../second-factor/second-factors.system.server.ts";
import { forgetSessionsOf } from "../sessions/recent-sessions.server.ts";
import { revokeKnownDevices } from "../sign-in/known-devices.system.server.ts";
import {
  accountColumns,
  findAdministrator,
  hasOfficeAccess,
  lockAccounts,
} from "./administrators.operations.server.ts";

/** The advisory lock of making the first administrator. */
const FIRST_LOCK = 7_423_003;

export async function countAccounts(): Promise<number> {
  const [row] = await asSystem("accounts.count", (db) =>
    db.select({ accounts: count() }).from(profiles).limit(1),
  );
  return row?.accounts ?? 0;
}

export async function isActiveStaff(id: string): Promise<boolean> {
  const row = await asSystem("accounts.role", (db) =>
    db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, id), hasOfficeAccess)),
  );
  return row.length > 0;
}

type Administrator = { name: string; email: string; password: string };

/** Makes the first administrator, unless there is one, active or not; returns whether it did. */
async function createFirstAdministrator(account: Administrator): Promise<boolean> {
  if (await asSystem("accounts.first", hasAdministrator)) return false;
  // Hashing is slow on purpose, so it is done outside the transaction.
  const hash = await hashPassword(account.password);
  return asSystem("accounts.first", async (db) => {
    await db.execute(sql`select pg_advisory_xact_lock(${FIRST_LOCK})`);
    if (await hasAdministrator(db)) return false;
    // An account with this address lost its rights: only `npm run admin` gives them back.
    const known = eq(profiles.email, account.email.toLowerCase());
    if ((await db.select({ id: profiles.id }).from(profiles).where(known)).length > 0) {
      log.warn({}, "nobody administers the site: npm run admin -- reset");
      return false;
    }
    await upsertAdministrator(db, account, hash);
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
 * Makes an address an active administrator with this password, new or not. Its sessions, second factor, passkeys
 * and trusted devices end: the way back in for whoever holds the machine.
 */
export async function resetAdministrator(account: Administrator): Promise<void> {
  const hash = await hashPassword(account.password);
  const id = await asSystem("accounts.put", (db) => upsertAdministrator(db, account, hash));
  // In quarantine old revocations would be reapplied, and no job writes new rights to the file.
  if (!(await readQuarantineState())) return;
  const at = currentTime().toISOString();
  appendAccountLines(env().DATA_DIR, [{ id, at, active: true, rights: ["admin"] }]);
}

async function upsertAdministrator(
  db: SystemDb,
  { name, email }: Administrator,
  hash: string,
): Promise<string> {
  const active = { role: "admin", roles: [], is_active: true, email_verified: true };
  const [account] = await db
    .insert(profiles)
    .values({ name, email: email.toLowerCase(), ...active })
    .onConflictDoUpdate({
      target: profiles.email,
      set: { ...active, two_factor_enabled: false, updated_at: new Date() },
    })
    .returning(accountColumns);
  if (!account) throw new Fault("the account was not written");
  const { id } = account;
  await db.delete(authSessions).where(eq(authSessions.userId, id));
  await db.delete(authTwoFactors).where(eq(authTwoFactors.userId, id));
  await deletePasskeys(db, id);
  const hadOne = await writePassword(db, id, hash);
  await recordAccess(db, "put", account);
  if (hadOne) await notifyOwner(db, account, { kind: "reset-by-machine" });
  return id;
}

type AccountRow = Pick<
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

/** Deactivates an account. Returns whether it exists. */
export function disableAccount(email: string): Promise<boolean> {
  return asSystem("accounts.disable", async (db) => {
    const [account] = await db
      .update(profiles)
      .set({ is_active: false })
      .where(eq(profiles.email, email.toLowerCase()))
      .returning(accountColumns);
    if (!account) return false;
    await recordAccess(db, "disable", account);
    await notifyOwner(db, account, {
      kind: "deactivated",
      by: "La personne qui s’occupe du serveur",
    });
    return true;
  });
}

// What an administrator does to another account after a confirmation. The rights of staff do not suffice for it, so
// it runs as the system.

/**
 * Removes an account for good; its address is free again. Its name stays on what it wrote, approved or cancelled.
 * @throws AppError 'conflict' for oneself, and when `by` is no longer an administrator.
 */
export async function removeAccount(db: SystemDb, by: StaffAccount, id: string): Promise<void> {
  const account = await lockOther(db, by, id, "vous ne pouvez pas supprimer votre propre compte");
  await notifyOwner(db, account, { kind: "removed", by: by.name });
  await recordAccess(db, "remove", by, { about: account });
  await deleteFactor(db, id);
  await deletePasskeys(db, id);
  await db.delete(authAccounts).where(eq(authAccounts.userId, id));
  await db
    .update(profiles)
    .set({
      // The column is required, and no mail reaches this domain.
      email: `${id}@removed.invalid`,
      role: "user",
      roles: [],
      is_active: false,
      email_verified: false,
      two_factor_required: false,
      admission_asked_by: null,
      admission_from: null,
      removed_at: new Date(),
    })
    .where(eq(profiles.id, id));
}

/**
 * Removes the second factor and passkeys of somebody who lost them, and ends their sessions: the password alone
 * signs in, to set up another.
 * @throws AppError 'conflict' for oneself, and where there is none.
 */
export async function resetFactor(db: SystemDb, by: StaffAccount, id: string): Promise<void> {
  const own = "changez le vôtre dans « Mon compte »";
  const account = await lockOther(db, by, id, own);
  if (!account.two_factor_enabled) {
    throw new AppError("conflict", "ce compte n’a pas la validation en deux étapes");
  }
  await deleteFactor(db, id);
  await deletePasskeys(db, id);
  await db.delete(authSessions).where(eq(authSessions.userId, id));
  forgetSessionsOf(id);
  await revokeKnownDevices(db, id);
  await recordAccess(db, "second-factor-reset", by, { about: account });
  await notifyOwner(db, account, { kind: "factor-reset", by: by.name });
}

/**
 * Locks another account than one's own. All are locked with it, so of two administrators who remove each other
 * the second is refused, and one is always left.
 */
async function lockOther(db: SystemDb, by: StaffAccount, id: string, ifOwn: string) {
  if (id === by.id) throw new AppError("conflict", ifOwn);
  await lockAccounts(db);
  if (!(await findAdministrator(db, by.id)))
    throw new AppError("conflict", "votre compte n’est plus administrateur");
  const [account] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), isNull(profiles.removed_at)));
  if (!account) throw new AppError("not-found", "no such account");
  assertSeenVersions(db, [account]);
  return account;
}

const NAME = "Administrateur";

/** An account with its generated password, to be shown once. */
export type InitialPassword = { email: string; password: string };

/**
 * Makes an administrator if there is none, with the password of the settings or a generated one, which is
 * returned.
 */
export async function ensureAdministrator(
  settings: Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD">,
): Promise<InitialPassword | undefined> {
  const { ADMIN_EMAIL: email = PLACEHOLDER_ADDRESS, ADMIN_PASSWORD } = settings;
  const password = ADMIN_PASSWORD ?? generatePassword();
  const created = await createFirstAdministrator({ name: NAME, email, password });
  return created && !ADMIN_PASSWORD ? { email, password } : undefined;
}

/**
 * Checks the password of the settings before anything is opened with it.
 * @throws SettingError when it is one that would be tried first.
 */
export async function checkAdministratorSetting({
  ADMIN_EMAIL: email = PLACEHOLDER_ADDRESS,
  ADMIN_PASSWORD,
}: Pick<Env, "ADMIN_EMAIL" | "ADMIN_PASSWORD">): Promise<void> {
  if (ADMIN_PASSWORD && (await passwordWeakness(ADMIN_PASSWORD, { name: NAME, email }))) {
    throw new SettingError(
      "Réglage incorrect (wrong setting): ADMIN_PASSWORD est trop facile à deviner (is too easy to guess)",
    );
  }
}

/** What `npm run admin` does. */
export const adminCommands = {
  list: listAccounts,
  disable: disableAccount,
  /** Makes an address an administrator with a new password, which is returned. */
  async put(email: string, name: string): Promise<string> {
    const password = generatePassword();
    await resetAdministrator({ name, email, password });
    return password;
  },
};
