import { randomInt } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { keyring } from "../../core/secrets/keys.server.ts";
import { MINUTE } from "../../core/values/durations.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { type AccountName, isValid, keptAs } from "../account/links.system.server.ts";
import { authVerifications } from "../library/auth.table.server.ts";
import { CODE_MINUTES } from "../second-factor/second-factor.ts";
import { signInCodeMail } from "./sign-in-code.mail.ts";

const identifierOf = (userId: string) => `account-code:${userId}`;

/** What is kept of a code. It begins with the account, so that it ends with it; nobody reads the code. */
const keptCode = (userId: string, code: string) =>
  `${userId}:${keyring().seal("mail-code", `${userId}:${code}`)}`;

/** Sends an account that is signed in a code, in place of the last one. */
export async function sendMailCode({ id, name, email }: AccountName): Promise<void> {
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const identifier = keptAs(identifierOf(id));
  const expiresAt = new Date(Date.now() + CODE_MINUTES * MINUTE);
  const mail = signInCodeMail({ recipient: email, name, code });
  await asSystem("account.code", async (db) => {
    await db.delete(authVerifications).where(eq(authVerifications.identifier, identifier));
    await db.insert(authVerifications).values({ identifier, value: keptCode(id, code), expiresAt });
    await queueMail(db, mail);
  });
}

/** Accepts the code that was sent last, once. */
export async function takeMailCode(db: SystemDb, userId: string, code: string): Promise<boolean> {
  const right = eq(authVerifications.value, keptCode(userId, code));
  const consumed = await db
    .delete(authVerifications)
    .where(and(isValid(identifierOf(userId)), right))
    .returning({ id: authVerifications.id });
  return consumed.length > 0;
}
