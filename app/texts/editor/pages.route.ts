import { sql } from "drizzle-orm";
import { asStaff, type StaffDb } from "../../core/database/doors/doors.server.ts";
import { staffContext } from "../../core/staff-context.ts";
import type { Route } from "./+types/pages.route.ts";

/** Pages of the site that a text may lead to, by words of their titles. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const words = (url.searchParams.get("q") ?? "").trim().slice(0, 100);
  const pages =
    words.length < 2
      ? []
      : await asStaff(context.get(staffContext), (db) => findLinkable(db, words));
  return { pages };
}

/** A page that a text may lead to. */
type Linkable = { title: string; path: string };

const MOST = 12;

/** What visitors can read and whose title, in French or English, contains the words; the newest first. */
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
  return rows;
}
