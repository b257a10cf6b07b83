import { asc, eq } from "drizzle-orm";
import type * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { AppError } from "../core/values/errors.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import {
  createRecord,
  EditConflict,
  findRecord,
  updateRecord,
} from "../records/records.staff.server.ts";
import { fieldsOfSetting } from "./setting-fields.ts";
import { settingSchema } from "./setting-schema.ts";
import { siteSettings } from "./settings.table.server.ts";
import {
  isMoneySetting,
  type MoneySetting,
  SETTING_LABELS,
  type SiteSettings,
  VERSIONED_SETTINGS,
  withDefaults,
} from "./settings.ts";

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
  if (row && version === undefined) throw new EditConflict(siteSettings as never, row);
  if (row) return updateRecord(db, siteSettings, row.id, { setting_value }, { label, version });
  await createRecord(db, siteSettings, { setting_key: key, setting_value, is_public: true }, label);
}

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

type Key = keyof SiteSettings;

const keyOf = ({ setting_key }: StoredSetting) => setting_key as Key;

/** One of the settings that have versions. */
async function findVersioned(db: StaffDb, id: string): Promise<StoredSetting | undefined> {
  const row = await findRecord(db, siteSettings, id);
  return row && VERSIONED_SETTINGS.includes(row.setting_key) ? row : undefined;
}

export const settingRestoring = recordForm({
  table: siteSettings,
  find: findVersioned,
  fieldsOf: (row: StoredSetting) =>
    fieldsOfSetting(keyOf(row), withDefaults({ [row.setting_key]: row.setting_value })),
  schema: async (_db: StaffDb, row: StoredSetting): Promise<z.ZodType<SiteSettings[Key]>> =>
    settingSchema(keyOf(row)),
  async update(db, id, value: SiteSettings[Key], version) {
    const row = await findVersioned(db, id);
    if (!row) throw new AppError("not-found", "the setting is gone");
    const key = keyOf(row);
    // Only settings that hold words have versions.
    if (isMoneySetting(key)) throw new AppError("not-found", "settings of money have no versions");
    await saveSetting(db, key, value as never, version);
  },
});
