import { eq, inArray } from "drizzle-orm";
import * as z from "zod";
import { columnsOf, inState } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { isId } from "../core/secrets/id.ts";
import { AppError, FieldRefused, isUniqueViolation } from "../core/values/errors.ts";
import { findPathUses } from "../files/admin/usage.server.ts";
import type { Uses } from "../files/admin/usage.ts";
import { tooLong } from "../i18n/too-long.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { oneOf, optional, required } from "../kit/form/schema.ts";
import { slugify } from "../kit/form/slug.ts";
import {
  changePublication,
  publicationToStore,
} from "../kit/publication/publication.staff.server.ts";
import {
  parsePublication,
  publicationDefaults,
  publicationFields,
} from "../kit/publication/publication-schema.ts";
import { type PublicationChange, SCHEDULED } from "../kit/publication/publication-words.ts";
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
import { isOwnedAddress } from "../site/site-map.ts";
import { SAMPLE_HOME_SECTIONS } from "./pages.samples.ts";
import { formerSlugs, pageSections, pages } from "./pages.table.server.ts";
import { HOME_SLUG, PAGE_STATUSES, type PageState, type PageStatus, pagePath } from "./pages.ts";

const MAX_SLUG = 80;

const slug = z
  .string()
  .max(MAX_SLUG, tooLong(MAX_SLUG))
  .regex(
    /^[a-z0-9]+(-[a-z0-9]+)*$/,
    "Des minuscules sans accent, des chiffres et des tirets, comme « nos-clubs »",
  )
  .refine(
    (word) => !isOwnedAddress(word),
    "Cette adresse appartient déjà à une page du site : choisissez-en une autre",
  );

/** The form of a page. An empty address is made from the title. */
export const pageFormSchema = z
  .object({
    title: required("Le titre est requis"),
    title_en: optional(),
    slug: z.string().trim().default(""),
    meta_description: optional(),
    meta_description_en: optional(),
    status: oneOf([...PAGE_STATUSES, SCHEDULED], "Le statut est requis").default("draft"),
    ...publicationFields,
  })
  .transform(({ status, ...page }, context) => {
    const { published, ...moments } = parsePublication(status, page, context) ?? {};
    const stored: PageStatus = published || status === SCHEDULED ? "published" : status;
    return { ...page, ...moments, status: stored };
  })
  .transform((page, context) => {
    const checked = slug.safeParse(page.slug || slugify(page.title, MAX_SLUG));
    if (checked.success) return { ...page, slug: checked.data };
    const message = checked.error.issues[0]?.message;
    context.addIssue({ code: "custom", path: ["slug"], message });
    return z.NEVER;
  });

export type PageForm = z.output<typeof pageFormSchema>;

export type StoredPage = typeof pages.$inferSelect;
/** The columns of the list. */
const LISTED = columnsOf(pages, [
  "id",
  "slug",
  "title",
  "status",
  "public_from",
  "public_until",
  "updated_at",
]);
export type PageRow = Pick<StoredPage, keyof typeof LISTED>;

const label = ({ title }: { title: string }) => title;

