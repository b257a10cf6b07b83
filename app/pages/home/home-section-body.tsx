import type { HomeSectionKey } from "../pages.ts";
import { AboutTeaser } from "./about-teaser.tsx";
import { JoinBanner, NewsletterBanner, StatisticsBanner } from "./home-banner.tsx";
import { HomeHero } from "./home-hero.tsx";
import type { HomeLive, HomeSection } from "./home-section.ts";
import { EventsSection, NewsSection } from "./live-sections.tsx";

type Props = { name: HomeSectionKey; section: HomeSection; live: HomeLive };

/** One of the home page's own sections. */
export function HomeSectionBody({ name, section, live }: Props) {
  switch (name) {
    case "hero":
      return <HomeHero section={section} logo={live.logo} />;
    case "about":
      return <AboutTeaser section={section} />;
    case "news":
      return <NewsSection section={section} news={live.news} />;
    case "events":
      return <EventsSection section={section} events={live.events} />;
    case "stats":
      return <StatisticsBanner section={section} statistics={live.statistics} />;
    case "newsletter":
      return <NewsletterBanner section={section} />;
    case "cta":
      return <JoinBanner section={section} />;
  }
}
