import { sampleEvents } from "../events/events.samples.ts";
import { HOME_EVENTS_LIMIT } from "../events/events.ts";
import { listUpcoming } from "../events/events.visitor.server.ts";
import { useI18n } from "../i18n/i18n.ts";
import { DEFAULT_STATISTICS } from "../members/members.ts";
import { countCommunity } from "../members/members.visitor.server.ts";
import { sampleNews } from "../news/news.samples.ts";
import { HOME_NEWS_LIMIT } from "../news/news.ts";
import { listNews } from "../news/news.visitor.server.ts";
import { SAMPLE_PAGES } from "../pages/pages.samples.ts";
import { HOME_SECTION_KEYS, type HomeSectionKey } from "../pages/pages.ts";
import { findPage } from "../pages/pages.visitor.server.ts";
import { asVisitor } from "../platform/database/doors.server.ts";
import { readOr } from "../platform/fallback.server.ts";
import { PageHead } from "../site/page-head.tsx";
import type { Route } from "./+types/home.page.ts";
import { AboutTeaser } from "./about-teaser.tsx";
import { JoinBanner, NewsletterBanner, StatisticsBanner } from "./home-banner.tsx";
import { HomeHero } from "./home-hero.tsx";
import type { HomeSection } from "./home-section.ts";
import { EventsSection, NewsSection } from "./live-sections.tsx";

export const handle = {
  reads: ["pages", "page_sections", "news", "events", "members", "partners"],
};

/** One transaction for the whole page; when it fails, the samples and default numbers stand in. */
export async function loader({ context }: Route.LoaderArgs) {
  return readOr(
    context,
    "home",
    () =>
      asVisitor(async (db) => ({
        sections: (await findPage(db, "home"))?.sections ?? [],
        news: await listNews(db, { limit: HOME_NEWS_LIMIT }),
        events: await listUpcoming(db, { limit: HOME_EVENTS_LIMIT }),
        statistics: await countCommunity(db),
      })),
    () => ({
      sections: SAMPLE_PAGES.find(({ page }) => page.slug === "home")?.sections ?? [],
      news: sampleNews(new Date()).slice(0, HOME_NEWS_LIMIT),
      events: sampleEvents(new Date())
        .filter((event) => event.status === "upcoming")
        .slice(0, HOME_EVENTS_LIMIT),
      statistics: DEFAULT_STATISTICS,
    }),
  );
}

export default function HomePage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { sections, news, events, statistics } = loaderData;
  const render: Record<HomeSectionKey, (section: HomeSection) => React.ReactNode> = {
    hero: (section) => <HomeHero section={section} />,
    about: (section) => <AboutTeaser section={section} />,
    news: (section) => <NewsSection section={section} news={news} />,
    events: (section) => <EventsSection section={section} events={events} />,
    stats: (section) => <StatisticsBanner section={section} statistics={statistics} />,
    newsletter: (section) => <NewsletterBanner section={section} />,
    cta: (section) => <JoinBanner section={section} />,
  };
  const known = sections.filter(
    (section): section is typeof section & { section_key: HomeSectionKey } =>
      (HOME_SECTION_KEYS as readonly string[]).includes(section.section_key),
  );
  return (
    <>
      <PageHead description={t("head.description")} />
      {/* A page without its hero still needs a first heading and room below the menu. */}
      {known[0]?.section_key !== "hero" && (
        <h1 className="bg-night pt-24 text-center text-2xl text-white">{t("home.title")}</h1>
      )}
      {known.map((section) => (
        <section key={section.id} lang={language} className="contents">
          {render[section.section_key](section)}
        </section>
      ))}
    </>
  );
}
