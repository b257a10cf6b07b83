import { data, redirect } from "react-router";
import { PREVIEW_HEADERS, readPreview } from "../auth/preview.server.ts";
import { asVisitor, type VisitorDb } from "../core/database/doors.server.ts";
import { readWithFallback } from "../core/fallback.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { languageOf, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { DraftMark } from "../site/draft-mark.tsx";
import { NotFound } from "../site/not-found.tsx";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/cms.page.ts";
import { SAMPLE_PAGES } from "./pages.samples.ts";
import { HOME_SLUG, pagePath } from "./pages.ts";
import { findDraft, findMovedPage, findPage, type WrittenPage } from "./pages.visitor.server.ts";
import { SectionBody } from "./section-body.tsx";
import { withTexts } from "./section-texts.server.ts";

/** What can be a page's address at all. Home has its own: this one is nobody's. */
const pageSlug = (slug: string) =>
  /^[a-z0-9-]+$/.test(slug) && slug !== HOME_SLUG ? slug : undefined;

export const handle = { reads: ["pages", "page_sections"], segments: { slug: pageSlug } };

const findSample = (slug: string): WrittenPage | undefined =>
  SAMPLE_PAGES.find(({ page }) => page.slug === slug && page.status === "published");

export async function loader({ request, context, params: { slug }, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  const { page, movedTo } = await readWithFallback(
    context,
    "pages",
    () => asVisitor((db) => readAddress(db, slug)),
    () => ({ page: findSample(slug), movedTo: undefined }),
  );
  if (page) return data(withTexts(page, language));
  if (movedTo) {
    const location = pathIn(language, pagePath(movedTo));
    // A browser that kept this for good would not see who takes the address next.
    throw redirect(location, { status: 301, headers: { "cache-control": "no-cache" } });
  }
  const draft = await readPreview(request, context, (db) => findDraft(db, slug));
  return data(draft ? withTexts(draft, language) : null, {
    status: draft ? 200 : 404,
    headers: draft && PREVIEW_HEADERS,
  });
}

/** The page at an address, or where the one is that stood there before. */
async function readAddress(db: VisitorDb, slug: string) {
  const page = await findPage(db, slug);
  return { page, movedTo: page ? undefined : await findMovedPage(db, slug) };
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function CmsPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Written {...loaderData} /> : <NotFound />;
}

function Written({ page, sections }: WrittenPage) {
  const { t, language } = useI18n();
  const title = localized(page, "title", language);
  const description = localized(page, "meta_description", language).text || t("head.description");
  const opening = sections[0]?.section_type === "hero" ? sections[0] : undefined;
  const published = page.status === "published";
  return (
    <div className="wrap-anywhere">
      <PageHead
        title={title.text}
        description={description}
        image={opening?.image_url}
        noindex={!published}
      />
      {!opening && <PageBanner title={<Local value={title} />} />}
      {sections.map((section) => (
        <section key={section.id} className="contents">
          <SectionBody section={section} pageTitle={section === opening ? title : undefined} />
        </section>
      ))}
      {!published && (
        <DraftMark
          message={t(page.status === "archived" ? "draft.archived" : "draft.message")}
          edit={{ href: `/admin/pages/${page.id}`, label: t("draft.edit") }}
        />
      )}
    </div>
  );
}
