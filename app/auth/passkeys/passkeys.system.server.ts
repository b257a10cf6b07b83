import { createHash } from "node:crypto";
import { and, asc, count, eq, lt, ne } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import type { Place } from "../account/account-notice.mail.ts";
import { type AccountName, hashIdentifier } from "../account/links.system.server.ts";
import { notifyOwner } from "../account/notices.operations.server.ts";
import { authPasskeys, authSessions, authVerifications } from "../library/auth.table.server.ts";
import { type CredentialId, MOST_PASSKEYS, type OwnPasskey } from "./passkey.ts";
import {
  type Assertion,
  type PasskeyUse,
  relyingParty,
  type VerifiedChallenge,
  verifyAssertion,
} from "./webauthn.server.ts";

const ofAccount = (userId: string) => eq(authPasskeys.userId, userId);

/** The passkeys of an account, the oldest first. */
export async function listPasskeys(userId: string): Promise<OwnPasskey[]> {
  const { id, name, createdAt, lastUsedAt, host } = authPasskeys;
  const rows = await asSystem("account.passkeys", (db) =>
    db
      .select({ id, name, createdAt, lastUsedAt, host })
      .from(authPasskeys)
      .where(ofAccount(userId))
      .orderBy(asc(createdAt), asc(id)),
  );
  const here = relyingParty()?.host;
  return rows.map(({ host: madeFor, ...key }) =>
    madeFor === here ? key : { ...key, otherHost: madeFor },
  );
}

/** Those that open something at this address of the site. */
export function usableKeys(userId: string, host: string): Promise<CredentialId[]> {
  const { credentialId: id, transports } = authPasskeys;
  return asSystem("account.passkeys", (db) =>
    db
      .select({ id, transports })
      .from(authPasskeys)
      .where(and(ofAccount(userId), eq(authPasskeys.host, host))),
  );
}

/** A passkey with the account that it belongs to. */
export async function findPasskey(credentialId: string) {
  const account = { id: profiles.id, name: profiles.name, email: profiles.email };
  const [row] = await asSystem("account.passkeys", (db) =>
    db
      .select({ key: authPasskeys, account })
      .from(authPasskeys)
      .innerJoin(profiles, eq(authPasskeys.userId, profiles.id))
      .where(eq(authPasskeys.credentialId, credentialId)),
  );
  return row;
}

/** One number for each challenge, so that the table itself lets nobody in with it twice. */
function challengeRowId(challenge: string): string {
  const hex = createHash("sha256").update(challenge).digest("hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Remembers until a challenge ends that it was answered; tells whether this is the first time. No account
 * stands in the row: what ends the links of an account must not make an answer good again.
 */
async function markChallengeUsed(
  db: SystemDb,
  { challenge, endsAt: expiresAt }: VerifiedChallenge,
): Promise<boolean> {
  const rows = await db
    .insert(authVerifications)
    .values({
      id: challengeRowId(challenge),
      identifier: hashIdentifier(`passkey:${challenge}`),
      value: "passkey",
      expiresAt,
    })
    .onConflictDoNothing()
    .returning({ id: authVerifications.id });
  return rows.length > 0;
}

/** Writes down that a passkey signed once more; false when its count did not grow, as that of a copy. */
async function recordUse(db: SystemDb, id: string, counter: number): Promise<boolean> {
  const grows = counter === 0 ? eq(authPasskeys.counter, 0) : lt(authPasskeys.counter, counter);
  const rows = await db
    .update(authPasskeys)
    .set({ counter, lastUsedAt: new Date() })
    .where(and(eq(authPasskeys.id, id), grows))
    .returning({ id: authPasskeys.id });
  return rows.length > 0;
}

type NewKey = Omit<typeof authPasskeys.$inferInsert, "id" | "userId" | "createdAt" | "lastUsedAt">;

/**
 * Adds a passkey to an account, once for each challenge. Undefined when the challenge was answered before.
 * @throws AppError 'conflict' when there is such a passkey, or there are too many.
 */
export function addPasskey(
  account: AccountName,
  key: NewKey,
  answered: VerifiedChallenge,
  place: Place,
): Promise<true | undefined> {
  return asSystem("account.passkeys", async (db) => {
    // Of two that are added at once, the second sees the first.
    await db
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, account.id))
      .for("update");
    if (!(await markChallengeUsed(db, answered))) return undefined;
    const [row] = await db
      .select({ keys: count() })
      .from(authPasskeys)
      .where(ofAccount(account.id));
    if ((row?.keys ?? 0) >= MOST_PASSKEYS) {
      throw new AppError("conflict", `un compte a ${MOST_PASSKEYS} clés d’accès au plus`);
    }
    const added = await db
      .insert(authPasskeys)
      .values({ ...key, userId: account.id })
      .onConflictDoNothing()
      .returning({ id: authPasskeys.id });
    if (added.length === 0) throw new AppError("conflict", "cette clé d’accès est déjà là");
    await recordAccess(db, "passkey-add", account, { after: { passkey: key.name } });
    await notifyOwner(db, account, { kind: "passkey-added", called: key.name, place });
    return true;
  });
}

