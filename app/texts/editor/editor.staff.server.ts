import { inArray, sql } from "drizzle-orm";
import type { StaffDb } from "../../core/database/doors/doors.server.ts";
import { staticFiles } from "../../files/files.table.server.ts";
import { findSetting } from "../../settings/settings.staff.server.ts";
import { withDefaults } from "../../settings/settings.ts";
import { findSitePages } from "../../site/site-pages.server.ts";

/** The stored price of 1 MB of mobile data, GNF. */
export async function readDataPrice(db: StaffDb): Promise<number> {
  const row = await findSetting(db, "mobile_data");
  return withDefaults({ mobile_data: row?.setting_value }).mobile_data.price;
}

/** The sizes of files when they were uploaded, bytes, by address. */
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

/** A page that a text may lead to. */
type Linkable = { title: string; path: string };

const MOST = 12;

/** Public pages whose title, in French or English, contains the words: the site's own first, then the newest. */
export async function findLinkable(db: StaffDb, words: string): Promise<Linkable[]> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const { rows } = (await db.execute(sql`
    select title, path from (
      select title, '/' || slug as path, created_at, search_text from pages
        where shown_now(status = 'published', public_from, public_until) and slug <> 'home'
      union all select title, '/news/' || id, dated_at, search_text from news
        where shown_now(published, public_from, public_until)
      union all select title, '/events/' || id, created_at, search_text from events
      union all select title, '/resources/' || id, created_at, search_text from static_files
        where is_resource and is_public
    ) linkable
    where search_text like search_form(${pattern})
    order by created_at desc limit ${MOST}`)) as unknown as { rows: Linkable[] };
  return [...findSitePages(words.split(/\s+/), "fr"), ...rows].slice(0, MOST);
}
