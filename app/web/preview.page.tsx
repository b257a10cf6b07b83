import { data } from "react-router";
import { secretToken } from "../core/http/address-checks.ts";
import { readOrUnavailable } from "../core/http/fallback.server.ts";
import { requestInfoContext } from "../core/http/request-info.ts";
import { isFlood } from "../core/http/submission.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { listOffers } from "../events/events.ts";
import { formatMoment } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { type Language, languageOf } from "../i18n/languages.ts";
import { Article } from "../news/article.tsx";
import { withTexts } from "../pages/pages.visitor.server.ts";
import { SectionsPage } from "../pages/sections/sections-page.tsx";
import { EventDetail } from "../registrations/register/event-detail.tsx";
import { DraftNotice } from "../site/frame/draft-mark.tsx";
import { NotFound } from "../site/frame/not-found.tsx";
import { readText, withPlainTexts } from "../texts/read-text.server.ts";
import type { Route } from "./+types/preview.page.ts";
import { openPreview } from "./preview-links.system.server.ts";
import type { Snapshot } from "./preview-links.table.server.ts";

export const handle = { segments: { token: secretToken } };

/** No cache stores the page, no search engine lists it, and no linked site learns its address. */
const HEADERS = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};

export const headers = () => HEADERS;

/** The snapshot of a record, for anybody with the link. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (isFlood("preview", context.get(requestInfoContext))) {
    throw data(null, { status: 503, headers: HEADERS });
  }
  const { record, unavailable } = await readOrUnavailable(context, "preview", () =>
    openPreview(params.token),
  );
  if (unavailable) throw data(null, { status: 503, headers: HEADERS });
  if (!record) return data(null, { status: 404, headers: HEADERS });
  const shown = viewOf(record.snapshot, languageOf(url.pathname));
  return data({ ...shown, made_at: record.made_at }, { headers: HEADERS });
}

const NO_PLACES = { held: 0, offered: 0, unproven: 0, waiting: 0 };

function viewOf(snapshot: Snapshot, language: Language) {
  if (snapshot.kind === "news") {
    const { article } = snapshot;
    return { kind: "news" as const, article, text: readText(article, "content", language) };
  }
  if (snapshot.kind === "pages") {
    return { kind: "pages" as const, written: withTexts(snapshot.written, language) };
  }
  const { event } = snapshot;
  const text = readText(event, "description", language);
  return {
    kind: "events" as const,
    event: { ...withPlainTexts(event, "description"), places: NO_PLACES, text },
    offers: listOffers(event, currentTime()),
  };
}

export default function PreviewPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  if (!loaderData) return <NotFound />;
  const moment = formatMoment(language, loaderData.made_at);
  const mark = <DraftNotice message={t("draft.shared", { moment })} />;
  if (loaderData.kind === "news") {
    const { article, text } = loaderData;
    return <Article article={article} text={text} mark={mark} related={[]} />;
  }
  if (loaderData.kind === "pages") return <SectionsPage {...loaderData.written} mark={mark} />;
  const { event, offers } = loaderData;
  return (
    <EventDetail
      event={event}
      offers={offers}
      previewNote={mark}
      stage="closed"
      registering={false}
    />
  );
}
