import { randomInt } from "node:crypto";
import { createOTP } from "@better-auth/utils/otp";
import { and, eq, isNull, lt, or } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import { signInCodeMail } from "../account/account.mail.ts";
import { hashIdentifier, validVerification } from "../account/links.system.server.ts";
import { notifyOwner } from "../account/notices.operations.server.ts";
import { authTwoFactors, authVerifications } from "../library/auth.table.server.ts";
import { decrypt, encrypt } from "../library/auth-secrets.server.ts";
import { generateRecoveryCodes } from "../passwords/new-password.server.ts";
import { CODE_MINUTES, requiresSecondFactor } from "./second-factor.ts";

/** How an account proves itself beside its password. */
export type Factor = {
  on: boolean;
  required: boolean;
  /** Whether codes come from an authenticator; by mail otherwise. */
  authenticator: boolean;
};

/** The second factor of an account. */
export async function readFactor(userId: string): Promise<Factor> {
  const [row] = await asSystem("account.factor", (db) =>
    db
      .select({
        on: profiles.two_factor_enabled,
        roles: profiles.roles,
        two_factor_required: profiles.two_factor_required,
        verified: authTwoFactors.verified,
      })
      .from(profiles)
      .leftJoin(authTwoFactors, eq(authTwoFactors.userId, profiles.id))
      .where(eq(profiles.id, userId)),
  );
  if (!row) return { on: false, required: false, authenticator: false };
  const { on, verified } = row;
  return { on, required: requiresSecondFactor(row), authenticator: on && verified === true };
}

const STEP_MS = 30_000;

/** The time step of a code: the current one, the one before or the one after. */
async function stepOf(encryptedSecret: string, code: string): Promise<number | undefined> {
  const { hotp } = createOTP(await decrypt(encryptedSecret));
  const now = Math.floor(Date.now() / STEP_MS);
  for (const step of [now, now - 1, now + 1]) {
    if ((await hotp(step)) === code) return step;
  }
  return undefined;
}

/**
 * Accepts a code of an account's authenticator once, and no older one afterwards. Of several requests with
 * the same code, in any number of processes, the statement lets one through. `spent`: right, but used.
 */
export async function consumeAuthenticatorCode(
  db: SystemDb,
  userId: string,
  code: string,
): Promise<"accepted" | "spent" | "wrong"> {
  const own = eq(authTwoFactors.userId, userId);
  const [row] = await db.select({ secret: authTwoFactors.secret }).from(authTwoFactors).where(own);
  const step = row && (await stepOf(row.secret, code));
  if (step === undefined) return "wrong";
  const { lastStep } = authTwoFactors;
  const claimed = await db
    .update(authTwoFactors)
    .set({ lastStep: step })
    .where(and(own, or(isNull(lastStep), lt(lastStep, step))))
    .returning({ id: authTwoFactors.id });
  return claimed.length > 0 ? "accepted" : "spent";
}

/** The recovery codes of an account that are left. */
export async function readRecoveryCodes(db: SystemDb, userId: string): Promise<string[]> {
  const [row] = await db
    .select({ codes: authTwoFactors.backupCodes })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, userId))
    .for("update");
  return row ? (JSON.parse(await decrypt(row.codes)) as string[]) : [];
}

async function writeRecoveryCodes(db: SystemDb, userId: string, codes: readonly string[]) {
  const backupCodes = await encrypt(JSON.stringify(codes));
  await db.update(authTwoFactors).set({ backupCodes }).where(eq(authTwoFactors.userId, userId));
}

async function consumeRecoveryCode(db: SystemDb, userId: string, code: string): Promise<boolean> {
  const codes = await readRecoveryCodes(db, userId);
  const remaining = codes.filter((one) => one !== code);
  if (remaining.length === codes.length) return false;
  await writeRecoveryCodes(db, userId, remaining);
  return true;
}

export const isSixDigits = (code: string) => /^\d{6}$/.test(code);

/** Accepts a code of the second factor, or a recovery code, once. */
async function consumeCode(db: SystemDb, userId: string, code: string): Promise<boolean> {
  if (!isSixDigits(code)) return consumeRecoveryCode(db, userId, code);
  const [row] = await db
    .select({ verified: authTwoFactors.verified })
    .from(authTwoFactors)
    .where(eq(authTwoFactors.userId, userId));
  if (!row?.verified) return consumeMailCode(db, userId, code);
  return (await consumeAuthenticatorCode(db, userId, code)) === "accepted";
}

