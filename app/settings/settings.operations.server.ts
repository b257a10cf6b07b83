import { eq } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { createRecord, EditConflict, updateRecord } from "../records/records.staff.server.ts";
import { siteSettings } from "./settings.table.server.ts";
import { SETTING_LABELS, type SiteSettings } from "./settings.ts";

export type StoredSetting = typeof siteSettings.$inferSelect;

export async function findSetting(
  db: StaffDb,
  key: keyof SiteSettings,
): Promise<StoredSetting | undefined> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.setting_key, key));
  return row;
}

/**
 * Writes a setting. One that a new version of the site brought is not there before its first change.
 * @throws EditConflict when somebody else wrote it since `version`.
 */
export async function writeSetting<Key extends keyof SiteSettings>(
  db: StaffDb,
  key: Key,
  setting_value: SiteSettings[Key],
  version?: string,
): Promise<void> {
  const row = await findSetting(db, key);
  const label = SETTING_LABELS[key];
  if (row && version === undefined) throw new EditConflict(row);
  if (row) return updateRecord(db, siteSettings, row.id, { setting_value }, { label, version });
  await createRecord(db, siteSettings, { setting_key: key, setting_value, is_public: true }, label);
}
