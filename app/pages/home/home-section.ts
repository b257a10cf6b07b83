import type { EventCardData } from "../../events/page/event-card.tsx";
import type { Language } from "../../i18n/languages.ts";
import { type LocalText, localized } from "../../i18n/localized.ts";
import type { Statistics } from "../../membership/members/members.record.ts";
import { cardTexts, type NewsCardData } from "../../news/news-card.tsx";
import type { SiteLogo } from "../../settings/settings.ts";
import { isHomeKey, type PageSection } from "../pages.ts";
import { sectionTexts } from "../sections/section-text.ts";

/** A section of the home page, as its parts need it. */
export type HomeSection = Pick<
  PageSection,
  "id" | "title" | "title_en" | "content" | "content_en" | "image_url" | "settings" | "section_key"
>;

/** What the home page shows of the other notions, and of the site. */
export type HomeLive = {
  news: NewsCardData[];
  events: EventCardData[];
  statistics: Statistics;
  logo: SiteLogo;
};

/** The words that one section of the home page shows, those of its cards included. */
export function homeTexts(section: PageSection, live: HomeLive, language: Language): LocalText[] {
  const title = localized(section, "title", language);
  const content = localized(section, "content", language);
  if (!isHomeKey(section.section_key)) return sectionTexts(section, language);
  switch (section.section_key) {
    case "news":
      return [title, ...cardTexts(live.news, language)];
    case "events":
      return [title, ...live.events.map((event) => localized(event, "title", language))];
    case "stats":
      return [title];
    default:
      return [title, content];
  }
}
