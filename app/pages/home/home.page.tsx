import { asVisitor, type VisitorDb } from "../../core/database/doors/doors.server.ts";
import { readOrSamples } from "../../core/http/fallback.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { sampleEvents } from "../../events/events.samples.ts";
import { HOME_EVENTS_LIMIT, isRunning } from "../../events/events.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, languageOf } from "../../i18n/languages.ts";
import { DEFAULT_STATISTICS } from "../../membership/membership.visitor.server.ts";
import { HOME_NEWS_LIMIT } from "../../news/news.record.ts";
import { sampleNews } from "../../news/news.samples.ts";
import { cachedSettings, readSettings } from "../../settings/settings.visitor.server.ts";
import { FrenchNote, PageHead } from "../../site/frame/page-head.tsx";
import { SAMPLE_PAGES } from "../pages.samples.ts";
import { HOME_SLUG, isHomeKey, type PageSection } from "../pages.ts";
import { findPage, readHomeLive, withTexts } from "../pages.visitor.server.ts";
import { SectionBody } from "../sections/section-body.tsx";
import type { Route } from "./+types/home.page.ts";
import { HomeSectionBody, homeTexts } from "./home-sections.tsx";

export const handle = {
  reads: ["pages", "page_sections", "news", "events", "members", "partners"],
};

/** The sections until staff create their own. */
const defaultSections = () =>
  SAMPLE_PAGES.find(({ page }) => page.slug === HOME_SLUG)?.sections ?? [];

async function readSections(db: VisitorDb, language: Language): Promise<PageSection[]> {
  const page = await findPage(db, HOME_SLUG);
  return page ? withTexts(page, language).sections : defaultSections();
}

/** One transaction for the whole page; when it fails, the samples and default numbers stand in. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const language = languageOf(url.pathname);
  return readOrSamples(
    context,
    "home",
    async () => {
      const { site_logo: logo } = await readSettings();
      return asVisitor(async (db) => ({
        sections: await readSections(db, language),
        live: await readHomeLive(db, logo),
      }));
    },
    () => ({
      sections: defaultSections(),
      live: {
        logo: cachedSettings().site_logo,
        news: sampleNews(currentTime()).slice(0, HOME_NEWS_LIMIT),
        events: sampleEvents(currentTime()).filter(isRunning).slice(0, HOME_EVENTS_LIMIT),
        statistics: DEFAULT_STATISTICS,
      },
    }),
  );
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { sections, live } = loaderData;
  const hasHero = sections[0]?.section_key === "hero";
  const note = (
    <FrenchNote
      some
      of={sections.flatMap((section) => homeTexts(section, live, language))}
      className="wrap pt-8 text-sm text-muted"
    />
  );
  return (
    <>
      <PageHead description={t("head.description")} />
      {/* A page without its hero still needs a first heading and room below the menu. */}
      {!hasHero && (
        <>
          <h1 className="bg-night pt-24 text-center text-2xl text-white">{t("home.title")}</h1>
          {note}
        </>
      )}
      {sections.map((section, index) => (
        <section key={section.id} lang={language} className="contents">
          {isHomeKey(section.section_key) ? (
            <HomeSectionBody name={section.section_key} section={section} live={live} />
          ) : (
            <SectionBody section={section} pageTitle={undefined} />
          )}
          {hasHero && index === 0 && note}
        </section>
      ))}
    </>
  );
}
