import { inArray } from "drizzle-orm";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { keyOf, storageOf } from "../../core/storage/storage.server.ts";
import { staticFiles } from "../../files/files.table.server.ts";
import { variantOf } from "../../files/files.ts";
import { findSetting } from "../../settings/settings.operations.server.ts";
import { withDefaults } from "../../settings/settings.ts";
import { isOwnPicture } from "../text-document.ts";
import type { Route } from "./+types/costs.route.ts";
import type { Costs } from "./advice.ts";

/** More are not looked at: no text of ours has as many. */
const MOST = 60;
/** What a telephone takes. */
const PHONE_WIDTH = 640;

/** What uploaded pictures weigh for a visitor, and what 1 MB costs there. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const sources = [...new Set(url.searchParams.getAll("src"))].filter(isOwnPicture).slice(0, MOST);
  const { price, sizes } = await asStaff(context.get(staffContext), async (db) => ({
    price: await readDataPrice(db),
    sizes: await readUploadSizes(db, sources),
  }));
  const weighed = await Promise.all(
    sources.map(async (src) => {
      const bytes = await sizeForVisitors(src);
      return bytes === undefined ? [] : [[src, { bytes, uploaded: sizes.get(src) ?? bytes }]];
    }),
  );
  const costs: Costs = { price, pictures: Object.fromEntries(weighed.flat()) };
  return costs;
}

/** Undefined for one whose smaller versions are not made yet. */
async function sizeForVisitors(src: string): Promise<number | undefined> {
  const key = keyOf(variantOf(src, PHONE_WIDTH, "avif"));
  return key === undefined ? undefined : (await storageOf(key).info(key))?.size;
}

/** What 1 MB costs a visitor, GNF, by what is stored at this moment. */
async function readDataPrice(db: StaffDb): Promise<number> {
  const row = await findSetting(db, "mobile_data");
  return withDefaults({ mobile_data: row?.setting_value }).mobile_data.price;
}

/** What files weighed when they were uploaded, bytes, by address. */
async function readUploadSizes(
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
