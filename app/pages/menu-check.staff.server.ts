import { and, eq, inArray } from "drizzle-orm";
import { shownNow } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { neutralPath } from "../i18n/languages.ts";
import type { MainNavigation } from "../settings/settings.ts";
import { isServed, patternOf } from "../site/site-map.ts";
import { pages } from "./pages.table.server.ts";

type Entry = { label: string; path: string };

/** The entries of a menu that visitors would find nothing behind: no screen, and no page that is public now. */
export async function findDeadEntries(db: StaffDb, menu: MainNavigation): Promise<Entry[]> {
  const entries = menu.items.flatMap(({ submenu = [], ...item }) =>
    // An entry with a submenu only opens it.
    submenu.length > 0 ? submenu : [item],
  );
  const local = entries
    .filter(({ path }) => path.startsWith("/") && !path.startsWith("//"))
    .map((entry) => ({ entry, path: neutralPath(entry.path.split(/[?#]/, 1)[0] ?? "") }))
    .filter(({ path }) => !isServed(path));
  const slugs = local.flatMap(({ path }) => (patternOf(path) === "/:slug" ? [path.slice(1)] : []));
  const published = await db
    .select({ slug: pages.slug })
    .from(pages)
    .where(and(inArray(pages.slug, slugs), shownNow(eq(pages.status, "published"), pages)));
  const answered = new Set(published.map(({ slug }) => slug));
  return local
    .filter(({ path }) => {
      const pattern = patternOf(path);
      return pattern === "/:slug" ? !answered.has(path.slice(1)) : pattern === undefined;
    })
    .map(({ entry }) => entry);
}
