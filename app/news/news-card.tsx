import type { ReactNode } from "react";
import { formatDate, isoDay } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { type Language, pathIn } from "../i18n/languages.ts";
import { type LocalText, localized } from "../i18n/localized.ts";
import { Picture } from "../ui/picture.tsx";
import { NewerOlder } from "../ui/section.tsx";
import { Local } from "../ui/text.tsx";
import type { News } from "./news.record.ts";
import type { NewsPage } from "./news-page.server.ts";

export type NewsCardData = Pick<
  News,
  "id" | "title" | "title_en" | "excerpt" | "excerpt_en" | "image_url" | "category" | "dated_at"
>;

/** One article in a list: picture, category, date, title; the excerpt where there is room. */
function NewsCard({ news, first = false }: { news: NewsCardData; first?: boolean }) {
  const { t, language } = useI18n();
  return (
    <article className="card card-link flex flex-col">
      <div className="aspect-news overflow-hidden">
        <Picture
          src={news.image_url}
          kind="news"
          alt=""
          sizes="(max-width: 560px) 260px, (max-width: 1080px) 380px, 360px"
          first={first}
        />
      </div>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <p className="flex flex-wrap items-center gap-3 text-xs text-muted">
          <span className="badge">{t(`news.category.${news.category}`)}</span>
          <time dateTime={isoDay(news.dated_at)}>{formatDate(language, news.dated_at)}</time>
        </p>
        <h3 className="text-lg font-bold">
          <a href={pathIn(language, `/news/${news.id}`)}>
            <Local value={localized(news, "title", language)} />
          </a>
        </h3>
        <p className="line-clamp-3 text-sm text-muted">
          <Local value={localized(news, "excerpt", language)} />
        </p>
      </div>
    </article>
  );
}

/** The texts of article cards. */
export const cardTexts = (news: readonly NewsCardData[], language: Language): LocalText[] =>
  news.flatMap((item) => [
    localized(item, "title", language),
    localized(item, "excerpt", language),
  ]);

type GridProps = { news: readonly NewsCardData[]; first?: boolean; columns?: string };

/** The grid in which news cards stand. */
export function NewsGrid({ news, first, columns = "lg:grid-cols-3" }: GridProps) {
  return (
    <ul className={`grid gap-6 sm:grid-cols-2 ${columns}`}>
      {news.map((item, index) => (
        <li key={item.id} className="grid">
          <NewsCard news={item} first={first && index === 0} />
        </li>
      ))}
    </ul>
  );
}

type Props = NewsPage & {
  /** The address of the newest articles. */
  here: string;
  /** Shown when there are none. */
  children?: ReactNode;
};

/** One page of articles, with links to newer and older ones. */
export function NewsPages({ news, more, before, here, children }: Props) {
  const { t } = useI18n();
  return (
    <div className="wrap section">
      <h2 className="quiet">{t("news.title")}</h2>
      {news.length > 0 ? <NewsGrid news={news} first /> : children}
      <NewerOlder
        here={here}
        further={before !== undefined}
        last={more ? news.at(-1)?.id : undefined}
        labels={{ newest: t("news.newest"), older: t("news.older") }}
      />
    </div>
  );
}
