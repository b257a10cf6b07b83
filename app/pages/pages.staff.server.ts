import { and, eq, inArray } from "drizzle-orm";
import { inState, shownNow } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { AppError, isUniqueViolation } from "../core/values/errors.ts";
import { neutralPath } from "../i18n/languages.ts";
import { FieldRefused } from "../kit/form/save.server.ts";
import {
  changePublication,
  publicationToStore,
} from "../kit/publication/publication.staff.server.ts";
import type { PublicationChange } from "../kit/publication/publication-words.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  lockRow,
  lockRows,
  updateRecord,
} from "../records/records.staff.server.ts";
import type { MainNavigation } from "../settings/settings.ts";
import { isServed, patternOf } from "../site/site-map.ts";
import { SAMPLE_HOME_SECTIONS } from "./home-page.samples.ts";
import type { PageForm } from "./page-schema.ts";
import { formerSlugs, pageSections, pages } from "./pages.table.server.ts";
import { HOME_SLUG, type PageState, type PageStatus } from "./pages.ts";

export type StoredPage = typeof pages.$inferSelect;
export type PageRow = Pick<
  StoredPage,
  "id" | "slug" | "title" | "status" | "public_from" | "public_until" | "updated_at"
>;

const label = ({ title }: { title: string }) => title;

/** One page of all pages, the newest first. */
export function listAllPages(db: StaffDb, query: ListQuery): Promise<Listing<PageRow>> {
  const { id, slug, title, status, public_from, public_until, created_at, updated_at } = pages;
  const { status: asked } = query.filters;
  return listRecords(db, {
    table: pages,
    columns: { id, slug, title, status, public_from, public_until, updated_at },
    sorts: { created_at, title, updated_at },
    where: [asked ? isInState(asked as PageState) : undefined],
    query,
  });
}

const isInState = (state: PageState) =>
  state === "draft" || state === "archived"
    ? eq(pages.status, state)
    : inState(state, eq(pages.status, "published"), pages);

export function findPageForStaff(db: StaffDb, id: string): Promise<StoredPage | undefined> {
  return findRecord(db, pages, id);
}

/**
 * Adds a page; the home page comes with the sections that the site draws.
 * @throws FieldRefused when another page has the address.
 */
export async function createPage(db: StaffDb, values: PageForm): Promise<string> {
  const stored = { ...values, ...momentsToStore(values) };
  const id = await withFreeSlug(() => createRecord(db, pages, stored, values.title));
  if (values.slug !== HOME_SLUG) return id;
  for (const [place, section] of SAMPLE_HOME_SECTIONS.entries()) {
    const row = { ...section, page_id: id, sort_order: place + 1 };
    await createRecord(db, pageSections, row, section.title ?? section.section_key);
  }
  return id;
}

/** @throws FieldRefused when another page has the address, or when the home page would lose its own. */
export async function updatePage(
  db: StaffDb,
  id: string,
  values: PageForm,
  version?: string,
): Promise<void> {
  const page = (await lockRow(db, pages, id)) as StoredPage;
  if (page.slug === HOME_SLUG) refuseAnotherHome(values);
  const stored = { ...values, ...momentsToStore(values, page) };
  await withFreeSlug(() => updateRecord(db, pages, id, stored, { label: values.title, version }));
}

/** @throws FieldRefused when it would be over at once */
function momentsToStore(values: PageForm, stored?: StoredPage) {
  const { public_from, public_until } = publicationToStore(
    { ...values, published: isPublished(values) },
    stored && { ...stored, published: isPublished(stored) },
  );
  return { public_from, public_until };
}

const isPublished = ({ status }: Pick<StoredPage, "status">) => status === "published";

function refuseAnotherHome({ slug, status, public_from, public_until }: PageForm): void {
  if (slug !== HOME_SLUG) {
    throw new FieldRefused("slug", "La page d’accueil garde son adresse");
  }
  if (status !== "published" || public_from || public_until) {
    throw new FieldRefused("status", "La page d’accueil reste publiée");
  }
}

/** The database refuses a second page at an address; the form says it beside the field. */
async function withFreeSlug<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FieldRefused("slug", "Une autre page a déjà cette adresse");
  }
}

/** Publishes pages now, or takes them off the site. @throws AppError 'conflict' for the home page */
export async function setPageStatus(
  db: StaffDb,
  ids: readonly string[],
  status: PageStatus,
): Promise<PublicationChange> {
  if (status !== "published") await keepHome(db, ids, "la page d’accueil reste publiée");
  return changePublication(db, pages, ids, {
    published: status === "published",
    isPublished,
    values: { status },
    label,
    action: "status",
  });
}

/** Pages go with their sections and the addresses they had, and come back with them. @throws AppError 'conflict' for the home page */
export async function deletePages(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  await keepHome(db, ids, "le site ne va pas sans sa page d’accueil");
  return deleteRecords(db, pages, ids, {
    label,
    dependents: (id) => [
      { table: pageSections, where: eq(pageSections.page_id, id) },
      { table: formerSlugs, where: eq(formerSlugs.page_id, id) },
    ],
  });
}

async function keepHome(db: StaffDb, ids: readonly string[], reason: string): Promise<void> {
  const rows = (await lockRows(db, pages, ids)) as StoredPage[];
  if (rows.some(({ slug }) => slug === HOME_SLUG)) throw new AppError("conflict", reason);
}

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
