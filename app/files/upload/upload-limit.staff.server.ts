import { eq } from "drizzle-orm";
import * as z from "zod";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { whole } from "../../kit/form/schema.ts";
import { createRecord, EditConflict, updateRecord } from "../../records/records.staff.server.ts";
import { siteSettings } from "../../settings/settings.table.server.ts";
import { SETTING_SCREENS } from "../../settings/settings.ts";
import { HIGHEST_MAX_MB, maxUploadMegabytes } from "../files.ts";

const MEGABYTES = `Un nombre entier de mégaoctets, de 1 à ${HIGHEST_MAX_MB}`;

/** How large an upload may be. */
export const uploadLimitSchema = z.object({
  max_upload_mb: whole(MEGABYTES, 1, HIGHEST_MAX_MB, MEGABYTES),
});

const KEY = "max_upload_mb";
const LABEL = SETTING_SCREENS[KEY]?.label ?? KEY;

type StoredLimit = typeof siteSettings.$inferSelect;

/** The limit as staff wrote it, before the first time nothing. */
export async function findUploadLimit(db: StaffDb): Promise<StoredLimit | undefined> {
  const [row] = await db.select().from(siteSettings).where(eq(siteSettings.setting_key, KEY));
  return row;
}

/** How large an upload may be, bytes. */
export const readMaxBytes = async (db: StaffDb): Promise<number> =>
  maxUploadMegabytes((await findUploadLimit(db))?.setting_value) * 1024 ** 2;

/**
 * Says how large an upload may be. What is stored already stays, however large.
 * @throws EditConflict when somebody else wrote it since `version`
 */
export async function saveUploadLimit(
  db: StaffDb,
  megabytes: number,
  version?: string,
): Promise<void> {
  const row = await findUploadLimit(db);
  const setting_value = megabytes;
  if (row && version === undefined) throw new EditConflict(siteSettings as never, row);
  if (row) {
    return updateRecord(db, siteSettings, row.id, { setting_value }, { label: LABEL, version });
  }
  await createRecord(db, siteSettings, { setting_key: KEY, setting_value }, LABEL);
}
