import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { columnsOf, shownNow } from "../core/database/doors/columns.server.ts";
import { asVisitor, type StaffDb, type VisitorDb } from "../core/database/doors/doors.server.ts";
import { listForHome } from "../events/events.visitor.server.ts";
import type { Language } from "../i18n/languages.ts";
import { countCommunity } from "../membership/membership.visitor.server.ts";
import { HOME_NEWS_LIMIT } from "../news/news.record.ts";
import { listNews } from "../news/news.visitor.server.ts";
import type { MainNavigation } from "../settings/settings.ts";
import { isServed, patternOf } from "../site/site-map.ts";
import { readText } from "../texts/read-text.server.ts";
import { isOwnPath, pathOf } from "../texts/text-document.ts";
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

/** The path of the page or screen that an entry of the menu leads to; undefined for another site. */
export const menuTarget = (path: string): string | undefined =>
  isOwnPath(path) ? pathOf(path) : undefined;

type Entry = { label: string; path: string };

/** The menu entries whose address has neither a screen nor a public page, nor one that moved. */
export const findBrokenMenuEntries = (
  db: VisitorDb | StaffDb,
  menu: MainNavigation,
): Promise<Entry[]> => findBroken(menu, (slugs) => listAnswered(db, slugs));

/** `answered` is asked only of what may be a page: most menus lead to screens, which need no database. */
async function findBroken(
  menu: MainNavigation,
  answered: (slugs: string[]) => Promise<string[]>,
): Promise<Entry[]> {
  const entries = menu.items.flatMap(({ submenu = [], ...item }) =>
    // An entry with a submenu has no address of its own.
    submenu.length > 0 ? submenu : [item],
  );
  const local = entries.flatMap((entry) => {
    const path = menuTarget(entry.path);
    return path === undefined || isServed(path) ? [] : [{ entry, path }];
  });
  const slugs = local.flatMap(({ path }) => (patternOf(path) === "/:slug" ? [path.slice(1)] : []));
  const found = new Set(slugs.length > 0 ? await answered(slugs) : []);
  return local
    .filter(({ path }) => {
      const pattern = patternOf(path);
      return pattern === "/:slug" ? !found.has(path.slice(1)) : pattern === undefined;
    })
    .map(({ entry }) => entry);
}

/** Which of these slugs visitors get a page for, here or where it has moved to. */
async function listAnswered(db: VisitorDb | StaffDb, slugs: string[]): Promise<string[]> {
  const published = await db
    .select({ slug: pages.slug })
    .from(pages)
    .where(and(inArray(pages.slug, slugs), isShown));
  const moved = await db
    .select({ slug: formerSlugs.slug })
    .from(formerSlugs)
    .innerJoin(pages, eq(pages.id, formerSlugs.page_id))
    .where(and(inArray(formerSlugs.slug, slugs), isShown));
  return [...published, ...moved].map(({ slug }) => slug);
}

/**
 * The menu as visitors get it: without entries that lead nowhere. One of a page that is deleted or unpublished goes with
 * the page, and comes back with it.
 */
export async function shownMenu(menu: MainNavigation): Promise<MainNavigation> {
  const entries = await findBroken(menu, (slugs) => asVisitor((db) => listAnswered(db, slugs)));
  if (entries.length === 0) return menu;
  const broken = new Set(entries.map(({ path }) => path));
  const isBroken = ({ path }: Entry) => broken.has(path);
  const items = menu.items.flatMap((item) => {
    if (!item.submenu?.length) return isBroken(item) ? [] : [item];
    const submenu = item.submenu.filter((entry) => !isBroken(entry));
    return submenu.length > 0 ? [{ ...item, submenu }] : [];
  });
  return { ...menu, items };
}
