import type { VisitorDb } from "../../core/database/doors/doors.server.ts";
import { HOME_EVENTS_LIMIT } from "../../events/events.ts";
import { listUpcoming } from "../../events/events.visitor.server.ts";
import { countCommunity } from "../../membership/members/members.visitor.server.ts";
import { HOME_NEWS_LIMIT } from "../../news/news.record.ts";
import { listNews } from "../../news/news.visitor.server.ts";
import type { SiteLogo } from "../../settings/settings.ts";
import type { HomeLive } from "./home-section.ts";

/** What the home page shows of the other notions, under the logo that was read with the settings. */
export async function readHomeLive(db: VisitorDb, logo: SiteLogo): Promise<HomeLive> {
  return {
    logo,
    news: await listNews(db, { limit: HOME_NEWS_LIMIT }),
    events: await listUpcoming(db, { limit: HOME_EVENTS_LIMIT }),
    statistics: await countCommunity(db),
  };
}
