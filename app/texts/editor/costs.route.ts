import { asStaff } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import { keyOf, storageOf } from "../../core/storage/storage.server.ts";
import { variantOf } from "../../files/files.ts";
import { isOwnPicture } from "../text-document.ts";
import type { Route } from "./+types/costs.route.ts";
import type { Costs } from "./advice.ts";
import { readDataPrice, readUploadSizes } from "./editor.staff.server.ts";

/** More pictures are ignored: no text has as many. */
const MOST = 60;
/** The width of pictures on a phone. */
const PHONE_WIDTH = 640;

/** The sizes of uploaded pictures for a visitor, and the price of 1 MB. */
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

/** The size of the version that a phone loads; undefined while it is not made yet. */
async function sizeForVisitors(src: string): Promise<number | undefined> {
  const key = keyOf(variantOf(src, PHONE_WIDTH, "avif"));
  return key === undefined ? undefined : (await storageOf(key).info(key))?.size;
}
