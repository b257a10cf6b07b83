import { CalendarPlus } from "lucide-react";
import { data } from "react-router";
import { asVisitor } from "../core/database/doors/doors.server.ts";
import { BEFORE, choice } from "../core/http/address-checks.ts";
import { readOrSamples } from "../core/http/fallback.server.ts";
import { currentTime } from "../core/process/clock.ts";
import { useI18n } from "../i18n/i18n.ts";
import { type Language, pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { FrenchNote, PageBanner, PageHead } from "../site/frame/page-head.tsx";
import { EmptyState, NewerOlder, SectionHead } from "../ui/section.tsx";
import type { Route } from "./+types/events.page.ts";
import { sampleEvents } from "./events.samples.ts";
import { EVENT_CATEGORIES, EVENT_TYPES, isRunning } from "./events.ts";
import {
  type EventFilter,
  type EventLists,
  selectEventList,
  splitEventList,
} from "./events.visitor.server.ts";
import { EventCard, type EventCardData } from "./page/event-card.tsx";

export const handle = {
  reads: ["events"],
  parameters: {
    before: BEFORE,
    after: BEFORE,
    category: choice(...EVENT_CATEGORIES),
    type: choice(...EVENT_TYPES),
  },
};

/** What the address asks for; anything that is not one of ours counts as not asked. */
function readFilter(search: URLSearchParams): EventFilter {
  return {
    category: EVENT_CATEGORIES.find((value) => value === search.get("category")),
    type: EVENT_TYPES.find((value) => value === search.get("type")),
  };
}

function samplesFor({ category, type }: EventFilter): EventLists {
  const events = sampleEvents(currentTime()).filter(
    (event) => (!category || event.category === category) && (!type || event.type === type),
  );
  return {
    upcoming: events.filter(isRunning),
    later: false,
    past: events.filter((event) => !isRunning(event)).reverse(),
    more: false,
  };
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const filter = readFilter(url.searchParams);
  const before = url.searchParams.get("before") ?? undefined;
  const after = url.searchParams.get("after") ?? undefined;
  const list = await readOrSamples(
    context,
    "events",
    async () =>
      splitEventList(await asVisitor((db) => selectEventList(db, { ...filter, before, after }))),
    () => samplesFor(filter),
  );
  // What comes after an event that is not among them, or after the last one, is not there.
  const isFurther = before !== undefined || after !== undefined;
  const missing = isFurther && list.past.length + list.upcoming.length === 0;
  return data({ ...list, filter, before, after }, { status: missing ? 404 : 200 });
}

export default function EventsPage({ loaderData }: Route.ComponentProps) {
  const { t, language } = useI18n();
  const { upcoming, later, past, more, filter, before, after } = loaderData;
  const here = listAddress(language, filter);
  const filtered = Boolean(filter.category || filter.type);
  return (
    <>
      <PageHead
        title={t("events.title")}
        description={t("events.description")}
        noindex={filtered || before !== undefined || after !== undefined}
      />
      <PageBanner
        title={t("events.title")}
        lead={t("events.description")}
        beside={
          <a
            className="link inline-flex min-h-11 items-center gap-2"
            href={pathIn(language, "/events.ics")}
          >
            <CalendarPlus aria-hidden="true" size={20} />
            {t("events.subscribe")}
          </a>
        }
      >
        <FrenchNote
          some
          of={[...upcoming, ...past].map((event) => localized(event, "title", language))}
        />
      </PageBanner>
      <div className="wrap section">
        <div className="mb-8 flex flex-wrap gap-x-12 gap-y-4">
          <FilterTabs filter={filter} name="category" values={EVENT_CATEGORIES} />
          <FilterTabs filter={filter} name="type" values={EVENT_TYPES} />
        </div>
        {before === undefined && (
          <>
            <Upcoming events={upcoming} filtered={filtered} />
            <NewerOlder
              here={here}
              further={after !== undefined}
              last={later ? upcoming.at(-1)?.id : undefined}
              by="after"
              labels={{ newest: t("events.newest"), older: t("events.later") }}
            />
          </>
        )}
      </div>
      {(past.length > 0 || before !== undefined) && (
        <div className="bg-white">
          <div className="wrap section">
            <SectionHead title={t("events.past")} />
            <EventGrid events={past} />
            <NewerOlder
              here={here}
              further={before !== undefined}
              last={more ? past.at(-1)?.id : undefined}
              labels={{ newest: t("events.newest"), older: t("events.older") }}
            />
          </div>
        </div>
      )}
    </>
  );
}

function Upcoming({ events, filtered }: { events: EventCardData[]; filtered: boolean }) {
  const { t, language } = useI18n();
  return (
    <>
      <SectionHead title={t("events.upcoming")} />
      {events.length > 0 ? (
        <EventGrid events={events} first />
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
    </>
  );
}

function EventGrid({ events, first }: { events: EventCardData[]; first?: boolean }) {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
      {events.map((event, index) => (
        <li key={event.id} className="cells">
          <EventCard event={event} first={first && index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** The address of the list with a filter. */
function listAddress(language: Language, filter: EventFilter): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(filter)) if (value) search.set(key, value);
  return pathIn(language, "/events") + (search.size > 0 ? `?${search}` : "");
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
  return (
    <nav aria-label={t(name === "category" ? "events.filterCategory" : "events.filterType")}>
      <p className="mb-1 text-sm font-semibold text-muted" aria-hidden="true">
        {t(name === "category" ? "events.filterCategory" : "events.filterType")}
      </p>
      <ul className="flex flex-wrap gap-2">
        {[undefined, ...values].map((value) => (
          <li key={value ?? "all"}>
            <a
              className="tab"
              href={listAddress(language, { ...filter, [name]: value })}
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
