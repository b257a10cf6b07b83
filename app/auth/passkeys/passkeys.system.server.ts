import { createHash } from "node:crypto";
import { and, asc, count, eq, lt, ne } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { recordAccess } from "../account/access-log.system.server.ts";
import type { Place } from "../account/account.mail.ts";
import { type AccountName, keptAs } from "../account/links.system.server.ts";
import { tellOwner } from "../account/notices.operations.server.ts";
import { authSessions, authVerifications } from "../library/auth.table.server.ts";
import { relyingParty } from "./challenges.server.ts";
import { type KnownKey, MOST_PASSKEYS, type OwnPasskey } from "./passkey.ts";
import { authPasskeys } from "./passkeys.table.server.ts";
import type { Answered } from "./signatures.server.ts";

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
export function usableKeys(userId: string, host: string): Promise<KnownKey[]> {
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
function rowOf(challenge: string): string {
  const hex = createHash("sha256").update(challenge).digest("hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Remembers until a challenge ends that it was answered; tells whether this is the first time. No account
 * stands in the row: what ends the links of an account must not make an answer good again.
 */
export async function spendChallenge(
  db: SystemDb,
  { challenge, endsAt: expiresAt }: Answered,
): Promise<boolean> {
  const rows = await db
    .insert(authVerifications)
    .values({
      id: rowOf(challenge),
      identifier: keptAs(`passkey:${challenge}`),
      value: "passkey",
      expiresAt,
    })
    .onConflictDoNothing()
    .returning({ id: authVerifications.id });
  return rows.length > 0;
}

/** Writes down that a passkey signed once more; false when its count did not grow, as that of a copy. */
export async function countUse(db: SystemDb, id: string, counter: number): Promise<boolean> {
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
  answered: Answered,
  place: Place,
): Promise<true | undefined> {
  return asSystem("account.passkeys", async (db) => {
    // Of two that are added at once, the second sees the first.
    await db
      .select({ id: profiles.id })
      .from(profiles)
      .where(eq(profiles.id, account.id))
      .for("update");
    if (!(await spendChallenge(db, answered))) return undefined;
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
    await tellOwner(db, account, { kind: "passkey-added", called: key.name, place });
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
    await tellOwner(db, account, { kind: "passkey-renamed", from: row.name, to: name });
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
    await tellOwner(db, account, { kind: "passkey-removed", called: removed.name });
    return true;
  });
}

const endOtherConfirmations = (db: SystemDb, userId: string, sessionId: string) =>
  db
    .update(authSessions)
    .set({ confirmedAt: null })
    .where(and(eq(authSessions.userId, userId), ne(authSessions.id, sessionId)));

/** Takes all passkeys of an account away, without a word: whoever does it says what happened. */
export async function forgetPasskeys(db: SystemDb, userId: string): Promise<void> {
  await db.delete(authPasskeys).where(ofAccount(userId));
}
