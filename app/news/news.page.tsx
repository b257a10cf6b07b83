import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { asVisitor } from "../platform/database/doors.server.ts";
import { readOr } from "../platform/fallback.server.ts";
import { isId } from "../platform/id.server.ts";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/news.page.ts";
import { sampleNews } from "./news.samples.ts";
import { listNews, NEWS_PAGE } from "./news.visitor.server.ts";
import { NewsGrid } from "./news-card.tsx";

export const handle = { reads: ["news"] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const asked = url.searchParams.get("before") ?? undefined;
  const before = isId(asked) ? asked : undefined;
  // One more than a page shows whether there is another.
  const found = await readOr(
    context,
    "news",
    () => asVisitor((db) => listNews(db, { limit: NEWS_PAGE + 1, before })),
    () => sampleNews(new Date()),
  );
  return { news: found.slice(0, NEWS_PAGE), more: found.length > NEWS_PAGE, before };
}

export default function NewsPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { news, more, before } = loaderData;
  const here = pathIn(language, "/news");
  return (
    <>
      <PageHead title={t("news.title")} description={t("news.description")} noindex={!!before} />
      <PageBanner title={t("news.title")} lead={t("news.description")} />
      <div className="wrap section">
        <h2 className="quiet">{t("news.title")}</h2>
        {news.length > 0 ? (
          <NewsGrid news={news} first />
        ) : (
          <EmptyState title={t("news.emptyTitle")} message={t("news.emptyMessage")} />
        )}
        {(before || more) && (
          <p className="mt-12 flex flex-wrap justify-center gap-4">
            {before && (
              <a className="tab" href={here}>
                {t("common.newest")}
              </a>
            )}
            {more && (
              <a className="tab" rel="next" href={`${here}?before=${news.at(-1)?.id}`}>
                {t("common.older")}
              </a>
            )}
          </p>
        )}
      </div>
    </>
  );
}