/** One page of all pages, the newest first. */
export function listAllPages(db: StaffDb, query: ListQuery): Promise<Listing<PageRow>> {
  const { created_at, title, updated_at } = pages;
  const { status: state } = query.filters;
  return listRecords(db, {
    table: pages,
    columns: LISTED,
    sorts: { created_at, title, updated_at },
    where: [state ? isInState(state as PageState) : undefined],
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
 * Creates a page; the home page gets its built-in sections.
 * @throws FieldRefused when another page has the address.
 */
export async function createPage(db: StaffDb, values: PageForm): Promise<string> {
  const stored = { ...values, ...momentsToStore(values) };
  const id = await withFreeSlug(() => createRecord(db, pages, stored, values.title));
  if (values.slug !== HOME_SLUG) return id;
  for (const [index, section] of SAMPLE_HOME_SECTIONS.entries()) {
    const row = { ...section, page_id: id, sort_order: index + 1 };
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
  if (page.slug === HOME_SLUG) assertStaysHome(values);
  const stored = { ...values, ...momentsToStore(values, page) };
  await withFreeSlug(() => updateRecord(db, pages, id, stored, { label: values.title, version }));
}

/** @throws FieldRefused when the publication would have ended already */
function momentsToStore(values: PageForm, stored?: StoredPage) {
  const { public_from, public_until } = publicationToStore(
    { ...values, published: isPublished(values) },
    stored && { ...stored, published: isPublished(stored) },
  );
  return { public_from, public_until };
}

const isPublished = ({ status }: Pick<StoredPage, "status">) => status === "published";

function assertStaysHome({ slug, status, public_from, public_until }: PageForm): void {
  if (slug !== HOME_SLUG) {
    throw new FieldRefused("slug", "La page d’accueil garde son adresse");
  }
  if (status !== "published" || public_from || public_until) {
    throw new FieldRefused("status", "La page d’accueil reste publiée");
  }
}

/** Shows the violation of the unique address beside its field. */
async function withFreeSlug<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FieldRefused("slug", "Une autre page a déjà cette adresse");
  }
}

/** Publishes or unpublishes pages now. @throws AppError 'conflict' for the home page */
export async function setPageStatus(
  db: StaffDb,
  ids: readonly string[],
  status: PageStatus,
): Promise<PublicationChange> {
  if (status !== "published") await assertNotHome(db, ids, "la page d’accueil reste publiée");
  return changePublication(db, pages, ids, {
    published: status === "published",
    isPublished,
    values: { status },
    label,
    action: "status",
  });
}

/** Deletes pages with their sections and former addresses. @throws AppError 'conflict' for the home page */
export async function deletePages(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  await assertNotHome(db, ids, "le site ne peut pas se passer de sa page d’accueil");
  return deleteRecords(db, pages, ids, {
    label,
    dependents: (id) => [
      { table: pageSections, where: eq(pageSections.page_id, id) },
      { table: formerSlugs, where: eq(formerSlugs.page_id, id) },
    ],
  });
}

type Addressed = Pick<StoredPage, "id" | "slug">;

/** What leads to each of these pages, by its id: to where it stands, and to where it stood before. */
export async function findPageUses(db: StaffDb, rows: readonly Addressed[]): Promise<Uses> {
  const ids = rows.map(({ id }) => id);
  const former = await db
    .select({ id: formerSlugs.page_id, slug: formerSlugs.slug })
    .from(formerSlugs)
    .where(inArray(formerSlugs.page_id, ids));
  return findPathUses(
    db,
    [...rows, ...former].map(({ id, slug }) => ({ id, path: pagePath(slug) })),
  );
}

/** The pages of a deletion, and what leads to them. */
export async function findUsedPages(db: StaffDb, ids: readonly string[]) {
  const { id, slug, title } = pages;
  const rows = await db
    .select({ id, slug, title })
    .from(pages)
    .where(inArray(id, ids.filter(isId)));
  return { rows, uses: await findPageUses(db, rows) };
}

async function assertNotHome(db: StaffDb, ids: readonly string[], reason: string): Promise<void> {
  const rows = (await lockRows(db, pages, ids)) as StoredPage[];
  if (rows.some(({ slug }) => slug === HOME_SLUG)) throw new AppError("conflict", reason);
}

/** A page as its form shows it. */
function pageFields(page: StoredPage) {
  const published = isPublished(page);
  const { status, ...moments } = publicationDefaults({ ...page, published }, currentTime());
  return { ...formDefaults(page), ...moments, status: published ? status : page.status };
}

/** Its form, through which an old version comes back too. */
export const pageForm = recordForm({
  table: pages,
  find: findPageForStaff,
  fieldsOf: pageFields,
  schema: pageFormSchema,
  update: updatePage,
});
