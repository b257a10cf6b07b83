import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, sql } from "drizzle-orm";
import { asSystem, type StaffDb, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { authVerifications } from "../library/auth.table.server.ts";

// Links, codes and challenges stand in the table of the sign-in library, as it keeps them: under the
// hash of what identifies them, so that the database alone opens nothing. Their value is the account's
// id, or begins with it and a colon: the database ends them with the account.

/** An account, as far as a log or a mail names it. */
export type AccountName = { id: string; name: string; email: string };

/** What is kept of what identifies a link, a code or a challenge. */
export const keptAs = (identifier: string) =>
  createHash("sha256").update(identifier).digest("base64url");

/** The row behind an identifier, while it is valid. */
export const isValid = (identifier: string) =>
  and(
    eq(authVerifications.identifier, keptAs(identifier)),
    gt(authVerifications.expiresAt, new Date()),
  );

export const passwordLink = (token: string) => `reset-password:${token}`;

/** A secret for an address that is sent by mail. */
export const generateToken = () => randomBytes(24).toString("base64url");

/** A link that lets an account choose its password. */
export async function openPasswordLink(
  db: SystemDb | StaffDb,
  userId: string,
  expiresAt: Date,
): Promise<string> {
  const token = generateToken();
  const identifier = keptAs(passwordLink(token));
  await db.insert(authVerifications).values({ identifier, value: userId, expiresAt });
  return token;
}

/** Whose link this is, while it is valid and the account may enter. */
export const accountOfLink = (token: string) => accountBehind(passwordLink(token));

/** Who gave the right password and now owes a code: the library identifies the row by its cookie. */
export const accountOfChallenge = (challenge: string) => accountBehind(challenge);

async function accountBehind(identifier: string): Promise<AccountName | undefined> {
  const { id, name, email } = profiles;
  const [account] = await asSystem("accounts.link", (db) =>
    db
      .select({ id, name, email })
      .from(authVerifications)
      .innerJoin(profiles, eq(authVerifications.value, sql`${id}::text`))
      .where(and(isValid(identifier), eq(profiles.is_active, true))),
  );
  return account;
}
