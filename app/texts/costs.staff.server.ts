import { inArray } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { staticFiles } from "../files/files.table.server.ts";
import { findSetting } from "../settings/settings.operations.server.ts";
import { withDefaults } from "../settings/settings.ts";

/** What 1 MB costs a visitor, GNF, by what is stored at this moment. */
export async function readDataPrice(db: StaffDb): Promise<number> {
  const row = await findSetting(db, "mobile_data");
  return withDefaults({ mobile_data: row?.setting_value }).mobile_data.price;
}

/** What files weighed when they were uploaded, bytes, by address. */
export async function readUploadSizes(
  db: StaffDb,
  addresses: readonly string[],
): Promise<Map<string, number>> {
  const { file_url, file_size } = staticFiles;
  const rows = await db
    .select({ file_url, file_size })
    .from(staticFiles)
    .where(inArray(file_url, [...addresses]));
  return new Map(rows.map((row) => [row.file_url, row.file_size]));
}
