import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate, isoDay } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { useDocument } from "../site/document.ts";
import { FrenchNote, PageHead } from "../site/frame/page-head.tsx";
import { ShareBlock } from "../site/icons/share-block.tsx";
import type { SharePicture } from "../site/icons/share-picture.ts";
import type { Written } from "../texts/text-document.ts";
import { WrittenText } from "../texts/written-text.tsx";
import { Picture } from "../ui/picture.tsx";
import { SectionHead } from "../ui/section.tsx";
import { Local } from "../ui/text.tsx";
import type { News } from "./news.record.ts";
import { type NewsCardData, NewsGrid } from "./news-card.tsx";

export type ShownArticle = {
  article: News;
  related: NewsCardData[];
  text: Written;
  share?: SharePicture;
};

/** An article as visitors read it; `mark` is the notice of a preview, which has no share links. */
export function Article({
  article,
  related,
  text,
  share,
  mark,
}: ShownArticle & { mark?: ReactNode }) {
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
        share={share}
        type="article"
        noindex={mark !== undefined}
        data={{
          "@type": "NewsArticle",
          headline: title.text,
          description: excerpt.text,
          inLanguage: title.lang ?? language,
          datePublished: article.dated_at.toISOString(),
          articleSection: t(`news.category.${article.category}`),
          keywords: article.tags.join(", "),
          author: { "@id": `${publicUrl}/#organization` },
          publisher: { "@id": `${publicUrl}/#organization` },
          image: article.image_url && new URL(article.image_url, publicUrl).href,
        }}
      />
      <article>
        <header className="on-dark slant bg-night pt-20 text-white">
          <div className="wrap max-w-[920px]">
            <a
              className="link inline-flex min-h-11 items-center gap-2 text-sm"
              href={pathIn(language, "/news")}
            >
              <ArrowLeft aria-hidden="true" size={18} />
              {t("news.back")}
            </a>
            <p className="mt-4">
              <span className="badge">{t(`news.category.${article.category}`)}</span>
            </p>
            <h1 className="mt-4 text-3xl">
              <Local value={title} />
            </h1>
            <p className="mt-5 text-sm text-mist">
              {/* One text: a space of its own has a place of its own while the page comes in. */}
              {`${t("news.by", { author })} · `}
              <time dateTime={isoDay(article.dated_at)} className="whitespace-nowrap">
                {formatDate(language, article.dated_at)}
              </time>
            </p>
            <FrenchNote of={[title, excerpt, text]} />
          </div>
        </header>
        <div className="wrap max-w-[920px]">
          <div className="relative mt-6 aspect-news overflow-hidden rounded-card">
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
          {!mark && (
            <div className="mx-auto max-w-[68ch] pb-16">
              <ShareBlock title={title.text} path={`/news/${article.id}`} />
            </div>
          )}
        </div>
      </article>
      {related.length > 0 && (
        <div className="bg-white print:hidden">
          <div className="wrap section max-w-[920px]">
            <SectionHead title={t("news.more")} />
            <NewsGrid news={related} columns="" />
          </div>
        </div>
      )}
      {mark}
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
          <a
            className="tab"
            href={pathIn(language, `/news/tag/${encodeURIComponent(tag)}`)}
            lang={language === "fr" ? undefined : "fr"}
          >
            #{tag}
          </a>
        </li>
      ))}
    </ul>
  );
}
