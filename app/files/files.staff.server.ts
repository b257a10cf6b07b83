import { and, asc, count, eq, inArray, isNotNull, max, or, sql, sum } from "drizzle-orm";
import * as z from "zod";
import { columnsOf } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { rowsOf } from "../core/database/doors/rows.server.ts";
import { newId } from "../core/secrets/id.server.ts";
import { keyOf } from "../core/storage/storage.server.ts";
import { AppError, FieldRefused, isUniqueViolation } from "../core/values/errors.ts";
import { box, oneOf, optional, required } from "../kit/form/schema.ts";
import { freeSlug, slugify } from "../kit/form/slug.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import { bin } from "../records/bin/bin.table.server.ts";
import { audit, nameOfStaff } from "../records/history/audit.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import { matches } from "../records/list/search.staff.server.ts";
import {
  createRecord,
  lockRow,
  moveRecord,
  updateRecord,
} from "../records/records.staff.server.ts";
import { UNPREPARED } from "./children/media.ts";
import { fileCategories, staticFiles } from "./files.table.server.ts";
import { CATEGORY_ICONS, categoryContent, UPLOADS } from "./files.ts";

/** Tags as they are typed, split on commas and trimmed. */
export const tagsSchema = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((tag) => tag.trim().toLowerCase())
      .filter((tag) => tag !== ""),
  )
  .pipe(
    z
      .array(z.string().max(40, "Chaque étiquette a 40 caractères au plus"))
      .max(20, "Au plus 20 étiquettes"),
  );

/** The form of a file. */
export const fileFormSchema = z.object({
  title: required("Le titre est requis"),
  title_en: optional(),
  category_id: z.uuid({ error: "Veuillez sélectionner une catégorie" }),
  alt_text: optional(500),
  description: optional(2_000),
  description_en: optional(2_000),
  tags: tagsSchema,
  is_public: box,
  is_featured: box,
});
type FileForm = z.output<typeof fileFormSchema>;

