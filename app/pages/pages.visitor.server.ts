import { and, asc, eq, sql } from "drizzle-orm";
import { columnsOf, shownNow } from "../core/database/doors/columns.server.ts";
import type { StaffDb, VisitorDb } from "../core/database/doors/doors.server.ts";
import { formerSlugs, pageSections, pages } from "./pages.table.server.ts";
import type { Page, WrittenPage } from "./pages.ts";

const shownPage = columnsOf(pages, [
  "id",
  "slug",
  "title",
  "title_en",
  "meta_description",
  "meta_description_en",
  "status",
  "public_from",
  "public_until",
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

const isShown = shownNow(eq(pages.status, "published"), pages);

/** The published page at an address. */
export async function findPage(db: VisitorDb, slug: string): Promise<WrittenPage | undefined> {
  const published = and(eq(pages.slug, slug), isShown);
  const [page] = await db.select(shownPage).from(pages).where(published);
  return page && withSections(db, page);
}

/** Where the page is now that stood at an address before; undefined when nobody may see it. */
export async function findMovedPage(db: VisitorDb, slug: string): Promise<string | undefined> {
  const [page] = await db
    .select({ slug: pages.slug })
    .from(formerSlugs)
    .innerJoin(pages, eq(pages.id, formerSlugs.page_id))
    .where(and(eq(formerSlugs.slug, slug), isShown));
  return page?.slug;
}

/** The page at an address as its visitors would see it, whether they may or not. */
export async function findDraft(db: StaffDb, slug: string): Promise<WrittenPage | undefined> {
  const [page] = await db.select(shownPage).from(pages).where(eq(pages.slug, slug));
  return page && withSections(db, page);
}

/** The same, by its id. */
export async function findDraftOf(db: StaffDb, id: string): Promise<WrittenPage | undefined> {
  const [page] = await db.select(shownPage).from(pages).where(eq(pages.id, id));
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
  const changed = sql`greatest(${pages.updated_at}, ${pages.public_from})`.mapWith(
    pages.updated_at,
  );
  return db
    .select({ slug: pages.slug, updated_at: changed })
    .from(pages)
    .where(isShown)
    .orderBy(asc(pages.slug));
}
