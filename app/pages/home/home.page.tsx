import { asVisitor, type VisitorDb } from "../../core/database/doors/doors.server.ts";
import { readOrSamples } from "../../core/http/fallback.server.ts";
import { currentTime } from "../../core/process/clock.ts";
import { sampleEvents } from "../../events/events.samples.ts";
import { HOME_EVENTS_LIMIT, isFull, isRunning, registrationsOpen } from "../../events/events.ts";
import { formatDate, formatDays } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, languageOf, pathIn } from "../../i18n/languages.ts";
import { type LocalText, localized } from "../../i18n/localized.ts";
import { DEFAULT_STATISTICS } from "../../membership/membership.visitor.server.ts";
import { HOME_NEWS_LIMIT } from "../../news/news.record.ts";
import { sampleNews } from "../../news/news.samples.ts";
import { receiveSubscription } from "../../newsletter/subscribe.server.ts";
import { FrenchNote, PageHead } from "../../site/frame/page-head.tsx";
import { Local } from "../../ui/text.tsx";
import { SAMPLE_PAGES } from "../pages.samples.ts";
import { HOME_SLUG, isHomeKey, type PageSection } from "../pages.ts";
import { findPage, readHomeLive, withTexts } from "../pages.visitor.server.ts";
import { SectionBody } from "../sections/section-body.tsx";
import type { Route } from "./+types/home.page.ts";
import { type HomeEvent, type HomeLive, HomeSectionBody, homeTexts } from "./home-sections.tsx";

export const handle = {
  reads: ["pages", "page_sections", "news", "events", "licences", "members", "partners"],
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
    () =>
      asVisitor(async (db) => ({
        sections: await readSections(db, language),
        live: await readHomeLive(db),
      })),
    () => ({
      sections: defaultSections(),
      live: {
        news: sampleNews(currentTime()).slice(0, HOME_NEWS_LIMIT),
        events: sampleEvents(currentTime())
          .filter(isRunning)
          .slice(0, HOME_EVENTS_LIMIT)
          .map((event) => ({ ...event, by_invitation: event.prices?.length === 0 })),
        statistics: DEFAULT_STATISTICS,
      },
    }),
  );
}

/** The form of the newsletter. */
export const action = receiveSubscription;

export default function HomePage({ loaderData, actionData }: Route.ComponentProps) {
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
            <HomeSectionBody
              name={section.section_key}
              section={section}
              live={live}
              state={actionData}
            />
          ) : (
            <SectionBody section={section} pageTitle={undefined} />
          )}
          {hasHero && index === 0 && (
            <>
              <HomeNow live={live} />
              {note}
            </>
          )}
        </section>
      ))}
    </>
  );
}

/** How many events with open registration are named beside the next one. */
const OPEN_LIMIT = 2;

/** What is going on, below the hero: the next event, the latest result and what is open. Nothing when nothing is. */
function HomeNow({ live: { events, news } }: { live: HomeLive }) {
  const { t, language } = useI18n();
  const now = currentTime();
  const [next, ...later] = events;
  const isOpen = (event: HomeEvent) =>
    !event.by_invitation && !isFull(event) && registrationsOpen(event, now);
  const open = later.filter(isOpen).slice(0, OPEN_LIMIT);
  const result = news.find(({ category }) => category === "Compétition") ?? news[0];
  if (!next && !result) return null;
  const entryOf = (event: HomeEvent) => ({
    path: `/events/${event.id}`,
    title: localized(event, "title", language),
    when: formatDays(language, event.date, event.end_date),
  });
  const places = next && isOpen(next) && next.max_participants;
  return (
    <div className="wrap pt-10">
      <h2 className="quiet">{t("home.now.title")}</h2>
      <ul className="grid gap-x-12 gap-y-6 text-sm md:grid-cols-3">
        {next && (
          <NowItem
            label={t(next.status === "ongoing" ? "home.now.ongoing" : "home.now.next")}
            entries={[entryOf(next)]}
            more={
              isFull(next)
                ? t("events.full")
                : places && t("places.free", { count: places - next.current_participants })
            }
          />
        )}
        {result && (
          <NowItem
            label={t(result.category === "Compétition" ? "home.now.result" : "home.now.news")}
            entries={[
              {
                path: `/news/${result.id}`,
                title: localized(result, "title", language),
                when: formatDate(language, result.dated_at),
              },
            ]}
          />
        )}
        {open.length > 0 && <NowItem label={t("home.now.open")} entries={open.map(entryOf)} />}
      </ul>
    </div>
  );
}

type NowItemProps = {
  label: string;
  entries: readonly { path: string; title: LocalText; when: string }[];
  /** Said after the date. */
  more?: string | number | false | null;
};

function NowItem({ label, entries, more }: NowItemProps) {
  const { language } = useI18n();
  return (
    <li className="border-t-2 border-ink pt-3">
      <p className="font-bold text-leaf">{label}</p>
      {entries.map(({ path, title, when }) => (
        <p key={path} className="mt-2">
          <a className="link text-base text-ink" href={pathIn(language, path)}>
            <Local value={title} />
          </a>
          <span className="block text-muted">{more ? `${when} · ${more}` : when}</span>
        </p>
      ))}
    </li>
  );
}
