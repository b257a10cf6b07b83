import type { RouterContextProvider } from "react-router";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { sampleNews } from "./news.samples.ts";
import { listNews } from "./news.visitor.server.ts";
import type { NewsCardData } from "./news-card.tsx";

/**
 * Articles on one page: a dozen photographs keep it light, and fill two and three columns.
 */
const NEWS_PAGE = 12;

export type NewsPage = {
  news: NewsCardData[];
  /** There are older ones. */
  more: boolean;
  /** The id of the article before the first one; undefined on the first page. */
  before: string | undefined;
};

/** A page of articles, newest first: of a tag, or all; after the article `before`. */
export async function readNewsPage(
  context: Readonly<RouterContextProvider>,
  url: URL,
  tag?: string,
): Promise<NewsPage> {
  const before = url.searchParams.get("before") ?? undefined;
  // One more than a page shows whether there is another.
  const page = await readOrSamples(
    context,
    "news",
    () => asVisitor((db) => listNews(db, { limit: NEWS_PAGE + 1, before, tag })),
    () => sampleNews(currentTime()).filter((item) => tag === undefined || item.tags.includes(tag)),
  );
  return { news: page.slice(0, NEWS_PAGE), more: page.length > NEWS_PAGE, before };
}
