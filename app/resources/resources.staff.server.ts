import { and, asc, count, eq, inArray, isNotNull, or, sql, sum } from "drizzle-orm";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { AppError, FieldRefused, isForeignKeyViolation } from "../core/values/errors.ts";
import { UNPREPARED } from "../files/children/media.ts";
import { fileCategories, staticFiles } from "../files/files.table.server.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import {
  createRecord,
  lockRow,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";
import { type ResourceForm, resourceFormSchema } from "./resource-schema.ts";
import {
  isBranding,
  RESOURCE_SECTIONS,
  type Resource,
  sectionOf,
  tagsWithBranding,
} from "./resources.ts";

const label = ({ title }: { title: string }) => title;

/** The columns of the list, beside the name of the category. */
const LISTED = columnsOf(staticFiles, [
  "id",
  "title",
  "description",
  "file_url",
  "file_type",
  "file_size",
  "download_count",
  "is_public",
  "pages",
  "created_at",
]);
export type ResourceRow = Pick<typeof staticFiles.$inferSelect, keyof typeof LISTED> & {
  category: string;
};

/** A resource is a file with this flag, which the form of resources sets; its category holds other files too. */
const isResource = eq(staticFiles.is_resource, true);
const categoryName = sql<string>`(select name from file_categories where file_categories.id = ${staticFiles.category_id})`;

const isOfficial = sql`exists (select 1 from file_categories
  where file_categories.id = ${staticFiles.category_id} and coalesce(key, name) in ('official', 'Documents Officiels'))`;

/** One page of the documents, those that are not published too. */
export function listAllResources(db: StaffDb, query: ListQuery): Promise<Listing<ResourceRow>> {
  const { created_at, title, file_size, download_count } = staticFiles;
  const { category } = query.filters;
  return listRecords(db, {
    table: staticFiles,
    columns: { ...LISTED, category: categoryName },
    sorts: { created_at, title, file_size, download_count },
    where: [isResource, category ? eq(categoryName, category) : undefined],
    query,
  });
}

/** The public documents with these file addresses. */
export function findPublishedFiles(db: StaffDb, addresses: readonly string[]) {
  const { id, title, file_url, is_public } = staticFiles;
  return db
    .select({ id, title, file_url })
    .from(staticFiles)
    .where(and(isResource, eq(is_public, true), inArray(file_url, [...addresses])));
}

/** The counters above the list. */
export async function countResources(db: StaffDb) {
  const [row] = await db
    .select({
      all: count(),
      published: sql<number>`(count(*) filter (where ${staticFiles.is_public}))::int`,
      official: sql<number>`(count(*) filter (where ${isOfficial}))::int`,
      downloads: sum(staticFiles.download_count).mapWith(Number),
    })
    .from(staticFiles)
    .where(isResource);
  return { all: 0, published: 0, official: 0, ...row, downloads: row?.downloads ?? 0 };
}

/** The categories in use, for the filter, in the order of the form. */
export async function listUsedResourceCategories(db: StaffDb): Promise<string[]> {
  const rows = await db
    .select({ name: fileCategories.name })
    .from(staticFiles)
    .innerJoin(fileCategories, eq(fileCategories.id, staticFiles.category_id))
    .where(isResource)
    .groupBy(fileCategories.id)
    .orderBy(asc(fileCategories.place), asc(fileCategories.name));
  return rows.map(({ name }) => name);
}

/** The names of the categories for the form; a built-in one that was deleted has its first name. */
export async function listOfferedCategories(db: StaffDb): Promise<string[]> {
  const { name, key, place } = fileCategories;
  const rows = await db
    .select({ name, key })
    .from(fileCategories)
    .where(isNotNull(key))
    .orderBy(asc(place), asc(name));
  const deleted = RESOURCE_SECTIONS.filter(
    (section) => !rows.some((row) => row.key === section.key),
  );
  return [...rows.map((row) => row.name), ...deleted.map(({ category }) => category)];
}

export async function findAnyResource(db: StaffDb, id: string) {
  const [file] = await db
    .select({ file: staticFiles, category: categoryName })
    .from(staticFiles)
    .where(and(eq(staticFiles.id, id), isResource));
  return file && { ...file.file, category: file.category };
}

/** The name of a category; empty when it was deleted. */
async function findCategoryName(db: StaffDb, id = ""): Promise<string> {
  if (id === "") return "";
  const [category] = await db
    .select({ name: fileCategories.name })
    .from(fileCategories)
    .where(eq(fileCategories.id, id));
  return category?.name ?? "";
}

/**
 * The category with a name, or with the name it had when the form was opened. A built-in one that was deleted is
 * created again.
 * @throws FieldRefused when there is none
 */
