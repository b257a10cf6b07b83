import { and, arrayContains, desc, eq, lt, ne, sql } from "drizzle-orm";
import { columnsOf, shownNow } from "../core/database/doors/columns.server.ts";
import type { StaffDb, VisitorDb } from "../core/database/doors/doors.server.ts";
import type { Language } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { translator } from "../i18n/translate.server.ts";
import { columnNames } from "../records/record-fields.ts";
import type { SharedRecord } from "../site/icons/share-picture.server.ts";
import { type News, newsRecord } from "./news.record.ts";
import { news } from "./news.table.server.ts";
import type { NewsCardData } from "./news-card.tsx";

const card = columnsOf(news, [
  "id",
  "title",
  "title_en",
  "excerpt",
  "excerpt_en",
  "image_url",
  "category",
  "dated_at",
]);
const article = columnsOf(news, ["id", "dated_at", ...columnNames(newsRecord)]);

const isShown = shownNow(news.published, news);

/**
 * Published articles, newest first. `before` is the id of the last article of the page before; after
 * one that is not among them there are none.
 */
export function listNews(
  db: VisitorDb,
  { limit, before, tag }: { limit: number; before?: string; tag?: string },
): Promise<NewsCardData[]> {
  const condition = and(isShown, tag === undefined ? undefined : arrayContains(news.tags, [tag]));
  const last = (id: string) =>
    db
      .select(columnsOf(news, ["dated_at", "id"]))
      .from(news)
      .where(and(eq(news.id, id), condition));
  return db
    .select(card)
    .from(news)
    .where(
      and(
        condition,
        before === undefined ? undefined : sql`(${news.dated_at}, ${news.id}) < (${last(before)})`,
      ),
    )
    .orderBy(desc(news.dated_at), desc(news.id))
    .limit(limit);
}

export async function findArticle(db: VisitorDb, id: string): Promise<News | undefined> {
  const [row] = await db
    .select(article)
    .from(news)
    .where(and(eq(news.id, id), isShown));
  return row;
}

/** An article whether it is published or not, for staff who look at it on the site. */
export async function findDraft(db: StaffDb, id: string): Promise<News | undefined> {
  const [row] = await db.select(article).from(news).where(eq(news.id, id));
  return row;
}

/** Two articles to read after this one: the newest of its category, then the newest. */
export function listRelated(db: VisitorDb, article: News): Promise<NewsCardData[]> {
  return db
    .select(card)
    .from(news)
    .where(and(isShown, ne(news.id, article.id), lt(news.dated_at, sql`site_now()`)))
    .orderBy(desc(eq(news.category, article.category)), desc(news.dated_at))
    .limit(2);
}

/** The address and last change of every published article; its publication is one. */
export function listAllNewsIds(db: VisitorDb): Promise<{ id: string; updated_at: Date }[]> {
  const changed = sql`greatest(${news.updated_at}, ${news.public_from})`.mapWith(news.updated_at);
  return db
    .select({ id: news.id, updated_at: changed })
    .from(news)
    .where(isShown)
    .orderBy(desc(news.dated_at), desc(news.id));
}

/** The share picture of an article. */
export const sharedArticle = (article: News, language: Language): SharedRecord => ({
  kind: "news",
  id: article.id,
  title: localized(article, "title", language),
  badge: translator(language)(`news.category.${article.category}`),
  line: "",
  image: article.image_url,
});
