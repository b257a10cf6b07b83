import { and, arrayContains, desc, eq, lt, ne, or, sql } from "drizzle-orm";
import type { VisitorDb } from "../platform/database/doors.server.ts";
import { news } from "./news.table.server.ts";
import type { News } from "./news.ts";
import type { NewsCardData } from "./news-card.tsx";

const card = {
  id: news.id,
  title: news.title,
  title_en: news.title_en,
  excerpt: news.excerpt,
  excerpt_en: news.excerpt_en,
  image_url: news.image_url,
  category: news.category,
  created_at: news.created_at,
};

/**
 * Published articles, newest first. `before` is the id of the last article of the page before; an
 * unknown one gives the first page.
 */
export function listNews(
  db: VisitorDb,
  { limit, before, tag }: { limit: number; before?: string; tag?: string },
): Promise<NewsCardData[]> {
  const last = sql`(select n.created_at, n.id from ${news} n where n.id = ${before})`;
  return db
    .select(card)
    .from(news)
    .where(
      and(
        eq(news.published, true),
        tag === undefined ? undefined : arrayContains(news.tags, [tag]),
        before === undefined
          ? undefined
          : or(sql`(${news.created_at}, ${news.id}) < ${last}`, sql`not exists ${last}`),
      ),
    )
    .orderBy(desc(news.created_at), desc(news.id))
    .limit(limit);
}

export async function findArticle(db: VisitorDb, id: string): Promise<News | undefined> {
  const [article] = await db
    .select()
    .from(news)
    .where(and(eq(news.id, id), eq(news.published, true)));
  return article;
}

/** Two articles to read after this one: the newest of its category, then the newest. */
export function listRelated(db: VisitorDb, article: News): Promise<NewsCardData[]> {
  return db
    .select(card)
    .from(news)
    .where(and(eq(news.published, true), ne(news.id, article.id), lt(news.created_at, sql`now()`)))
    .orderBy(desc(eq(news.category, article.category)), desc(news.created_at))
    .limit(2);
}

/** The address and last change of every published article. */
export function listAllNewsIds(db: VisitorDb): Promise<{ id: string; updated_at: Date }[]> {
  return db
    .select({ id: news.id, updated_at: news.updated_at })
    .from(news)
    .where(eq(news.published, true))
    .orderBy(desc(news.created_at), desc(news.id));
}
