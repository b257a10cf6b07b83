import { createHash } from "node:crypto";
import type { BetterAuthPlugin } from "better-auth";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { and, asc, count, eq, lt, ne } from "drizzle-orm";
import * as z from "zod";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { AppError } from "../../core/values/errors.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import type { ClientDescription } from "../account/account.mail.ts";
import { hashIdentifier } from "../account/links.system.server.ts";
import { notifyOwner } from "../account/notices.operations.server.ts";
import { authPasskeys, authSessions, authVerifications } from "../library/auth.table.server.ts";
import { accountColumns } from "../staff/administrators.operations.server.ts";
import { type CredentialId, MOST_PASSKEYS, type OwnPasskey } from "./passkey.ts";
import {
  type Assertion,
  holderIn,
  type PasskeyUse,
  readAssertion,
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

/** The passkeys that work at this host. */
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
  const [row] = await asSystem("account.passkeys", (db) =>
    db
      .select({ key: authPasskeys, account: accountColumns })
      .from(authPasskeys)
      .innerJoin(profiles, eq(authPasskeys.userId, profiles.id))
      .where(eq(authPasskeys.credentialId, credentialId)),
  );
  return row;
}

/** An id derived from the challenge, so the primary key accepts it once. */
function challengeRowId(challenge: string): string {
  const hex = createHash("sha256").update(challenge).digest("hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Stores that a challenge was answered until it expires; false if it was before. The row names no account, since
 * the triggers that delete an account's rows would make the answer valid again.
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

/** Stores the counter of a use; false when it did not grow, which means a copied passkey. */
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
  account: StaffAccount,
  key: NewKey,
  answered: VerifiedChallenge,
  client: ClientDescription,
): Promise<true | undefined> {
  return asSystem("account.passkeys", async (db) => {
    // Two passkeys added at the same moment are counted one after the other.
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
    if (added.length === 0)
      throw new AppError("conflict", "cette clé d’accès est déjà enregistrée");
    await recordAccess(db, "passkey-add", account, { after: { passkey: key.name } });
    await notifyOwner(db, account, { kind: "passkey-added", called: key.name, client });
    return true;
  });
}

/** Gives a passkey another name; tells whether the account has it. */
export function renamePasskey(account: StaffAccount, id: string, name: string): Promise<boolean> {
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
 * Removes a passkey; returns whether the account had it. Confirmations in the account's other sessions end,
 * since this passkey may have given them.
 */
export function removePasskey(
  account: StaffAccount,
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

/** Deletes all passkeys of an account; log and mail are the caller's. */
export async function deletePasskeys(db: SystemDb, userId: string): Promise<void> {
  await db.delete(authPasskeys).where(ofAccount(userId));
}

/** WebAuthn's user handle of an account: the bytes of its id. */
export const userHandle = (userId: string) =>
  Buffer.from(userId.replaceAll("-", ""), "hex").toString("base64url");

/**
 * Accepts an assertion once, and does the work in the same transaction. Undefined when it is refused: an unknown
 * or another account's passkey, another challenge, or one answered before. A counter that did not grow means a
 * copied passkey: it is refused, logged and mailed.
 * @param owner The account it must belong to, where that is known.
 */
export async function acceptPasskey<T>(
  use: PasskeyUse,
  signed: Assertion,
  work: (db: SystemDb, account: StaffAccount) => Promise<T>,
  owner?: string,
): Promise<{ result: T } | undefined> {
  const party = relyingParty();
  const found = party && (await findPasskey(signed.id));
  if (!found || found.key.host !== party.host) return undefined;
  const { key, account } = found;
  if (owner !== undefined && account.id !== owner) return undefined;
  // Before a sign-in the device names the account, which must be the owner of the passkey.
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

/** Where the sign-in library is asked with a passkey. */
export const PASSKEY_PATH = "/passkey/sign-in";

/** The code of a refusal, whatever was wrong. */
export const PASSKEY_REFUSED = "PASSKEY_REFUSED";

const refusal = () => new APIError("UNAUTHORIZED", { code: PASSKEY_REFUSED });

/**
 * Signing in with a passkey, as a part of the sign-in library: its session, its cookie, its limits of a
 * network, and whatever it asks before it gives a session to an account. A passkey that recognised its owner is
 * password and second factor in one.
 */
export const passkeys = () =>
  ({
    id: "passkeys",
    endpoints: {
      signInWithPasskey: createAuthEndpoint(
        PASSKEY_PATH,
        { method: "POST", body: z.object({ passkey: z.string() }), requireHeaders: true },
        async (ctx) => {
          const signed = readAssertion(ctx.body.passkey);
          const holder = holderIn(ctx);
          if (!signed || !holder) throw refusal();
          const accepted = await acceptPasskey(
            { purpose: "sign-in", holder },
            signed,
            async (_db, { id }) => id,
          );
          const { internalAdapter } = ctx.context;
          const user = accepted && (await internalAdapter.findUserById(accepted.result));
          if (!user) throw refusal();
          if (!user.emailVerified) throw new APIError("FORBIDDEN", { code: "EMAIL_NOT_VERIFIED" });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ user });
        },
      ),
    },
  }) satisfies BetterAuthPlugin;