/**
 * Uses a code up and does the work that it allows, in one transaction. Without a second factor no code is
 * needed. Undefined for a wrong code.
 */
export function withCode<T>(
  account: StaffAccount,
  { on }: Factor,
  code: string,
  work: (db: SystemDb) => Promise<T>,
): Promise<T | undefined> {
  return asSystem("account.factor", async (db) =>
    !on || (await consumeCode(db, account.id, code)) ? work(db) : undefined,
  );
}

/** Ends the set-up with its first code; returns the recovery codes, or undefined for a wrong code. */
export function enableFactor(
  account: StaffAccount,
  by: "authenticator" | "mail",
  code: string,
): Promise<string[] | undefined> {
  return asSystem("account.factor", async (db) => {
    const good =
      by === "mail"
        ? await consumeMailCode(db, account.id, code)
        : (await consumeAuthenticatorCode(db, account.id, code)) === "accepted";
    if (!good) return undefined;
    const codes = await readRecoveryCodes(db, account.id);
    const own = eq(authTwoFactors.userId, account.id);
    await db
      .update(authTwoFactors)
      .set({ verified: by === "authenticator", failedVerificationCount: 0, lockedUntil: null })
      .where(own);
    await setFactorEnabled(db, account.id, true);
    await recordAccess(db, "second-factor-on", account);
    await notifyOwner(db, account, { kind: "factor-on", by });
    return codes;
  });
}

const setFactorEnabled = (db: SystemDb, userId: string, on: boolean) =>
  db.update(profiles).set({ two_factor_enabled: on }).where(eq(profiles.id, userId));

/** Removes the second factor of an account, and its trusted devices. */
export async function removeFactor(db: SystemDb, account: StaffAccount): Promise<void> {
  await deleteFactor(db, account.id);
  await recordAccess(db, "second-factor-off", account);
  await notifyOwner(db, account, { kind: "factor-off" });
}

/** The same without log and mail, which are the caller's. */
export async function deleteFactor(db: SystemDb, userId: string): Promise<void> {
  await db.delete(authTwoFactors).where(eq(authTwoFactors.userId, userId));
  await db.delete(authVerifications).where(eq(authVerifications.value, userId));
  await setFactorEnabled(db, userId, false);
}

/** Replaces the recovery codes of an account. */
export async function replaceRecoveryCodes(db: SystemDb, account: StaffAccount): Promise<string[]> {
  const codes = generateRecoveryCodes();
  await writeRecoveryCodes(db, account.id, codes);
  await recordAccess(db, "recovery-codes", account);
  await notifyOwner(db, account, { kind: "recovery-codes-made" });
  return codes;
}

/** Resets the count of wrong codes after a right one. */
export async function resetCodeAttempts(userId: string): Promise<void> {
  await asSystem("account.code", (db) =>
    db
      .update(authTwoFactors)
      .set({ failedVerificationCount: 0, lockedUntil: null })
      .where(eq(authTwoFactors.userId, userId)),
  );
}

const identifierOf = (userId: string) => `account-code:${userId}`;

/** What is stored of a code: a keyed hash after the account's id, by which triggers delete it. */
const storedCode = (userId: string, code: string) =>
  `${userId}:${keyring().seal("mail-code", `${userId}:${code}`)}`;

/** Mails a new code to an account that is signed in; the previous one ends. */
export async function sendMailCode({ id, name, email }: StaffAccount): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const identifier = hashIdentifier(identifierOf(id));
  const expiresAt = new Date(Date.now() + CODE_MINUTES * MINUTE);
  const mail = signInCodeMail({ recipient: email, name, code });
  await asSystem("account.code", async (db) => {
    await db.delete(authVerifications).where(eq(authVerifications.identifier, identifier));
    await db
      .insert(authVerifications)
      .values({ identifier, value: storedCode(id, code), expiresAt });
    await queueMail(db, mail);
  });
}

/** Accepts the latest mailed code, once. */
async function consumeMailCode(db: SystemDb, userId: string, code: string): Promise<boolean> {
  const right = eq(authVerifications.value, storedCode(userId, code));
  const consumed = await db
    .delete(authVerifications)
    .where(and(validVerification(identifierOf(userId)), right))
    .returning({ id: authVerifications.id });
  return consumed.length > 0;
}
