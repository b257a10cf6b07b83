import type * as z from "zod";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { AppError } from "../core/values/errors.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { findRecord } from "../records/records.staff.server.ts";
import { fieldsOfSetting } from "./setting-fields.ts";
import { settingSchema } from "./setting-schema.ts";
import type { StoredSetting } from "./settings.operations.server.ts";
import { isMoneySetting, VERSIONED_SETTINGS } from "./settings.record.ts";
import { saveSetting } from "./settings.staff.server.ts";
import { siteSettings } from "./settings.table.server.ts";
import { type SiteSettings, withDefaults } from "./settings.ts";

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