async function findOrCreateCategory(db: StaffDb, name: string): Promise<string> {
  const key = sectionOf({ category: name })?.key;
  const rows = await db
    .select({ id: fileCategories.id, name: fileCategories.name })
    .from(fileCategories)
    .where(or(eq(fileCategories.name, name), key ? eq(fileCategories.key, key) : undefined));
  const category = rows.find((row) => row.name === name) ?? rows[0];
  if (category) return category.id;
  if (!key) throw new FieldRefused("category", "Cette catégorie n’existe plus");
  return createRecord(db, fileCategories, { name, key }, name);
}

/** The columns of a document, and the upload at its address if there is one. */
async function toColumns(db: StaffDb, { category, branding: _card, ...form }: ResourceForm) {
  const category_id = await findOrCreateCategory(db, category);
  const [upload] = await db
    .select()
    .from(staticFiles)
    .where(eq(staticFiles.file_url, form.file_url))
    .limit(1);
  return { ...form, category_id, is_resource: true, upload };
}

/** Saves a record that names a stored file. @throws FieldRefused when the file is being removed */
async function withStoredFile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new FieldRefused("file_url", "Ce fichier a été supprimé et n’est plus dans le stockage");
  }
}

/** Creates a document: an upload gets the flag, an address on another site gets a new record. */
export async function createResource(db: StaffDb, form: ResourceForm): Promise<string> {
  const { upload, ...values } = await toColumns(db, form);
  if (upload) {
    // The detected type of an upload wins over the chosen one.
    const { file_type: _chosen, ...rest } = values;
    const fields = { ...rest, tags: tagsWithBranding(upload.tags, form.branding) };
    if (await findAnyResource(db, upload.id)) {
      throw new FieldRefused("file_url", `Ce fichier est déjà une ressource : « ${upload.title} »`);
    }
    await updateRecord(db, staticFiles, upload.id, fields, { label: form.title });
    return upload.id;
  }
  const names = { filename: form.title, original_filename: form.title, file_size: 0 };
  const fields = { ...values, ...names, tags: tagsWithBranding([], form.branding) };
  return withStoredFile(() => createRecord(db, staticFiles, fields, form.title));
}

/** Creates the sample documents as records. @throws AppError 'conflict' when there are documents already */
export async function adoptSampleResources(
  db: StaffDb,
  samples: readonly Resource[],
): Promise<number> {
  if ((await countResources(db)).all > 0) {
    throw new AppError("conflict", "la liste n’est plus vide");
  }
  for (const { id: _sample, category, cover_url: _cover, ...sample } of samples) {
    const name = sample.file_url.slice(sample.file_url.lastIndexOf("/") + 1);
    const category_id = await findOrCreateCategory(db, category);
    const names = { filename: name, original_filename: name };
    const values = { ...sample, ...names, category_id, is_resource: true };
    await createRecord(db, staticFiles, values, sample.title);
  }
  return samples.length;
}

export async function updateResource(
  db: StaffDb,
  id: string,
  form: ResourceForm,
  version?: string,
): Promise<void> {
  const { upload, ...values } = await toColumns(db, form);
  const before = await lockRow(db, staticFiles, id);
  const content = before.file_url === form.file_url ? {} : contentColumns(upload);
  const tags = tagsWithBranding(before.tags as string[], form.branding);
  const change = { ...values, ...content, tags };
  await withStoredFile(() =>
    updateRecord(db, staticFiles, id, change, { label: form.title, version }),
  );
}

/** The columns about the content of an upload; empty for an address on another site. */
function contentColumns(upload: typeof staticFiles.$inferSelect | undefined) {
  if (!upload) return { file_size: 0, sha256: null, pages: null, cover_url: null, ...UNPREPARED };
  const { file_type, file_size, sha256, pages, cover_url } = upload;
  // With the state of its preparation, so that a missing cover is still made.
  const { prepared_at, prepare_tries, prepare_tried_at, prepare_problem } = upload;
  const preparation = { prepared_at, prepare_tries, prepare_tried_at, prepare_problem };
  return { file_type, file_size, sha256, pages, cover_url, ...preparation };
}

/** Shows documents to visitors. Returns how many changed. */
export function publishResources(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, staticFiles, ids, { is_public: true }, { label, action: "publish" });
}

/** Hides documents from visitors. Returns how many changed. */
export function unpublishResources(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, staticFiles, ids, { is_public: false }, { label, action: "unpublish" });
}

export function deleteResources(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, staticFiles, ids, { label });
}

type Fields = Record<string, string>;

/** The fields of a document. */
const resourceFields = (resource: Pick<Resource, "tags"> & { updated_at: Date }): Fields => ({
  ...formDefaults(resource),
  branding: isBranding(resource) ? "on" : "",
});

/** Its form, through which an old version comes back too. */
export const resourceForm = {
  ...recordForm({
    table: staticFiles,
    find: findAnyResource,
    fieldsOf: resourceFields,
    schema: resourceFormSchema,
    update: updateResource,
  }),
  complete: async (db: StaffDb, fields: Fields) => ({
    ...fields,
    category: await findCategoryName(db, fields.category_id),
  }),
};