/** Gives a passkey another name; tells whether the account has it. */
export function renamePasskey(account: AccountName, id: string, name: string): Promise<boolean> {
  return asSystem("account.passkeys", async (db) => {
    const own = and(eq(authPasskeys.id, id), ofAccount(account.id));
    const [row] = await db.select().from(authPasskeys).where(own).for("update");
    if (!row) return false;
    if (row.name === name) return true;
    await db.update(authPasskeys).set({ name }).where(own);
    await recordAccess(db, "passkey-rename", account, {
      before: { passkey: row.name },
      after: { passkey: name },
    });
    await notifyOwner(db, account, { kind: "passkey-renamed", from: row.name, to: name });
    return true;
  });
}

/**
 * Takes a passkey away; tells whether the account had it. What was proved in the account's sessions ends,
 * since it may have been proved by this one, but for the session from which it is taken away.
 */
export function removePasskey(
  account: AccountName,
  sessionId: string,
  id: string,
): Promise<boolean> {
  return asSystem("account.passkeys", async (db) => {
    const [removed] = await db
      .delete(authPasskeys)
      .where(and(eq(authPasskeys.id, id), ofAccount(account.id)))
      .returning({ name: authPasskeys.name });
    if (!removed) return false;
    await endOtherConfirmations(db, account.id, sessionId);
    await recordAccess(db, "passkey-remove", account, { before: { passkey: removed.name } });
    await notifyOwner(db, account, { kind: "passkey-removed", called: removed.name });
    return true;
  });
}

const endOtherConfirmations = (db: SystemDb, userId: string, sessionId: string) =>
  db
    .update(authSessions)
    .set({ confirmedAt: null })
    .where(and(eq(authSessions.userId, userId), ne(authSessions.id, sessionId)));

/** Takes all passkeys of an account away, without a word: whoever does it says what happened. */
export async function deletePasskeys(db: SystemDb, userId: string): Promise<void> {
  await db.delete(authPasskeys).where(ofAccount(userId));
}

/** How an account is named to a device: by the bytes of its id, which tell nobody who it is. */
export const userHandle = (userId: string) =>
  Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

/**
 * Accepts what a passkey signed, once, and does what it was asked for in the same transaction. Undefined when
 * it is refused: it is nobody's, another account's, answers another question, or the question was answered
 * before. A passkey whose count went back is refused, and its owner told: there are two of it.
 * @param owner Whose passkey it must be, where that is known.
 */
export async function acceptPasskey<T>(
  use: PasskeyUse,
  signed: Assertion,
  work: (db: SystemDb, account: AccountName) => Promise<T>,
  owner?: string,
): Promise<{ result: T } | undefined> {
  const party = relyingParty();
  const found = party && (await findPasskey(signed.id));
  if (!found || found.key.host !== party.host) return undefined;
  const { key, account } = found;
  if (owner !== undefined && account.id !== owner) return undefined;
  // Who has not said who they are is named by the device, which must name the owner of the passkey.
  if ((signed.userHandle ?? (owner && userHandle(owner))) !== userHandle(account.id))
    return undefined;
  const answered = await verifyAssertion(party, use, key, signed);
  if (!answered) return undefined;
  return asSystem("account.passkeys", async (db) => {
    if (!(await markChallengeUsed(db, answered))) return undefined;
    if (!(await recordUse(db, key.id, answered.counter))) {
      await recordAccess(db, "copied-passkey", account, { after: { passkey: key.name } });
      await notifyOwner(db, account, { kind: "passkey-copied", called: key.name });
      return undefined;
    }
    return { result: await work(db, account) };
  });
}
