import { asc } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { writeSetting } from "./settings.operations.server.ts";
import type { MoneySetting } from "./settings.record.ts";
import { siteSettings } from "./settings.table.server.ts";
import { type SiteSettings, withDefaults } from "./settings.ts";

/** The settings of the public site, each absent one with its default. */
export async function listSettings(db: StaffDb): Promise<SiteSettings> {
  const rows = await db.select().from(siteSettings).orderBy(asc(siteSettings.setting_type));
  const stored = Object.fromEntries(
    rows.map(({ setting_key, setting_value }) => [setting_key, setting_value]),
  );
  return withDefaults(stored);
}

/**
 * Writes a setting; those that steer money are the payments' to write (`saveMoneySetting`).
 * @throws EditConflict when somebody else wrote it since `version`.
 */
export const saveSetting = <Key extends Exclude<keyof SiteSettings, MoneySetting>>(
  db: StaffDb,
  key: Key,
  value: SiteSettings[Key],
  version?: string,
): Promise<void> => writeSetting(db, key, value, version);
