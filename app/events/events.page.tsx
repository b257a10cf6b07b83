import { CalendarPlus } from "lucide-react";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { asVisitor } from "../platform/database/doors.server.ts";
import { readOr } from "../platform/fallback.server.ts";
import { PageBanner } from "../site/page-banner.tsx";
import { PageHead } from "../site/page-head.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { SectionHead } from "../ui/section-head.tsx";
import type { Route } from "./+types/events.page.ts";
import { EventCard, type EventCardData } from "./event-card.tsx";
import { sampleEvents } from "./events.samples.ts";
import { EVENT_CATEGORIES, EVENT_TYPES } from "./events.ts";
import { type EventFilter, listPast, listUpcoming } from "./events.visitor.server.ts";

export const handle = { reads: ["events"] };

/** What the address asks for; anything that is not one of ours counts as not asked. */
function readFilter(search: URLSearchParams): EventFilter {
  return {
    category: EVENT_CATEGORIES.find((value) => value === search.get("category")),
    type: EVENT_TYPES.find((value) => value === search.get("type")),
  };
}

function samplesFor({ category, type }: EventFilter) {
  const events = sampleEvents(new Date()).filter(
    (event) => (!category || event.category === category) && (!type || event.type === type),
  );
  return {
    upcoming: events.filter((event) => event.status === "upcoming"),
    past: events.filter((event) => event.status !== "upcoming"),
  };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const filter = readFilter(url.searchParams);
  const found = await readOr(
    context,
    "events",
    () =>
      asVisitor(async (db) => ({
        upcoming: await listUpcoming(db, filter),
        past: await listPast(db, filter),
      })),
    () => samplesFor(filter),
  );
  return { ...found, filter };
}

export default function EventsPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { upcoming, past, filter } = loaderData;
  const filtered = Boolean(filter.category || filter.type);
  return (
    <>
      <PageHead
        title={t("events.title")}
        description={t("events.description")}
        noindex={filtered}
      />
      <PageBanner title={t("events.title")} lead={t("events.description")}>
        <p className="mt-6">
          <a
            className="link inline-flex min-h-11 items-center gap-2"
            href={pathIn(language, "/events.ics")}
          >
            <CalendarPlus aria-hidden="true" size={20} />
            {t("events.subscribe")}
          </a>
        </p>
      </PageBanner>
      <div className="wrap section">
        <div className="mb-12 flex flex-wrap gap-x-12 gap-y-6">
          <FilterTabs filter={filter} name="category" values={EVENT_CATEGORIES} />
          <FilterTabs filter={filter} name="type" values={EVENT_TYPES} />
        </div>
        <SectionHead title={t("events.upcoming")} />
        {upcoming.length > 0 ? (
          <EventGrid events={upcoming} first />
        ) : (
          <EmptyState
            title={t(filtered ? "events.noneFiltered" : "events.none")}
            message={t(filtered ? "events.noneFilteredMessage" : "events.noneMessage")}
          >
            {filtered && (
              <a className="link" href={pathIn(language, "/events")}>
                {t("events.clear")}
              </a>
            )}
          </EmptyState>
        )}
      </div>
      {past.length > 0 && (
        <div className="bg-white">
          <div className="wrap section">
            <SectionHead title={t("events.past")} />
            <EventGrid events={past} />
          </div>
        </div>
      )}
    </>
  );
}

function EventGrid({ events, first }: { events: EventCardData[]; first?: boolean }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
      {events.map((event, place) => (
        <li key={event.id} className="grid">
          <EventCard event={event} first={first && place === 0} />
        </li>
      ))}
    </ul>
  );
}

/** One filter as a row of links: each choice has an address, with what the other filter says kept. */
function FilterTabs({
  filter,
  name,
  values,
}: {
  filter: EventFilter;
  name: "category" | "type";
  values: typeof EVENT_CATEGORIES | typeof EVENT_TYPES;
}) {
  const { t, language } = useI18n();
  const labels: Record<string, string> = t(`events.${name}`, { returnObjects: true });
  const address = (value?: string) => {
    const search = new URLSearchParams();
    for (const [key, kept] of Object.entries({ ...filter, [name]: value })) {
      if (kept) search.set(key, kept);
    }
    return pathIn(language, "/events") + (search.size > 0 ? `?${search}` : "");
  };
  return (
    <nav aria-label={t(name === "category" ? "events.filterCategory" : "events.filterType")}>
      <p className="mb-3 text-sm font-semibold text-muted" aria-hidden="true">
        {t(name === "category" ? "events.filterCategory" : "events.filterType")}
      </p>
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...values].map((value) => (
          <li key={value ?? "all"}>
            <a
              className="tab"
              href={address(value)}
              aria-current={filter[name] === value ? "true" : undefined}
            >
              {value === undefined ? t("events.all") : labels[value]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
