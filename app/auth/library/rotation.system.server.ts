import { and, eq, like, not, or } from "drizzle-orm";
import { asSystem } from "../../core/database/doors/doors.server.ts";
import { log } from "../../core/log/log.server.ts";
import { sessionPrefix } from "../sessions/cookies.server.ts";
import { authSessions, authTwoFactors } from "./auth.table.server.ts";
import { currentEnvelope, decrypt, encrypt } from "./auth-secrets.server.ts";

/**
 * Follows a change of the secret, at each start: what the old one encrypted is encrypted anew, so that it can be
 * discarded, and the sessions that it signed are deleted.
 */
export async function reencryptWithCurrentSecret(): Promise<void> {
  const { id, userId, secret, backupCodes } = authTwoFactors;
  const isCurrent = (column: typeof secret | typeof backupCodes) =>
    like(column, `${currentEnvelope()}%`);
  const outdated = await asSystem("auth.rotation", async (db) => {
    await db.delete(authSessions).where(not(like(authSessions.token, `${sessionPrefix()}%`)));
    return db
      .select({ id, userId, secret, backupCodes })
      .from(authTwoFactors)
      .where(or(not(isCurrent(secret)), not(isCurrent(backupCodes))));
  });
  for (const row of outdated) {
    const anew = await encryptAnew(row);
    if (!anew) continue;
    // A recovery code used meanwhile has written the row with the current key already.
    const unchanged = and(eq(secret, row.secret), eq(backupCodes, row.backupCodes));
    await asSystem("auth.rotation", (db) =>
      db
        .update(authTwoFactors)
        .set(anew)
        .where(and(eq(id, row.id), unchanged)),
    );
  }
}

type Encrypted = { secret: string; backupCodes: string };

async function encryptAnew({ secret, backupCodes }: Encrypted): Promise<Encrypted | undefined> {
  try {
    return {
      secret: await encrypt(await decrypt(secret)),
      backupCodes: await encrypt(await decrypt(backupCodes)),
    };
  } catch {
    log.warn({}, "a second factor cannot be read: the secret that encrypted it is gone");
    return undefined;
  }
}
