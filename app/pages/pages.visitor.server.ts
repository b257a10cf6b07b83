import { and, asc, eq, sql } from "drizzle-orm";
import { columnsOf, shownNow } from "../core/database/doors/columns.server.ts";
import type { StaffDb, VisitorDb } from "../core/database/doors/doors.server.ts";
import { listForHome } from "../events/events.visitor.server.ts";
import type { Language } from "../i18n/languages.ts";
import { countCommunity } from "../membership/membership.visitor.server.ts";
import { HOME_NEWS_LIMIT } from "../news/news.record.ts";
import { listNews } from "../news/news.visitor.server.ts";
import { readText } from "../texts/read-text.server.ts";
import type { HomeLive } from "./home/home-sections.tsx";
import { formerSlugs, pageSections, pages } from "./pages.table.server.ts";
import type { Page, PageSection, WrittenPage } from "./pages.ts";

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

/** The slug of the page with this former address; undefined when it is not public. */
export async function findMovedPage(db: VisitorDb, slug: string): Promise<string | undefined> {
  const [page] = await db
    .select({ slug: pages.slug })
    .from(formerSlugs)
    .innerJoin(pages, eq(pages.id, formerSlugs.page_id))
    .where(and(eq(formerSlugs.slug, slug), isShown));
  return page?.slug;
}

/** The page at an address, public or not, as visitors would see it. */
export async function findDraft(db: StaffDb, slug: string): Promise<WrittenPage | undefined> {
  const [page] = await db.select(shownPage).from(pages).where(eq(pages.slug, slug));
  return page && withSections(db, page);
}

/** The same, by its id. */
export async function findDraftById(db: StaffDb, id: string): Promise<WrittenPage | undefined> {
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

/** The news, events and statistics of the home page. */
export async function readHomeLive(db: VisitorDb): Promise<HomeLive> {
  return {
    news: await listNews(db, { limit: HOME_NEWS_LIMIT }),
    events: await listForHome(db),
    statistics: await countCommunity(db),
  };
}

/** A page with the rendered texts of its sections. */
export const withTexts = ({ page, sections }: WrittenPage, language: Language): WrittenPage => ({
  page,
  sections: sections.map((section) => withText(section, language)),
});

const withText = (section: PageSection, language: Language): PageSection =>
  section.section_type === "text" && section.format === "markdown"
    ? { ...section, texts: { [language]: readText(section, "content", language) } }
    : section;
