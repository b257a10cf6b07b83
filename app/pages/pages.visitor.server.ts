import { and, asc, eq } from "drizzle-orm";
import type { VisitorDb } from "../platform/database/doors.server.ts";
import { pageSections, pages } from "./pages.table.server.ts";
import type { Page, PageSection } from "./pages.ts";

/** A published page with its active sections in their order. */
export async function findPage(
  db: VisitorDb,
  slug: string,
): Promise<{ page: Page; sections: PageSection[] } | undefined> {
  const [page] = await db
    .select()
    .from(pages)
    .where(and(eq(pages.slug, slug), eq(pages.status, "published")));
  if (!page) return undefined;
  const sections = await db
    .select()
    .from(pageSections)
    .where(and(eq(pageSections.page_id, page.id), eq(pageSections.is_active, true)))
    .orderBy(asc(pageSections.sort_order), asc(pageSections.id));
  return { page, sections };
}

/** Every published page but Home, for the site map. */
export function listPageSlugs(db: VisitorDb): Promise<{ slug: string; updated_at: Date }[]> {
  return db
    .select({ slug: pages.slug, updated_at: pages.updated_at })
    .from(pages)
    .where(eq(pages.status, "published"))
    .orderBy(asc(pages.slug));
}
