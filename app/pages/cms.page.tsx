import { data } from "react-router";
import { useI18n } from "../i18n/i18n.ts";
import { localized } from "../i18n/localized.ts";
import { asVisitor } from "../platform/database/doors.server.ts";
import { readOr } from "../platform/fallback.server.ts";
import { NotFound } from "../site/not-found.tsx";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { Local } from "../ui/text.tsx";
import type { Route } from "./+types/cms.page.ts";
import { SAMPLE_PAGES } from "./pages.samples.ts";
import type { Page, PageSection } from "./pages.ts";
import { findPage } from "./pages.visitor.server.ts";
import { SectionBody } from "./section-body.tsx";

export const handle = { reads: ["pages", "page_sections"] };

type Found = { page: Page; sections: PageSection[] } | undefined;

/** Whether an address can be a page's at all. Home has its own: this one is nobody's. */
const isPageSlug = (slug: string) => /^[a-z0-9-]+$/.test(slug) && slug !== "home";

const findSample = (slug: string): Found =>
  SAMPLE_PAGES.find(({ page }) => page.slug === slug && page.status === "published");

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const found: Found = isPageSlug(slug)
    ? await readOr(
        context,
        "pages",
        () => asVisitor((db) => findPage(db, slug)),
        () => findSample(slug),
      )
    : undefined;
  return data(found ?? null, { status: found ? 200 : 404 });
}

export default function CmsPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <WrittenPage {...loaderData} /> : <NotFound />;
}

function WrittenPage({ page, sections }: NonNullable<Found>) {
  const { t, language } = useI18n();
  const title = localized(page, "title", language);
  const description = localized(page, "meta_description", language).text || t("head.description");
  const opening = sections[0]?.section_type === "hero" ? sections[0] : undefined;
  return (
    <div className="wrap-anywhere">
      <PageHead title={title.text} description={description} image={opening?.image_url} />
      {!opening && <PageBanner title={<Local value={title} />} />}
      {sections.map((section) => (
        <section key={section.id} className="contents">
          <SectionBody section={section} pageTitle={section === opening ? title : undefined} />
        </section>
      ))}
    </div>
  );
}
