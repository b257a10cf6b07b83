import { data } from "react-router";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import type { Route } from "./+types/tag.page.ts";
import { readNewsPage } from "./news-page.server.ts";
import { NewsPages } from "./news-pages.tsx";

export const handle = { reads: ["news"] };

/** No tag of ours is longer; whatever an address holds beyond it is cut before it is shown. */
const MAX_TAG = 40;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const tag = params.tag.slice(0, MAX_TAG).toLowerCase().replaceAll("\0", "");
  const page = await readNewsPage(context, url, tag);
  // A tag that no article carries is an address that nobody gave out.
  return data({ tag, page }, { status: page.news.length > 0 ? 200 : 404 });
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { tag, page } = loaderData;
  const description = t("news.tagDescription", { tag });
  return (
    <>
      <PageHead
        title={t("news.tagTitle", { tag })}
        description={description}
        noindex={page.news.length === 0 || !!page.before}
      />
      <PageBanner title={t("news.tagTitle", { tag })} lead={description} />
      <NewsPages {...page} here={pathIn(language, `/news/tag/${encodeURIComponent(tag)}`)}>
        <EmptyState title={t("news.tagEmptyTitle", { tag })} message={t("news.tagEmptyMessage")}>
          <a className="link" href={pathIn(language, "/news")}>
            {t("news.back")}
          </a>
        </EmptyState>
      </NewsPages>
    </>
  );
}
