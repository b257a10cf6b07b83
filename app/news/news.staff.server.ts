import { inArray } from "drizzle-orm";
import * as z from "zod";
import { inState } from "../core/database/doors/columns.server.ts";
import type { StaffDb } from "../core/database/doors/doors.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { isId } from "../core/secrets/id.ts";
import type { PublicationState } from "../core/values/publication.ts";
import { recordSchema } from "../kit/form/record-schema.ts";
import { recordForm } from "../kit/form/restoring.server.ts";
import { formDefaults } from "../kit/form/save.server.ts";
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
import { listDefined } from "../records/list/listing.staff.server.ts";
import { createRecord, findRecord, updateRecord } from "../records/records.staff.server.ts";
import { normaliseTexts } from "../texts/normalise-texts.operations.server.ts";
import { withMarkdownTexts } from "../texts/read-text.server.ts";
import { MARKDOWN, requiredText, sentText } from "../texts/text-fields.ts";
import { type News, type NewsCategory, newsRecord } from "./news.record.ts";
import { news } from "./news.table.server.ts";

const MAX_TAGS = 12;

/** Tags as they are typed, "finale, Conakry", become lower-case words for addresses. */
const tags = z
  .string()
  .default("")
  .transform((text) => {
    const words = text.split(/[,\n]/).map((word) => word.trim().replace(/^#/, ""));
    const clean = words.map((word) => word.toLowerCase().replaceAll(/\s+/g, "-"));
    return [...new Set(clean.filter((word) => word !== ""))];
  })
  .pipe(
    z
      .array(z.string().max(40, "Chaque étiquette a 40 caractères au plus"))
      .max(MAX_TAGS, `Au plus ${MAX_TAGS} étiquettes`),
  );

const schema = recordSchema(newsRecord, {
  content: requiredText("Le contenu est requis"),
  content_en: sentText,
  tags,
  published: z.enum(["draft", "published", SCHEDULED]).default("draft"),
  ...publicationFields,
}).transform((article, context) => ({
  ...article,
  ...parsePublication(article.published, article, context),
  ...MARKDOWN,
}));
export type NewsForm = z.output<typeof schema>;

const label = ({ title }: { title: string }) => title;

/** One page of all articles, drafts too. */
export function listAllNews(db: StaffDb, query: ListQuery) {
  const { status } = query.filters;
  return listDefined(db, news, newsRecord, query, [
    status ? inState(status as PublicationState, news.published, news) : undefined,
  ]);
}
export type NewsRow = Awaited<ReturnType<typeof listAllNews>>["rows"][number];

/** The categories that articles have, for the filter. */
export async function listUsedCategories(db: StaffDb): Promise<NewsCategory[]> {
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

/** @throws FieldRefused when a text links to something that does not exist */
export async function createNews(db: StaffDb, values: NewsForm): Promise<string> {
  const settled = { ...(await normaliseTexts(db, values, TEXTS)), ...publicationToStore(values) };
  return createRecord(db, news, settled, values.title);
}

/** @throws FieldRefused when a text links to something that does not exist */
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

/** The articles of a deletion. */
export const listTitles = (db: StaffDb, ids: readonly string[]) =>
  db
    .select({ id: news.id, title: news.title })
    .from(news)
    .where(inArray(news.id, ids.filter(isId)));

export function deleteNews(db: StaffDb, ids: readonly string[]): Promise<Deleted> {
  return deleteRecords(db, news, ids, { label });
}

/** An article as its form shows it. */
function fieldsOf(article: News & { updated_at: Date }) {
  const { status, ...moments } = publicationDefaults(article, currentTime());
  const { dated_at: _dated, ...fields } = withMarkdownTexts(article, ["content", "content_en"]);
  const tags = article.tags.join(", ");
  return { ...formDefaults({ ...fields, tags }), ...moments, published: status };
}

/** Its form, through which an old version comes back too. */
export const newsForm = recordForm({
  table: news,
  find: findNews,
  fieldsOf,
  schema,
  update: updateNews,
  remove: deleteNews,
});
