import { eq } from "drizzle-orm";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { inState } from "../core/database/doors/publication.server.ts";
import type { PublicationState, PublicationTimes } from "../core/values/publication.ts";
import { changePublication } from "../kit/publication/publication.staff.server.ts";
import { publicationToStore } from "../kit/publication/publication-to-store.server.ts";
import type { PublicationChange } from "../kit/publication/publication-words.ts";
import { type Deleted, deleteRecords } from "../records/bin/bin.staff.server.ts";
import type { ListQuery } from "../records/list/list-query.ts";
import { type Listing, listRecords } from "../records/list/listing.staff.server.ts";
import { createRecord, findRecord, updateRecord } from "../records/records.staff.server.ts";
import { normaliseTexts } from "../texts/normalise-texts.operations.server.ts";
import { news } from "./news.table.server.ts";
import type { NewsCategory } from "./news.ts";
import type { NewsForm } from "./news-schema.ts";

export type NewsRow = Pick<
  typeof news.$inferSelect,
  "id" | "title" | "excerpt" | "image_url" | "category" | "published" | "dated_at"
> &
  PublicationTimes;

const label = ({ title }: { title: string }) => title;

/** One page of all articles, drafts too. */
export function listAllNews(db: StaffDb, query: ListQuery): Promise<Listing<NewsRow>> {
  const { id, title, excerpt, image_url, category, published, dated_at } = news;
  const { public_from, public_until } = news;
  const { category: categoryFilter, status } = query.filters;
  return listRecords(db, {
    table: news,
    columns: {
      id,
      title,
      excerpt,
      image_url,
      category,
      dated_at,
      published,
      public_from,
      public_until,
    },
    sorts: { dated_at, title },
    where: [
      categoryFilter ? eq(category, categoryFilter as NewsCategory) : undefined,
      status ? inState(status as PublicationState, published, news) : undefined,
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
  const settled = { ...(await normaliseTexts(db, values, TEXTS)), ...publicationToStore(values) };
  return createRecord(db, news, settled, values.title);
}

/** @throws FieldRefused when a text names what is not there */
export async function updateNews(
  db: StaffDb,
  id: string,
  values: NewsForm,
  version?: string,
): Promise<void> {
  const stored = await findNews(db, id);
  const texts = await normaliseTexts(db, values, TEXTS, stored);
  const settled = { ...texts, ...publicationToStore(values, stored) };
  await updateRecord(db, news, id, settled, { label: values.title, version });
}

const isPublished = ({ published }: { published: boolean }) => published;

/** Publishes articles now, those that were to be published later too. */
export function publishNews(db: StaffDb, ids: readonly string[]): Promise<PublicationChange> {
  const values = { published: true };
  return changePublication(db, news, ids, {
    published: true,
    isPublished,
    values,
    label,
    action: "publish",
  });
}

/** Makes articles drafts again, those that were to be published later too. */
export function unpublishNews(db: StaffDb, ids: readonly string[]): Promise<PublicationChange> {
  const values = { published: false };
  return changePublication(db, news, ids, {
    published: false,
    isPublished,
    values,
    label,
    action: "unpublish",
  });
}

export function deleteNews(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, news, ids, { label });
}
