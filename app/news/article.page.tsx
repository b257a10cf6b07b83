import { data } from "react-router";
import { PREVIEW_HEADERS, readPreview } from "../auth/sessions/guard.server.ts";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { recordId } from "../core/http/address-checks.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { isId } from "../core/secrets/id.ts";
import { type PublicationState, publicationState } from "../core/values/publication.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf } from "../i18n/languages.ts";
import { DraftNotice, useDraftReason } from "../site/frame/draft-mark.tsx";
import { Missing } from "../site/frame/not-found.tsx";
import { pictureOf } from "../site/icons/share-picture.server.ts";
import { readText } from "../texts/read-text.server.ts";
import type { Route } from "./+types/article.page.ts";
import { Article, type ShownArticle } from "./article.tsx";
import type { News } from "./news.record.ts";
import { sampleNews } from "./news.samples.ts";
import { findArticle, findDraft, listRelated, sharedArticle } from "./news.visitor.server.ts";
import type { NewsCardData } from "./news-card.tsx";

export const handle = { reads: ["news", "static_files"], segments: { id: recordId } };

type ArticlePageData = { article: News; related: NewsCardData[] } | undefined;

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
    ? await readOrSamples(
        context,
        "news",
        () => find(id),
        () => findSample(id),
      )
    : undefined;
  const language = languageOf(url.pathname);
  const withText = (page: NonNullable<ArticlePageData>): ShownArticle => ({
    ...page,
    text: readText(page.article, "content", language),
  });
  if (page) {
    const share = await pictureOf(sharedArticle(page.article, language), language);
    return data({ ...withText(page), share, unseen: undefined });
  }
  if (!isId(id)) return data(null, { status: 404 });
  const draft = await readPreview(request, context, "news.edit", (db) => findDraft(db, id));
  const unseen = draft && publicationState(draft, currentTime());
  return data(draft ? { ...withText({ article: draft, related: [] }), unseen } : null, {
    status: draft ? 200 : 404,
    headers: draft && PREVIEW_HEADERS,
  });
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  if (loaderData) {
    const { unseen, ...shown } = loaderData;
    return (
      <Article {...shown} mark={unseen && <Unseen article={shown.article} state={unseen} />} />
    );
  }
  return (
    <Missing
      title={t("news.notFoundTitle")}
      message={t("news.notFoundMessage")}
      back={{ path: "/news", label: t("news.back") }}
    />
  );
}

function Unseen({ article, state }: { article: News; state: PublicationState }) {
  const { t } = useI18n();
  return (
    <DraftNotice
      message={useDraftReason(article, state, t("draft.article"))}
      edit={{ href: `/admin/news/${article.id}`, label: t("draft.editArticle") }}
    />
  );
}
