import { data } from "react-router";
import { BEFORE } from "../core/http/address-checks.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { EmptyState } from "../ui/section.tsx";
import type { Route } from "./+types/news.page.ts";
import { cardTexts, NewsPages } from "./news-card.tsx";
import { readNewsPage } from "./news-page.server.ts";

export const handle = { reads: ["news"], parameters: { before: BEFORE } };

export async function loader({ context, url }: Route.LoaderArgs) {
  const page = await readNewsPage(context, url);
  // A page after an unknown article, or after the last one, is a 404.
  const missing = page.before !== undefined && page.news.length === 0;
  return data(page, { status: missing ? 404 : 200 });
}

export default function News({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  return (
    <>
      <PageHead
        title={t("news.title")}
        description={t("news.description")}
        noindex={!!loaderData.before}
      />
      <PageBanner title={t("news.title")} lead={t("news.description")}>
        <FrenchNote some of={cardTexts(loaderData.news, language)} />
      </PageBanner>
      <NewsPages {...loaderData} here={pathIn(language, "/news")}>
        <EmptyState title={t("news.emptyTitle")} message={t("news.emptyMessage")} />
      </NewsPages>
    </>
  );
}
