import { EventCard, type EventCardData } from "../../events/page/event-card.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { type NewsCardData, NewsGrid } from "../../news/news-card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SectionHead } from "../../ui/section-head.tsx";
import { Local } from "../../ui/text.tsx";
import type { HomeSection } from "./home-section.ts";

/** The latest news. */
export function NewsSection({ section, news }: { section: HomeSection; news: NewsCardData[] }) {
  const { t, language } = useI18n();
  return (
    <div className="bg-white">
      <div className="wrap section">
        <SectionHead
          title={<Local value={localized(section, "title", language)} />}
          link={{ href: pathIn(language, "/news"), label: t("home.newsLink") }}
        />
        {news.length > 0 ? (
          <NewsGrid news={news} />
        ) : (
          <EmptyState title={t("news.emptyTitle")} message={t("news.emptyMessage")} />
        )}
      </div>
    </div>
  );
}

/** The next events. */
export function EventsSection({
  section,
  events,
}: {
  section: HomeSection;
  events: EventCardData[];
}) {
  const { t, language } = useI18n();
  return (
    <div className="wrap section">
      <SectionHead
        title={<Local value={localized(section, "title", language)} />}
        link={{ href: pathIn(language, "/events"), label: t("home.eventsLink") }}
      />
      {events.length > 0 ? (
        <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
          {events.map((event) => (
            <li key={event.id} className="grid">
              <EventCard event={event} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState title={t("events.none")} message={t("events.noneMessage")} />
      )}
    </div>
  );
}
