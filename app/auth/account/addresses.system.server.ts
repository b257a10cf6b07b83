import { and, eq, sql } from "drizzle-orm";
import { asSystem, type SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { queueMail } from "../../mail/outbox.visitor.server.ts";
import { authVerifications } from "../library/auth.table.server.ts";
import { recordAccess } from "./access-log.system.server.ts";
import { addressChangeMail } from "./account.mail.ts";
import { type AccountName, generateToken, isValid, keptAs } from "./links.system.server.ts";
import { tellOwner } from "./notices.operations.server.ts";

const HOUR_MS = 3_600_000;

const addressLink = (token: string) => `change-address:${token}`;

/** Whether an account has this address. */
export async function isAddressTaken(email: string): Promise<boolean> {
  const [account] = await asSystem("account.address", (db) =>
    db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email)),
  );
  return account !== undefined;
}

/** Sends the link with which an account takes another address, to that address. */
export async function openAddressLink(
  db: SystemDb,
  { id, name }: AccountName,
  email: string,
): Promise<void> {
  const token = generateToken();
  await db.insert(authVerifications).values({
    identifier: keptAs(addressLink(token)),
    value: `${id}:${email}`,
    expiresAt: new Date(Date.now() + HOUR_MS),
  });
  await queueMail(db, addressChangeMail({ recipient: email, name, token }));
}

/** Which address a link is for, while it is of use. */
export async function addressOfLink(token: string): Promise<string | undefined> {
  const [link] = await asSystem("account.address", (db) =>
    db
      .select({ value: authVerifications.value })
      .from(authVerifications)
      .where(isValid(addressLink(token))),
  );
  return link && addressIn(link.value);
}

const addressIn = (value: string) => value.slice(value.indexOf(":") + 1);

/**
 * Gives an account the address that its link was sent to, once; both addresses are told. The database
 * ends what was sent to the old one. Returns whether the link was of use.
 * @throws a unique violation when another account took the address meanwhile.
 */
export function confirmAddress(token: string): Promise<boolean> {
  return asSystem("account.address", async (db) => {
    const [link] = await db
      .delete(authVerifications)
      .where(isValid(addressLink(token)))
      .returning({ value: authVerifications.value });
    if (!link) return false;
    const { id, name, email } = profiles;
    const owner = and(
      eq(sql`${id}::text`, link.value.split(":", 1)[0]),
      eq(profiles.is_active, true),
    );
    const [before] = await db.select({ id, name, email }).from(profiles).where(owner);
    if (!before) return false;
    const after = { ...before, email: addressIn(link.value) };
    await db.update(profiles).set({ email: after.email, email_verified: true }).where(owner);
    const change = { before: { email: before.email }, after: { email: after.email } };
    await recordAccess(db, "email", after, change);
    const event = { kind: "address-changed", from: before.email, to: after.email } as const;
    await tellOwner(db, before, event);
    await tellOwner(db, after, event);
    return true;
  });
}
