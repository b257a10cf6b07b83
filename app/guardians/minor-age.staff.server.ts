import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { findSetting } from "../settings/settings.staff.server.ts";
import { withDefaults } from "../settings/settings.ts";

/** Until which age somebody is a minor, by what is stored at this moment. */
export async function findMinorAge(db: StaffDb): Promise<number> {
  const row = await findSetting(db, "minors");
  return withDefaults({ minors: row?.setting_value }).minors.age;
}
