import { createHash, randomBytes } from "node:crypto";
import { hashPassword } from "better-auth/crypto";
import { and, asc, count, eq, gt, sql } from "drizzle-orm";
import { auditLog } from "../admin/audit.table.server.ts";
import { asSystem, type StaffDb, type SystemDb } from "../platform/database/doors.server.ts";
import { Fault } from "../platform/errors.ts";
import { newId } from "../platform/id.server.ts";
import {
  authAccounts,
  authSessions,
  authTwoFactors,
  authVerifications,
} from "./auth.table.server.ts";
import { profiles } from "./profiles.table.server.ts";

/** One number for every process that makes the first administrator; any constant will do. */
const FIRST_LOCK = 7_423_003;

/** Reads how many accounts there are: whether signing in can work at all. */
export async function countAccounts(): Promise<number> {
  const [row] = await asSystem("accounts.count", (db) =>
    db.select({ accounts: count() }).from(profiles).limit(1),
  );
  return row?.accounts ?? 0;
}

const isAdministrator = eq(profiles.role, "admin");

/** Whether an account may enter the back office now. */
export async function isActiveAdministrator(id: string): Promise<boolean> {
  const found = await asSystem("accounts.role", (db) =>
    db
      .select({ id: profiles.id })
      .from(profiles)
      .where(and(eq(profiles.id, id), isAdministrator, eq(profiles.is_active, true))),
  );
  return found.length > 0;
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
    await put(db, account, hash);
    return true;
  });
}

async function hasAdministrator(db: SystemDb): Promise<boolean> {
  const [one] = await db.select({ id: profiles.id }).from(profiles).where(isAdministrator).limit(1);
  return one !== undefined;
}

/**
 * Makes an account an active administrator with this password, whether it was there or not. Its
 * sessions, its second factor and its trusted devices end: the way back in for who holds the machine.
 */
export async function putAdministrator(account: Administrator): Promise<void> {
  const hash = await hashPassword(account.password);
  await asSystem("accounts.put", (db) => put(db, account, hash));
}

async function put(db: SystemDb, { name, email }: Administrator, hash: string): Promise<void> {
  const active = { role: "admin", is_active: true, email_verified: true };
  const [account] = await db
    .insert(profiles)
    .values({ name, email: email.toLowerCase(), ...active })
    .onConflictDoUpdate({
      target: profiles.email,
      set: { ...active, two_factor_enabled: false, updated_at: new Date() },
    })
    .returning({ id: profiles.id, email: profiles.email });
  if (!account) throw new Fault("the account was not written");
  const { id } = account;
  await db.delete(authSessions).where(eq(authSessions.userId, id));
  await db.delete(authTwoFactors).where(eq(authTwoFactors.userId, id));
  await db.delete(authVerifications).where(eq(authVerifications.value, id));
  await db.delete(authAccounts).where(eq(authAccounts.userId, id));
  await db
    .insert(authAccounts)
    .values({ userId: id, accountId: id, providerId: "credential", password: hash });
  await recordAccess(db, "put", account);
}

export type AccountRow = Pick<
  typeof profiles.$inferSelect,
  "id" | "name" | "email" | "role" | "is_active" | "two_factor_enabled" | "created_at"
>;

/** Every account, the oldest first. */
export function listAccounts(): Promise<AccountRow[]> {
  const { id, name, email, role, is_active, two_factor_enabled, created_at } = profiles;
  return asSystem("accounts.list", (db) =>
    db
      .select({ id, name, email, role, is_active, two_factor_enabled, created_at })
      .from(profiles)
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
      .returning({ id: profiles.id, email: profiles.email });
    if (account) await recordAccess(db, "disable", account);
    return account !== undefined;
  });
}

type Who = { id: string; email: string };

/** Writes an event of signing in, or of an account, into the log of changes. */
export async function recordAccess(db: SystemDb, event: string, who: Who): Promise<void> {
  await db.insert(auditLog).values({
    staff_id: who.id,
    staff_name: who.email,
    action: `profiles.${event}`,
    entity: "profiles",
    entity_id: who.id,
    label: who.email,
  });
}

/**
 * Writes down that an account was tried in vain. An address that nobody has leaves no trace, so that
 * the log cannot be filled from outside, and takes the same statement, so that nobody can tell.
 */
export async function recordRefusal(email: string): Promise<void> {
  const { id } = profiles;
  await asSystem("accounts.refused", (db) =>
    db.execute(sql`insert into ${auditLog} (id, staff_name, action, entity, entity_id, label)
      select ${newId()}::uuid, '?', 'profiles.refused', 'profiles', ${id}::text, ${profiles.email}
      from ${profiles} where ${eq(profiles.email, email)}`),
  );
}

/** Writes down that somebody had the password of an account, and not its second factor. */
export async function recordRefusedCode(challenge: string): Promise<void> {
  await asSystem("accounts.refused", async (db) => {
    const [account] = await accountBehind(db, challenge);
    if (account) await recordAccess(db, "refused-code", account);
  });
}

/** What the library keeps of a link or a challenge: with the database alone, nobody can use it. */
const kept = (identifier: string) => createHash("sha256").update(identifier).digest("base64url");

const linkIdentifier = (token: string) => `reset-password:${token}`;

function accountBehind(db: SystemDb, identifier: string): Promise<Who[]> {
  return db
    .select({ id: profiles.id, email: profiles.email })
    .from(authVerifications)
    .innerJoin(profiles, eq(authVerifications.value, sql`${profiles.id}::text`))
    .where(
      and(
        eq(authVerifications.identifier, kept(identifier)),
        gt(authVerifications.expiresAt, new Date()),
      ),
    );
}

/** A link that lets an account choose its password, as the library expects it. */
export async function openPasswordLink(
  db: SystemDb | StaffDb,
  userId: string,
  expiresAt: Date,
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await db
    .insert(authVerifications)
    .values({ identifier: kept(linkIdentifier(token)), value: userId, expiresAt });
  return token;
}

/** Whose link this is, while it is valid. */
export async function accountOfLink(token: string): Promise<Who | undefined> {
  const [account] = await asSystem("accounts.link", (db) =>
    accountBehind(db, linkIdentifier(token)),
  );
  return account;
}

/**
 * Notes that an account has a new password, by its owner or by a link, whose holder reads its mail:
 * other links and trusted devices are of no use any more.
 */
export async function passwordChanged({ id, email }: Who): Promise<void> {
  await asSystem("accounts.password", async (db) => {
    await db.update(profiles).set({ email_verified: true }).where(eq(profiles.id, id));
    await db.delete(authVerifications).where(eq(authVerifications.value, id));
    await recordAccess(db, "password", { id, email });
  });
}
