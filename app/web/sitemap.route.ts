import { asVisitor } from "../core/database/doors/doors.server.ts";
import { readWithFallback } from "../core/http/fallback.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { env } from "../core/process/env.server.ts";
import { escapeXml } from "../core/values/xml.ts";
import { sampleEvents } from "../events/events.samples.ts";
import { listAllEventIds } from "../events/events.visitor.server.ts";
import { isoDay } from "../i18n/format.ts";
import { LANGUAGES, pathIn } from "../i18n/languages.ts";
import { sampleNews } from "../news/news.samples.ts";
import { listAllNewsIds } from "../news/news.visitor.server.ts";
import { listPageSlugs } from "../pages/pages.visitor.server.ts";
import { SAMPLE_RESOURCES } from "../resources/resources.samples.ts";
import { listResources } from "../resources/resources.visitor.server.ts";
import { plainScreens } from "../site/site-map.ts";
import type { Route } from "./+types/sitemap.route.ts";

export const handle = { reads: ["news", "events", "pages", "static_files", "file_categories"] };

type SitemapEntry = { path: string; changed?: Date };

/** Every public address in both languages, each with its twin. */
export async function loader({ context }: Route.LoaderArgs) {
  const addresses = await readWithFallback(
    context,
    "sitemap",
    () =>
      asVisitor(async (db) => [
        ...(await listAllNewsIds(db)).map((row) => ({
          path: `/news/${row.id}`,
          changed: row.updated_at,
        })),
        ...(await listAllEventIds(db)).map((row) => ({
          path: `/events/${row.id}`,
          changed: row.updated_at,
        })),
        ...(await listPageSlugs(db))
          .filter(({ slug }) => slug !== "home")
          .map((row) => ({ path: `/${row.slug}`, changed: row.updated_at })),
        ...(await listResources(db)).map((row) => ({ path: `/resources/${row.id}` })),
      ]),
    (): SitemapEntry[] => [
      ...sampleNews(currentTime()).map(({ id }) => ({ path: `/news/${id}` })),
      ...sampleEvents(currentTime()).map(({ id }) => ({ path: `/events/${id}` })),
      ...SAMPLE_RESOURCES.map(({ id }) => ({ path: `/resources/${id}` })),
    ],
  );
  const entries = [...plainScreens().map((path): SitemapEntry => ({ path })), ...addresses].flatMap(
    toEntries,
  );
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${entries.join("\n")}
</urlset>
`;
  return new Response(body, { headers: { "content-type": "application/xml; charset=utf-8" } });
}

function toEntries({ path, changed }: SitemapEntry): string[] {
  const address = (language: (typeof LANGUAGES)[number]) =>
    escapeXml(env().PUBLIC_URL + pathIn(language, path));
  const translations = LANGUAGES.map(
    (language) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${address(language)}"/>`,
  ).join("");
  const lastmod = changed ? `<lastmod>${isoDay(changed)}</lastmod>` : "";
  return LANGUAGES.map(
    (language) => `<url><loc>${address(language)}</loc>${lastmod}${translations}</url>`,
  );
}
