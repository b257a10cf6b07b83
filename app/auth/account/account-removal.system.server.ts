import { and, eq, isNull } from "drizzle-orm";
import type { SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { needSeen } from "../../records/seen.operations.server.ts";
import { authAccounts, authSessions } from "../library/auth.table.server.ts";
import { forgetPasskeys } from "../passkeys/passkeys.system.server.ts";
import { forgetFactor } from "../second-factor/second-factors.system.server.ts";
import { forgetDevices } from "../sign-in/known-devices.system.server.ts";
import { findAdministrator } from "../staff/administrators.operations.server.ts";
import { recordAccess } from "./access-log.system.server.ts";
import { lockAccounts } from "./account-lock.operations.server.ts";
import type { AccountName } from "./links.system.server.ts";
import { tellOwner } from "./notices.operations.server.ts";

// What an administrator does to somebody else's account and must prove themselves for: it runs in the
// transaction that spends their code, so not behind the door of staff.

/**
 * Removes an account for good: it opens nothing any more, and its address is free. Its name stays where
 * it wrote, approved or cancelled something.
 * @throws AppError 'conflict' for oneself, and for who is no administrator any more.
 */
export async function removeAccount(db: SystemDb, by: AccountName, id: string): Promise<void> {
  const account = await lockOther(db, by, id, "vous ne pouvez pas supprimer votre propre compte");
  await tellOwner(db, account, { kind: "removed", by: by.name });
  await recordAccess(db, "remove", by, { about: account });
  await forgetFactor(db, id);
  await forgetPasskeys(db, id);
  await db.delete(authAccounts).where(eq(authAccounts.userId, id));
  await db
    .update(profiles)
    .set({
      // An address must stand there, and nobody's mail ends in this.
      email: `${id}@removed.invalid`,
      role: "user",
      roles: [],
      is_active: false,
      email_verified: false,
      two_factor_required: false,
      admission_asked_by: null,
      admission_from: null,
      removed_at: new Date(),
    })
    .where(eq(profiles.id, id));
}

/**
 * Takes the second factor of somebody who lost it away with their passkeys, and ends their sessions: with the password alone
 * they come in and set up another.
 * @throws AppError 'conflict' for oneself, and where there is none.
 */
export async function resetFactor(db: SystemDb, by: AccountName, id: string): Promise<void> {
  const own = "changez le vôtre dans « Mon compte »";
  const account = await lockOther(db, by, id, own);
  if (!account.two_factor_enabled) {
    throw new AppError("conflict", "ce compte n’a pas de second facteur");
  }
  await forgetFactor(db, id);
  await forgetPasskeys(db, id);
  await db.delete(authSessions).where(eq(authSessions.userId, id));
  await forgetDevices(db, id);
  await recordAccess(db, "second-factor-reset", by, { about: account });
  await tellOwner(db, account, { kind: "factor-reset", by: by.name });
}

/**
 * Another account than one's own. All are locked with it, so that two administrators cannot remove each
 * other at once: the second one finds that they are none any more, and one is always left.
 */
async function lockOther(db: SystemDb, by: AccountName, id: string, ifOwn: string) {
  if (id === by.id) throw new AppError("conflict", ifOwn);
  await lockAccounts(db);
  if (!(await findAdministrator(db, by.id)))
    throw new AppError("conflict", "votre compte n’est plus administrateur");
  const [account] = await db
    .select()
    .from(profiles)
    .where(and(eq(profiles.id, id), isNull(profiles.removed_at)));
  if (!account) throw new AppError("not-found", "no such account");
  needSeen(db, [account]);
  return account;
}
