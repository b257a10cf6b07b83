import { ArrowLeft } from "lucide-react";
import { data } from "react-router";
import { BEFORE } from "../core/http/address-checks.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { Missing } from "../site/frame/not-found.tsx";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import type { Route } from "./+types/tag.page.ts";
import { cardTexts, NewsPages } from "./news-card.tsx";
import { readNewsPage } from "./news-page.server.ts";

/** The maximum length of a tag; tags are in lower case. */
const MAX_TAG = 40;
const tagWord = (value: string) =>
  value.length <= MAX_TAG && !value.includes("\0") ? value.toLowerCase() : undefined;

export const handle = {
  reads: ["news"],
  segments: { tag: tagWord },
  parameters: { before: BEFORE },
};

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { tag } = params;
  const page = await readNewsPage(context, url, tag);
  // An unknown tag is a 404.
  return data({ tag, page }, { status: page.news.length > 0 ? 200 : 404 });
}

export default function TagPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { tag, page } = loaderData;
  if (page.news.length === 0) {
    return (
      <Missing
        title={t("news.tagEmptyTitle")}
        message={t("news.tagEmptyMessage")}
        back={{ path: "/news", label: t("news.back") }}
      />
    );
  }
  const description = t("news.tagDescription", { tag });
  return (
    <>
      <PageHead
        title={t("news.tagTitle", { tag })}
        description={description}
        noindex={!!page.before}
      />
      <PageBanner
        title={<FrenchTag text={t("news.tagTitle", { tag })} tag={tag} />}
        lead={description}
      >
        <p>
          <a
            className="link inline-flex min-h-11 items-center gap-2 text-sm"
            href={pathIn(language, "/news")}
          >
            <ArrowLeft aria-hidden="true" size={18} />
            {t("news.back")}
          </a>
        </p>
        <FrenchNote some of={cardTexts(page.news, language)} />
      </PageBanner>
      <NewsPages {...page} here={pathIn(language, `/news/tag/${encodeURIComponent(tag)}`)} />
    </>
  );
}

/** Tags are French on the English pages too. */
function FrenchTag({ text, tag }: { text: string; tag: string }) {
  const { language } = useI18n();
  const start = text.lastIndexOf(tag);
  if (language === "fr" || start < 0) return text;
  return (
    <>
      {text.slice(0, start)}
      <span lang="fr">{tag}</span>
      {text.slice(start + tag.length)}
    </>
  );
}
