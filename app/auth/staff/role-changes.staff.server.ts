import { and, count, ne } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { roleWords } from "../../core/values/roles.ts";
import { nameOfStaff } from "../../records/history/audit.staff.server.ts";
import { updateRecord } from "../../records/records.staff.server.ts";
import { lockAccount } from "../account/account-lock.operations.server.ts";
import { tellOwner } from "../account/notices.operations.server.ts";
import { administersNow } from "./administrators.operations.server.ts";
import { tellAdministrators } from "./admission-notices.operations.server.ts";
import { loneWait } from "./four-eyes.operations.server.ts";
import type { Wish } from "./invitations.staff.server.ts";
import { ADMINISTRATOR, type ChosenRoles } from "./staff-roles.ts";

/** What became of a choice: done at once, or waiting until somebody else agrees. */
export type RoleChange = { email: string; wish?: Wish };

/**
 * Gives an account other roles, from its next request on. To administer the site it waits for another person,
 * as whoever comes in does, and keeps what it has until then.
 * @throws AppError 'conflict' for oneself, for who is out or waits, and for the last administrator.
 */
export async function changeRoles(
  db: StaffDb,
  id: string,
  chosen: ChosenRoles,
  now = currentTime(),
): Promise<RoleChange> {
  const account = await lockAccount(db, id);
  const { email, name } = account;
  if (id === db.staffId) throw new AppError("conflict", "vous ne changez pas vos propres rôles");
  if (account.admission_asked_by) throw new AppError("conflict", "ce compte attend une décision");
  if (!account.is_active) throw new AppError("conflict", "ce compte est désactivé");
  if (chosen.role === "admin") {
    if (account.role === "admin") return { email };
    const from = await loneWait(db, db.staffId, now);
    const wish = { admission_asked_by: db.staffId, admission_from: from };
    await updateRecord(db, profiles, id, wish, { label: email, action: "ask-administrator" });
    await tellAdministrators(db, { name, email, ...ADMINISTRATOR }, from);
    return { email, wish: { email, from } };
  }
  if (account.role === "admin") await needOtherAdministrator(db, id);
  await updateRecord(db, profiles, id, chosen, { label: email, action: "roles" });
  const is = { role: account.role, roles: [...account.roles].sort().join() };
  if (is.role !== chosen.role || is.roles !== [...chosen.roles].sort().join()) {
    const by = await nameOfStaff(db);
    await tellOwner(db, account, { kind: "roles-changed", by, roles: roleWords(chosen) });
  }
  return { email };
}

/** Whoever asks may have been demoted while they waited for the lock. */
async function needOtherAdministrator(db: StaffDb, id: string): Promise<void> {
  const [others] = await db
    .select({ activeAdmins: count() })
    .from(profiles)
    .where(and(administersNow, ne(profiles.id, id)));
  if (!others?.activeAdmins) throw new AppError("conflict", "c’est le dernier administrateur");
}
