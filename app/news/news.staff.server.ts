import { eq } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors.server.ts";
import { type Deleted, deleteRecords } from "../records/bin.staff.server.ts";
import type { ListQuery } from "../records/list-query.ts";
import { type Listing, listRecords } from "../records/listing.staff.server.ts";
import {
  createRecord,
  findRecord,
  updateRecord,
  updateRecords,
} from "../records/records.staff.server.ts";
import { settleTexts } from "../texts/settle-texts.operations.server.ts";
import { news } from "./news.table.server.ts";
import type { NewsCategory } from "./news.ts";
import type { NewsForm } from "./news-schema.ts";

export type NewsRow = Pick<
  typeof news.$inferSelect,
  "id" | "title" | "excerpt" | "image_url" | "category" | "published" | "created_at"
>;

const label = ({ title }: { title: string }) => title;

/** One page of all articles, drafts too. */
export function listAllNews(db: StaffDb, query: ListQuery): Promise<Listing<NewsRow>> {
  const { id, title, excerpt, image_url, category, published, created_at } = news;
  const { category: categoryFilter, status } = query.filters;
  return listRecords(db, {
    table: news,
    columns: { id, title, excerpt, image_url, category, published, created_at },
    sorts: { created_at, title },
    where: [
      categoryFilter ? eq(category, categoryFilter as NewsCategory) : undefined,
      status ? eq(published, status === "published") : undefined,
    ],
    query,
  });
}

/** The categories that articles have, for the filter. */
export async function usedCategories(db: StaffDb): Promise<NewsCategory[]> {
  const rows = await db
    .selectDistinct({ category: news.category })
    .from(news)
    .orderBy(news.category);
  return rows.map(({ category }) => category);
}

export function findNews(db: StaffDb, id: string) {
  return findRecord(db, news, id);
}

const TEXTS = {
  content: { max: 50_000, required: "Le contenu est requis" },
  content_en: { max: 50_000 },
};

/** @throws FieldRefused when a text names what is not there */
export async function createNews(db: StaffDb, values: NewsForm): Promise<string> {
  return createRecord(db, news, await settleTexts(db, values, TEXTS), values.title);
}

/** @throws FieldRefused when a text names what is not there */
export async function updateNews(
  db: StaffDb,
  id: string,
  values: NewsForm,
  version?: string,
): Promise<void> {
  const texts = await settleTexts(db, values, TEXTS, await findNews(db, id));
  await updateRecord(db, news, id, texts, { label: values.title, version });
}

/** Publishes articles. Returns how many changed. */
export function publishNews(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, news, ids, { published: true }, { label, action: "publish" });
}

/** Makes articles drafts again. Returns how many changed. */
export function unpublishNews(db: StaffDb, ids: readonly string[]): Promise<number> {
  return updateRecords(db, news, ids, { published: false }, { label, action: "unpublish" });
}

export function deleteNews(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, news, ids, { label });
}
