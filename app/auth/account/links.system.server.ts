import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { asSystem, type StaffDb, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import type { StaffAccount } from "../../core/staff-context.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { authVerifications } from "../library/auth.table.server.ts";
import { accountColumns } from "../staff/administrators.operations.server.ts";
import { recordAccess } from "./access-log.system.server.ts";
import { addressChangeMail } from "./account.mail.ts";
import { notifyOwner } from "./notices.operations.server.ts";

// Links, codes and challenges are rows of the sign-in library's table, under the hash of their identifier, so a
// copy of the database is of no use. The value begins with the account's id, by which triggers delete them.

/** What is stored of the identifier of a link, a code or a challenge. */
export const hashIdentifier = (identifier: string) =>
  createHash("sha256").update(identifier).digest("base64url");

/** The row behind an identifier, while it is valid. */
export const validVerification = (identifier: string) =>
  and(
    eq(authVerifications.identifier, hashIdentifier(identifier)),
    gt(authVerifications.expiresAt, new Date()),
  );

export const passwordLink = (token: string) => `reset-password:${token}`;

const generateToken = () => randomBytes(24).toString("base64url");

/** A link that lets an account choose its password. */
export async function createPasswordLink(
  db: SystemDb | StaffDb,
  userId: string,
  expiresAt: Date,
): Promise<string> {
  const token = generateToken();
  const identifier = hashIdentifier(passwordLink(token));
  await db.insert(authVerifications).values({ identifier, value: userId, expiresAt });
  return token;
}

/** The account of a link, while the link is valid and the account active. */
export const accountOfLink = (token: string) => accountBehind(passwordLink(token));

/** The account that gave the right password and has to give a code, by the challenge in its cookie. */
export const accountOfChallenge = (challenge: string) => accountBehind(challenge);

async function accountBehind(identifier: string): Promise<StaffAccount | undefined> {
  const [account] = await asSystem("accounts.link", (db) =>
    db
      .select(accountColumns)
      .from(authVerifications)
      .innerJoin(profiles, eq(authVerifications.value, sql`${profiles.id}::text`))
      .where(and(validVerification(identifier), eq(profiles.is_active, true))),
  );
  return account;
}

const HOUR_MS = 3_600_000;

const addressLink = (token: string) => `change-address:${token}`;

/** Whether an account has this address. */
export async function isAddressTaken(email: string): Promise<boolean> {
  const [account] = await asSystem("account.address", (db) =>
    db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email)),
  );
  return account !== undefined;
}

/** Mails the link that changes an account's address to the new address. */
export async function createAddressLink(
  db: SystemDb,
  { id, name }: StaffAccount,
  email: string,
): Promise<void> {
  const token = generateToken();
  await db.insert(authVerifications).values({
    identifier: hashIdentifier(addressLink(token)),
    value: `${id}:${email}`,
    expiresAt: new Date(Date.now() + HOUR_MS),
  });
  await queueMail(db, addressChangeMail({ recipient: email, name, token }));
}

/** The new address of a link, while it is valid. */
export async function addressOfLink(token: string): Promise<string | undefined> {
  const [link] = await asSystem("account.address", (db) =>
    db
      .select({ value: authVerifications.value })
      .from(authVerifications)
      .where(validVerification(addressLink(token))),
  );
  return link && addressIn(link.value);
}

const addressIn = (value: string) => value.slice(value.indexOf(":") + 1);

/**
 * Gives an account the address that its link was sent to, once, and notifies both addresses. Triggers delete
 * the links sent to the old one. Returns whether the link was valid.
 * @throws a unique violation when another account has the address by now.
 */
export function confirmAddress(token: string): Promise<boolean> {
  return asSystem("account.address", async (db) => {
    const [link] = await db
      .delete(authVerifications)
      .where(validVerification(addressLink(token)))
      .returning({ value: authVerifications.value });
    if (!link) return false;
    const owner = and(
      eq(sql`${profiles.id}::text`, link.value.split(":", 1)[0]),
      eq(profiles.is_active, true),
    );
    const [before] = await db.select(accountColumns).from(profiles).where(owner);
    if (!before) return false;
    const after = { ...before, email: addressIn(link.value) };
    await db.update(profiles).set({ email: after.email, email_verified: true }).where(owner);
    const change = { before: { email: before.email }, after: { email: after.email } };
    await recordAccess(db, "email", after, change);
    const event = { kind: "address-changed", from: before.email, to: after.email } as const;
    await notifyOwner(db, before, event);
    await notifyOwner(db, after, event);
    return true;
  });
}