/** The form of a category. */
export const categoryFormSchema = z.object({
  name: required("Le nom est requis", 80),
  icon: oneOf(CATEGORY_ICONS, "L’icône est requise"),
  color: z
    .string({ error: "Couleur invalide" })
    .trim()
    .regex(/^#[0-9a-fA-F]{6}$/, "Couleur invalide"),
  is_section: box,
});
type CategoryForm = z.output<typeof categoryFormSchema>;

export type FileRow = typeof staticFiles.$inferSelect;
/** The columns of a list of files. */
export type FileCard = Pick<FileRow, keyof typeof card>;
export type CategoryRow = typeof fileCategories.$inferSelect;

const card = columnsOf(staticFiles, [
  "id",
  "title",
  "original_filename",
  "file_url",
  "file_type",
  "file_size",
  "cover_url",
  "alt_text",
  "is_public",
  "is_featured",
  "created_at",
]);

/** Pictures come many to a screen: a page of them is larger than one of a table. */
const FILES_PAGE = 60;

/** One page of the files, those of the resources too. */
export function listFiles(db: StaffDb, query: ListQuery): Promise<Listing<FileCard>> {
  const { category, kind, open } = query.filters;
  const { created_at, title, file_size, file_type, category_id, is_public } = staticFiles;
  const { original_filename, tags } = staticFiles;
  // Neither is indexed: there are thousands of files, not millions.
  const words = sql`${original_filename} || ' ' || array_to_string(${tags}, ' ')`;
  const matchesName = sql`strpos(search_form(${words}), search_form(${query.q})) > 0`;
  return listRecords(db, {
    table: staticFiles,
    columns: card,
    sorts: { created_at, title, file_size },
    where: [
      category ? eq(category_id, category) : undefined,
      kind === "image" ? sql`${file_type} like 'image/%'` : undefined,
      open ? eq(is_public, true) : undefined,
    ],
    search: query.q === "" ? undefined : or(matches(staticFiles.search_text, query.q), matchesName),
    query,
    size: FILES_PAGE,
  });
}

/** The counters above the list. Size in bytes. */
export async function countFiles(db: StaffDb) {
  const [row] = await db
    .select({
      files: count(),
      size: sum(staticFiles.file_size).mapWith(Number),
      images: sql<number>`(count(*) filter (where ${staticFiles.file_type} like 'image/%'))::int`,
      shown: sql<number>`(count(*) filter (where ${staticFiles.is_public}))::int`,
    })
    .from(staticFiles);
  return { files: 0, images: 0, shown: 0, ...row, size: row?.size ?? 0 };
}

/** Every category, in its order. */
export function listCategories(db: StaffDb): Promise<CategoryRow[]> {
  return db
    .select()
    .from(fileCategories)
    .orderBy(
      asc(fileCategories.place),
      sql`search_form(${fileCategories.name})`,
      asc(fileCategories.name),
    );
}

export async function findFile(db: StaffDb, id: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(staticFiles).where(eq(staticFiles.id, id));
  return file;
}

/** The file at an address, as other records name it; also when they name its cover. */
export async function findFileByUrl(
  db: StaffDb,
  address: string,
): Promise<Pick<FileRow, "id"> | undefined> {
  const { id, file_url, cover_url } = staticFiles;
  const isThere = or(eq(file_url, address), eq(cover_url, address));
  const [file] = await db.select({ id }).from(staticFiles).where(isThere).limit(1);
  return file;
}

/** The files of these ids, in no order. */
export function findFiles(db: StaffDb, ids: readonly string[]): Promise<FileRow[]> {
  return db
    .select()
    .from(staticFiles)
    .where(inArray(staticFiles.id, [...ids]));
}

/** A file with the same content as an upload. */
export async function findSameContent(db: StaffDb, sha256: string): Promise<FileRow | undefined> {
  const [file] = await db.select().from(staticFiles).where(eq(staticFiles.sha256, sha256)).limit(1);
  return file;
}

export function createFile(db: StaffDb, values: typeof staticFiles.$inferInsert): Promise<string> {
  return createRecord(db, staticFiles, values, values.title);
}

export function updateFile(
  db: StaffDb,
  id: string,
  values: FileForm,
  version?: string,
): Promise<void> {
  return updateRecord(db, staticFiles, id, values, { label: values.title, version });
}

type Content = Pick<FileRow, "file_size" | "sha256" | "width" | "height" | "original_filename">;

/** Records that the content of a file was replaced. */
export async function replaceFile(db: StaffDb, id: string, content: Content): Promise<void> {
  const file = await lockRow(db, staticFiles, id);
  await db
    .update(staticFiles)
    .set({
      ...content,
      ...UNPREPARED,
      // A trigger on this column starts the job that makes the smaller versions.
      file_url: file.file_url as string,
      // The fields of its form did not change: an open form can still be saved.
      updated_at: sql`${staticFiles.updated_at}`,
    })
    .where(eq(staticFiles.id, id));
  await audit(db, {
    action: "static_files.replace",
    entity: "static_files",
    entity_id: id,
    label: String(file.title),
    before: { file_size: file.file_size, original_filename: file.original_filename },
    after: { file_size: content.file_size, original_filename: content.original_filename },
  });
}

/**
 * Puts the content of a file that is about to be replaced into the bin, as a private file at `address`. Returns the
 * batch to restore.
 */
export async function binPreviousContent(
  db: StaffDb,
  id: string,
  address: string,
): Promise<string> {
  const file = await lockRow(db, staticFiles, id);
  const [batch, copyId] = [newId(), newId()];
  const label = `${file.title} (contenu précédent)`;
  const changes = {
    id: copyId,
    title: label,
    file_url: address,
    cover_url: null,
    prepared_at: null,
    filename: keyOf(address)?.slice(UPLOADS.length),
    download_count: 0,
    is_public: false,
    is_resource: false,
    is_featured: false,
    is_sample: false,
    media_kit_place: null,
  };
  const rows = await rowsOf<{ row: Record<string, unknown> }>(
    db,
    sql`select to_jsonb(${staticFiles}.*) || ${JSON.stringify(changes)}::jsonb as row
      from ${staticFiles} where ${staticFiles.id} = ${id}`,
  );
  await db.insert(bin).values({
    batch,
    label,
    entity: "static_files",
    entity_id: copyId,
    deleted_by: db.staffId,
    deleted_by_name: await nameOfStaff(db),
    rows: rows.map(({ row }) => ({ table: "static_files", row })),
  });
  await audit(db, {
    action: "static_files.keep-previous",
    entity: "static_files",
    entity_id: id,
    label: String(file.title),
  });
  return batch;
}

export function deleteFiles(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, staticFiles, ids, { label: ({ title }) => title });
}

