import { ArrowLeft } from "lucide-react";
import { data } from "react-router";
import { PREVIEW_HEADERS, readPreview } from "../auth/preview.server.ts";
import { recordId } from "../core/address-checks.ts";
import { currentTime } from "../core/clock.ts";
import { asVisitor } from "../core/database/doors.server.ts";
import { readWithFallback } from "../core/fallback.server.ts";
import { isId } from "../core/id.ts";
import { formatDate, isoDay } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { useDocument } from "../site/document.ts";
import { DraftMark } from "../site/draft-mark.tsx";
import { Missing } from "../site/missing.tsx";
import { PageHead } from "../site/page-head.tsx";
import { ShareBlock } from "../site/share-block.tsx";
import { readText } from "../texts/read-text.server.ts";
import type { Written } from "../texts/text-document.ts";
import { WrittenText } from "../texts/written-text.tsx";
import { Picture } from "../ui/picture.tsx";
import { SectionHead } from "../ui/section-head.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/article.page.ts";
import { sampleNews } from "./news.samples.ts";
import type { News } from "./news.ts";
import { findArticle, findDraft, listRelated } from "./news.visitor.server.ts";
import { type NewsCardData, NewsGrid } from "./news-card.tsx";

export const handle = { reads: ["news"], segments: { id: recordId } };

type ArticlePageData = { article: News; related: NewsCardData[] } | undefined;
type Shown = NonNullable<ArticlePageData> & { text: Written };

async function find(id: string): Promise<ArticlePageData> {
  return asVisitor(async (db) => {
    const article = await findArticle(db, id);
    return article && { article, related: await listRelated(db, article) };
  });
}

function findSample(id: string): ArticlePageData {
  const samples = sampleNews(currentTime());
  const article = samples.find((sample) => sample.id === id);
  return (
    article && { article, related: samples.filter((sample) => sample !== article).slice(0, 2) }
  );
}

export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const { id } = params;
  const page = isId(id)
    ? await readWithFallback(
        context,
        "news",
        () => find(id),
        () => findSample(id),
      )
    : undefined;
  const language = languageOf(url.pathname);
  const withText = (page: NonNullable<ArticlePageData>): Shown => ({
    ...page,
    text: readText(page.article, "content", language),
  });
  if (page || !isId(id)) return data(page ? withText(page) : null, { status: page ? 200 : 404 });
  const draft = await readPreview(request, context, (db) => findDraft(db, id));
  return data(draft ? withText({ article: draft, related: [] }) : null, {
    status: draft ? 200 : 404,
    headers: draft && PREVIEW_HEADERS,
  });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  if (loaderData) return <Article {...loaderData} />;
  return (
    <Missing
      title={t("news.notFoundTitle")}
      message={t("news.notFoundMessage")}
      back={{ path: "/news", label: t("news.back") }}
    />
  );
}

function Article({ article, related, text }: Shown) {
  const { t, language } = useI18n();
  const { federation, publicUrl } = useDocument();
  const title = localized(article, "title", language);
  const excerpt = localized(article, "excerpt", language);
  const author = language === "fr" ? federation.name : federation.name_en;
  return (
    <>
      <PageHead
        title={title.text}
        description={excerpt.text}
        image={article.image_url}
        type="article"
        noindex={!article.published}
        data={{
          "@type": "NewsArticle",
          headline: title.text,
          description: excerpt.text,
          inLanguage: title.lang ?? language,
          datePublished: article.created_at.toISOString(),
          articleSection: t(`news.category.${article.category}`),
          keywords: article.tags.join(", "),
          author: { "@id": `${publicUrl}/#organization` },
          publisher: { "@id": `${publicUrl}/#organization` },
          image: article.image_url && new URL(article.image_url, publicUrl).href,
        }}
      />
      <article>
        <header className="on-dark slant bg-night pt-28 text-white md:pt-36">
          <div className="wrap max-w-[920px]">
            <a
              className="link inline-flex min-h-11 items-center gap-2 text-sm"
              href={pathIn(language, "/news")}
            >
              <ArrowLeft aria-hidden="true" size={18} />
              {t("news.back")}
            </a>
            <p className="mt-5">
              <span className="badge">{t(`news.category.${article.category}`)}</span>
            </p>
            <h1 className="mt-4 text-3xl">
              <Local value={title} />
            </h1>
            <p className="mt-5 text-sm text-mist">
              {/* One text: a space of its own has a place of its own while the page comes in. */}
              {`${t("news.by", { author })} · `}
              <time dateTime={isoDay(article.created_at)} className="whitespace-nowrap">
                {formatDate(language, article.created_at)}
              </time>
            </p>
          </div>
        </header>
        <div className="wrap max-w-[920px]">
          <div className="relative -mt-[3vw] aspect-news overflow-hidden rounded-card">
            <Picture
              src={article.image_url}
              kind="wide"
              alt=""
              sizes="(max-width: 560px) 320px, 840px"
              first
            />
          </div>
          <div className="prose mx-auto py-12">
            <p className="text-lg font-semibold" lang={excerpt.lang}>
              {excerpt.text}
            </p>
            <WrittenText value={text} under={1} />
          </div>
          <Tags tags={article.tags} />
          {article.published && (
            <div className="mx-auto max-w-[68ch] pb-16">
              <ShareBlock title={title.text} path={`/news/${article.id}`} />
            </div>
          )}
        </div>
      </article>
      {related.length > 0 && (
        <div className="bg-white">
          <div className="wrap section max-w-[920px]">
            <SectionHead title={t("news.more")} />
            <NewsGrid news={related} />
          </div>
        </div>
      )}
      {!article.published && (
        <DraftMark
          message={t("draft.article")}
          edit={{ href: `/admin/news/${article.id}`, label: t("draft.editArticle") }}
        />
      )}
    </>
  );
}

function Tags({ tags }: { tags: string[] }) {
  const { t, language } = useI18n();
  if (tags.length === 0) return null;
  return (
    <ul aria-label={t("news.tags")} className="mx-auto flex max-w-[68ch] flex-wrap gap-3 pb-16">
      {tags.map((tag) => (
        <li key={tag}>
          <a className="tab" href={pathIn(language, `/news/tag/${encodeURIComponent(tag)}`)}>
            #{tag}
          </a>
        </li>
      ))}
    </ul>
  );
}
