import { sql } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";

/** A page that a text may lead to. */
export type Linkable = { title: string; path: string };

const MOST = 12;

/** What visitors can read and whose title, in French or English, contains the words; the newest first. */
export async function findLinkable(db: StaffDb, words: string): Promise<Linkable[]> {
  const pattern = `%${words.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const rows = await rowsOf<Linkable>(
    db,
    sql`
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
    order by created_at desc limit ${MOST}`,
  );
  return rows;
}
