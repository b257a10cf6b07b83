import type { EventCardData } from "../../events/event-card.tsx";
import type { Statistics } from "../../membership/members.ts";
import type { NewsCardData } from "../../news/news-card.tsx";
import type { SiteLogo } from "../../settings/settings.ts";
import type { PageSection } from "../pages.ts";

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
