import { and, asc, eq } from "drizzle-orm";
import { columnsOf } from "../core/database/columns.server.ts";
import type { StaffDb, VisitorDb } from "../core/database/doors.server.ts";
import { formerSlugs, pageSections, pages } from "./pages.table.server.ts";
import type { Page, PageSection } from "./pages.ts";

const shownPage = columnsOf(pages, [
  "id",
  "slug",
  "title",
  "title_en",
  "meta_description",
  "meta_description_en",
  "status",
]);
const shownSection = columnsOf(pageSections, [
  "id",
  "page_id",
  "section_key",
  "section_type",
  "title",
  "title_en",
  "content",
  "content_en",
  "format",
  "image_url",
  "settings",
  "is_active",
  "sort_order",
]);

/** A page with its active sections in their order. */
export type WrittenPage = { page: Page; sections: PageSection[] };

/** The published page at an address. */
export async function findPage(db: VisitorDb, slug: string): Promise<WrittenPage | undefined> {
  const published = and(eq(pages.slug, slug), eq(pages.status, "published"));
  const [page] = await db.select(shownPage).from(pages).where(published);
  return page && withSections(db, page);
}

/** Where the page is now that stood at an address before; undefined when nobody may see it. */
export async function findMovedPage(db: VisitorDb, slug: string): Promise<string | undefined> {
  const [page] = await db
    .select({ slug: pages.slug })
    .from(formerSlugs)
    .innerJoin(pages, eq(pages.id, formerSlugs.page_id))
    .where(and(eq(formerSlugs.slug, slug), eq(pages.status, "published")));
  return page?.slug;
}

/** The page at an address as its visitors would see it, whether they may or not. */
export async function findDraft(db: StaffDb, slug: string): Promise<WrittenPage | undefined> {
  const [page] = await db.select(shownPage).from(pages).where(eq(pages.slug, slug));
  return page && withSections(db, page);
}

async function withSections(db: VisitorDb | StaffDb, page: Page): Promise<WrittenPage> {
  const sections = await db
    .select(shownSection)
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
