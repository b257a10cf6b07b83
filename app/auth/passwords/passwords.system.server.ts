import { and, eq, ne } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import { passwordLink, validVerification } from "../account/links.system.server.ts";
import { notifyOwner } from "../account/notices.operations.server.ts";
import { authAccounts, authSessions, authVerifications } from "../library/auth.table.server.ts";
import { newSessionToken, sessionCookie } from "../sessions/cookies.server.ts";
import { forgetSessionsOf } from "../sessions/recent-sessions.server.ts";
import { deviceCookie } from "../sign-in/known-devices.system.server.ts";
import { accountColumns } from "../staff/administrators.operations.server.ts";
import { hashPassword, verifyPassword } from "./password-hash.server.ts";

/** How the library calls an account that proves itself with a password. */
const CREDENTIAL = "credential";

/** Whether this is the password of an account. */
export async function isPasswordOf(userId: string, password: string): Promise<boolean> {
  const [row] = await asSystem("account.password", (db) =>
    db
      .select({ hash: authAccounts.password })
      .from(authAccounts)
      .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, CREDENTIAL))),
  );
  // Hashing is slow on purpose, so it is done outside the transaction.
  return row?.hash ? verifyPassword({ hash: row.hash, password }) : false;
}

/**
 * Stores the hash of an account's password; returns whether it had one before. Triggers delete its links and
 * codes, and make its known devices unknown.
 */
export async function writePassword(db: SystemDb, userId: string, hash: string): Promise<boolean> {
  const rows = await db
    .update(authAccounts)
    .set({ password: hash, updatedAt: new Date() })
    .where(and(eq(authAccounts.userId, userId), eq(authAccounts.providerId, CREDENTIAL)))
    .returning({ id: authAccounts.id });
  if (rows.length > 0) return true;
  await db
    .insert(authAccounts)
    .values({ userId, accountId: userId, providerId: CREDENTIAL, password: hash });
  return false;
}

/**
 * Sets the password of a link's account, once; its sessions and other links end, its second factor stays.
 * Returns the cookie that makes the device known, or undefined when the link is no longer valid.
 */
export async function choosePassword(token: string, password: string): Promise<string | undefined> {
  const hash = await hashPassword(password);
  return asSystem("accounts.password", async (db) => {
    const [link] = await db
      .delete(authVerifications)
      .where(validVerification(passwordLink(token)))
      .returning({ userId: authVerifications.value });
    const account = link && (await findActiveAccount(db, link.userId));
    if (!account) return undefined;
    const hadOne = await writePassword(db, account.id, hash);
    await db.delete(authSessions).where(eq(authSessions.userId, account.id));
    forgetSessionsOf(account.id);
    await db.update(profiles).set({ email_verified: true }).where(eq(profiles.id, account.id));
    await recordAccess(db, "password", account);
    if (hadOne) await notifyOwner(db, account, { kind: "password-changed" });
    return deviceCookie(db, account);
  });
}

async function findActiveAccount(db: SystemDb, userId: string): Promise<StaffAccount | undefined> {
  const [account] = await db
    .select(accountColumns)
    .from(profiles)
    .where(and(eq(profiles.id, userId), eq(profiles.is_active, true)));
  return account;
}

/** Changes the password of a signed-in account: other devices are signed out, this one gets a new session token. */
export async function changePassword(
  db: SystemDb,
  account: StaffAccount,
  sessionId: string,
  hash: string,
): Promise<string[]> {
  const token = newSessionToken();
  await writePassword(db, account.id, hash);
  const own = eq(authSessions.userId, account.id);
  await db.delete(authSessions).where(and(own, ne(authSessions.id, sessionId)));
  forgetSessionsOf(account.id);
  await db
    .update(authSessions)
    .set({ token })
    .where(and(own, eq(authSessions.id, sessionId)));
  await recordAccess(db, "password", account);
  await notifyOwner(db, account, { kind: "password-changed" });
  return [sessionCookie(token), await deviceCookie(db, account)];
}
