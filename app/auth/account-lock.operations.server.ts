import type { StaffDb, SystemDb } from "../core/database/doors.server.ts";
import { profiles } from "../core/profiles.table.server.ts";

/** Locks all accounts, so that two administrators cannot shut each other out at the same moment. */
export async function lockAccounts(db: StaffDb | SystemDb): Promise<void> {
  await db.select({ id: profiles.id }).from(profiles).orderBy(profiles.id).for("update");
}
