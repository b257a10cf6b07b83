import { data } from "react-router";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { asVisitor } from "../platform/database/doors.server.ts";
import { readOr } from "../platform/fallback.server.ts";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/tag.page.ts";
import { sampleNews } from "./news.samples.ts";
import { listNews, NEWS_PAGE } from "./news.visitor.server.ts";
import { NewsGrid } from "./news-card.tsx";

export const handle = { reads: ["news"] };

/** No tag of ours is longer; whatever an address holds beyond it is cut before it is shown. */
const MAX_TAG = 40;

export async function loader({ context, params }: Route.LoaderArgs) {
  const tag = params.tag.slice(0, MAX_TAG).toLowerCase().replaceAll("\0", "");
  const news = await readOr(
    context,
    "news",
    () => asVisitor((db) => listNews(db, { limit: NEWS_PAGE, tag })),
    () => sampleNews(new Date()).filter((item) => item.tags.includes(tag)),
  );
  // A tag that no article carries is an address that nobody gave out.
  return data({ tag, news }, { status: news.length > 0 ? 200 : 404 });
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { tag, news } = loaderData;
  const description = t("news.tagDescription", { tag });
  return (
    <>
      <PageHead
        title={t("news.tagTitle", { tag })}
        description={description}
        noindex={news.length === 0}
      />
      <PageBanner title={t("news.tagTitle", { tag })} lead={description} />
      <div className="wrap section">
        <h2 className="quiet">{t("news.title")}</h2>
        {news.length > 0 ? (
          <NewsGrid news={news} first />
        ) : (
          <EmptyState title={t("news.tagEmptyTitle", { tag })} message={t("news.tagEmptyMessage")}>
            <a className="link" href={pathIn(language, "/news")}>
              {t("news.back")}
            </a>
          </EmptyState>
        )}
      </div>
    </>
  );
}
