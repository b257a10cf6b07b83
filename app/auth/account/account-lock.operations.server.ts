import type { StaffDb, SystemDb } from "../../core/database/doors/doors.server.ts";
import { profiles } from "../../core/profiles.table.server.ts";
import { AppError } from "../../core/values/errors.ts";
import { lockRow } from "../../records/records.staff.server.ts";

/** Locks all accounts, so that two administrators cannot shut each other out at the same moment. */
export async function lockAccounts(db: StaffDb | SystemDb): Promise<void> {
  await db.select({ id: profiles.id }).from(profiles).orderBy(profiles.id).for("update");
}

/** Reads one account, with all of them locked. */
export async function lockAccount(db: StaffDb, id: string) {
  await lockAccounts(db);
  const account = (await lockRow(db, profiles, id)) as typeof profiles.$inferSelect;
  if (account.removed_at) throw new AppError("not-found", "the account was removed");
  return account;
}
