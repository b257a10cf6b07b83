import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { escapeXml } from "../core/values/xml.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { translator } from "../i18n/translate.server.ts";
import { cachedSettings } from "../settings/settings.visitor.server.ts";
import type { Route } from "./+types/feed.route.ts";
import { sampleNews } from "./news.samples.ts";
import { listNews } from "./news.visitor.server.ts";

export const handle = { reads: ["news", "site_settings"] };

const FEED_LENGTH = 20;

/** The latest news as RSS 2.0, in the language of the address. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const news = await readOrSamples(
    context,
    "news",
    () => asVisitor((db) => listNews(db, { limit: FEED_LENGTH })),
    () => sampleNews(currentTime()),
  );
  const { PUBLIC_URL } = env();
  const { federation } = cachedSettings();
  const t = translator(language);
  const items = news.map((item) => {
    const address = PUBLIC_URL + pathIn(language, `/news/${item.id}`);
    return `<item>
<title>${escapeXml(localized(item, "title", language).text)}</title>
<link>${address}</link>
<guid>${address}</guid>
<category>${escapeXml(t(`news.category.${item.category}`))}</category>
<pubDate>${item.dated_at.toUTCString()}</pubDate>
<description>${escapeXml(localized(item, "excerpt", language).text)}</description>
</item>`;
  });
  const name = language === "fr" ? federation.name : federation.name_en;
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(name)}</title>
<link>${PUBLIC_URL}${pathIn(language, "/news")}</link>
<atom:link href="${PUBLIC_URL}${pathIn(language, "/feed.xml")}" rel="self" type="application/rss+xml"/>
<description>${escapeXml(t("news.description"))}</description>
<language>${language}</language>
${items.join("\n")}
</channel>
</rss>
`;
  return new Response(body, { headers: { "content-type": "application/rss+xml; charset=utf-8" } });
}