/** @throws FieldRefused when the name is taken */
export async function createCategory(
  db: StaffDb,
  { is_section, ...values }: CategoryForm,
): Promise<string> {
  const key = is_section ? await newKey(db, values.name) : null;
  const [last] = await db.select({ place: max(fileCategories.place) }).from(fileCategories);
  const row = { ...values, key, place: (last?.place ?? 0) + 1 };
  return withFreeName(createRecord(db, fileCategories, row, values.name));
}

/**
 * Changes a category; its documents and the address of its tab stay with it, whatever it is called.
 * @throws FieldRefused when the name is taken; and for a tab that still has documents
 */
export async function updateCategory(
  db: StaffDb,
  id: string,
  { is_section, ...values }: CategoryForm,
  version?: string,
): Promise<void> {
  const before = (await lockRow(db, fileCategories, id)) as CategoryRow;
  const key = is_section ? (before.key ?? (await newKey(db, values.name))) : null;
  if (before.key && !key) await assertWithoutDocuments(db, id);
  const options = { label: values.name, version };
  await withFreeName(updateRecord(db, fileCategories, id, { ...values, key }, options));
}

/** A unique word for the address of a tab. */
async function newKey(db: StaffDb, name: string): Promise<string> {
  const rows = await db.select({ key: fileCategories.key }).from(fileCategories);
  const used = new Set(rows.flatMap(({ key }) => key ?? []));
  return freeSlug(slugify(name) || "documents", used);
}

async function assertWithoutDocuments(db: StaffDb, id: string): Promise<void> {
  const documents = and(eq(staticFiles.category_id, id), eq(staticFiles.is_resource, true));
  if ((await db.$count(staticFiles, documents)) === 0) return;
  throw new FieldRefused("is_section", "Elle contient encore des documents de la page Ressources");
}

/** Swaps a category with its neighbour. */
export function moveCategory(db: StaffDb, id: string, direction: "up" | "down"): Promise<boolean> {
  return moveRecord(db, fileCategories, id, {
    by: "place",
    direction,
    label: ({ name }) => name,
  });
}

async function withFreeName<T>(saving: Promise<T>): Promise<T> {
  try {
    return await saving;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new FieldRefused("name", "Cette catégorie existe déjà");
  }
}

/** Deletes categories that hold no file. @throws AppError 'conflict' for the others */
export async function deleteCategories(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  const files = await countByCategory(db);
  const full = ids.find((id) => files[id]);
  if (full) throw new AppError("conflict", categoryContent(files[full] ?? 0));
  return deleteRecords(db, fileCategories, ids, { label: ({ name }) => name });
}

/** The files of each category, by its id. */
export async function countByCategory(db: StaffDb): Promise<Record<string, number>> {
  const rows = await db
    .select({ id: staticFiles.category_id, files: count() })
    .from(staticFiles)
    .where(isNotNull(staticFiles.category_id))
    .groupBy(staticFiles.category_id);
  return Object.fromEntries(rows.map(({ id, files }) => [id, files]));
}
