import type { ReactNode } from "react";
import { useI18n } from "../i18n/i18n.ts";
import { NewerOlder } from "../ui/section.tsx";
import { NewsGrid } from "./news-card.tsx";
import type { NewsPage } from "./news-page.server.ts";

type Props = NewsPage & {
  /** The address of the newest articles. */
  here: string;
  /** What stands there when there are none. */
  children?: ReactNode;
};

/** One page of articles, with the ways to newer and to older ones. */
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
