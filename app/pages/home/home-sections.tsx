import { Award, Lightbulb, Users } from "lucide-react";
import { FigureList } from "../../community/figure-list.tsx";
import type { FormState } from "../../core/http/submission.server.ts";
import type { FederationEvent } from "../../events/events.ts";
import { EventCard, type EventCardData } from "../../events/page/event-card.tsx";
import { useI18n } from "../../i18n/i18n.ts";
import { type Language, pathIn } from "../../i18n/languages.ts";
import { type LocalText, localized } from "../../i18n/localized.ts";
import type { Statistics } from "../../membership/membership.visitor.server.ts";
import { cardTexts, type NewsCardData, NewsGrid } from "../../news/news-card.tsx";
import { NewsletterForm } from "../../newsletter/newsletter-form.tsx";
import { BANDS, FlagEdge } from "../../site/flag.tsx";
import { Picture } from "../../ui/picture.tsx";
import { EmptyState, SectionHead } from "../../ui/section.tsx";
import { Local } from "../../ui/text.tsx";
import { type HomeSectionKey, isHomeKey, type PageSection } from "../pages.ts";
import { sectionTexts } from "../sections/section-body.tsx";

/** A section of the home page, as its components need it. */
type HomeSection = Pick<
  PageSection,
  "id" | "title" | "title_en" | "content" | "content_en" | "image_url" | "settings" | "section_key"
>;

/** An event on the home page, with what says whether one can register. */
export type HomeEvent = EventCardData &
  Pick<FederationEvent, "registration_opens_at" | "registration_closes_at"> & {
    by_invitation: boolean;
  };

/** The data of other notions on the home page. */
export type HomeLive = {
  news: NewsCardData[];
  events: HomeEvent[];
  statistics: Statistics;
};

/** The texts of one section of the home page, with those of its cards. */
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

type Props = {
  name: HomeSectionKey;
  section: HomeSection;
  live: HomeLive;
  /** Of the form of the newsletter. */
  state?: FormState;
};

/** One of the built-in sections of the home page. */
export function HomeSectionBody({ name, section, live, state }: Props) {
  switch (name) {
    case "hero":
      return <HomeHero section={section} />;
    case "about":
      return <AboutTeaser section={section} />;
    case "news":
      return <NewsSection section={section} news={live.news} />;
    case "events":
      return <EventsSection section={section} events={live.events} />;
    case "stats":
      return <StatisticsBanner section={section} statistics={live.statistics} />;
    case "newsletter":
      return <NewsletterBanner section={section} state={state} />;
    case "cta":
      return <JoinBanner section={section} />;
  }
}

const VALUES = [
  { key: "excellence", Icon: Award },
  { key: "inclusivity", Icon: Users },
  { key: "innovation", Icon: Lightbulb },
] as const;

/** Three values and the way to the About page. */
function AboutTeaser({ section }: { section: HomeSection }) {
  const { t, language } = useI18n();
  return (
    <div className="wrap section">
      <SectionHead
        title={<Local value={localized(section, "title", language)} />}
        lead={<Local value={localized(section, "content", language)} />}
        link={{ href: pathIn(language, "/about"), label: t("home.aboutLink") }}
      />
      <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
        {VALUES.map(({ key, Icon }) => (
          <li key={key} className="border-t-2 border-ink pt-6">
            <Icon aria-hidden="true" size={30} className="mb-4 text-leaf" />
            <h3 className="text-xl">{t(`home.values.${key}`)}</h3>
            <p className="mt-2 text-muted">{t(`home.values.${key}Text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The community in three figures. */
function StatisticsBanner({
  section,
  statistics,
}: {
  section: HomeSection;
  statistics: Statistics;
}) {
  const { language } = useI18n();
  return (
    <div className="on-dark bg-leaf text-white">
      <div className="wrap grid gap-10 py-16 lg:grid-cols-[1fr_2fr] lg:items-center lg:py-20">
        <h2 className="max-w-[18ch] text-2xl">
          <Local value={localized(section, "title", language)} />
        </h2>
        <FigureList statistics={statistics} className="" labels="md:text-base" values="" />
      </div>
    </div>
  );
}

/** The form of the newsletter. */
function NewsletterBanner({ section, state }: Pick<Props, "section" | "state">) {
  const { language } = useI18n();
  return (
    <div className="bg-sand">
      <div className="wrap grid gap-8 py-16 lg:grid-cols-2 lg:py-24">
        <div>
          <h2 className="text-2xl">
            <Local value={localized(section, "title", language)} />
          </h2>
          <p className="mt-3 max-w-[52ch] text-muted">
            <Local value={localized(section, "content", language)} />
          </p>
        </div>
        <div className="card p-6 md:p-8">
          <NewsletterForm page="/" state={state} />
        </div>
      </div>
    </div>
  );
}

/** The call to join, at the end of the page. */
function JoinBanner({ section }: { section: HomeSection }) {
  const { t, language } = useI18n();
  return (
    <div className="on-dark bg-night text-white">
      <div className="wrap section text-center">
        <h2 className="mx-auto max-w-[24ch] text-3xl">
          <Local value={localized(section, "title", language)} />
        </h2>
        <p className="mx-auto mt-5 max-w-[52ch] text-lg text-mist">
          <Local value={localized(section, "content", language)} />
        </p>
        <p className="mt-9">
          <a className="button button-yellow" href={pathIn(language, "/membership")}>
            {t("home.joinLink")}
          </a>
        </p>
      </div>
    </div>
  );
}

/**
 * The top of the page, with two buttons. The crest and the name stand in the header that lies over it; the words have
 * their own half, or on a phone their own place below, so that they never run into the picture.
 */
function HomeHero({ section }: { section: HomeSection }) {
  const { t, language } = useI18n();
  return (
    <div className="slant on-dark relative isolate flex flex-col bg-night text-white md:min-h-[600px] md:justify-center">
      <div className="hero-picture -z-10">
        <Picture
          src={section.image_url}
          kind="wide"
          alt=""
          sizes="(max-width: 560px) 370px, (max-width: 800px) 100vw, 960px"
          first
        />
        <SlantedFlag />
      </div>
      <div className="wrap grid gap-10 pt-2 md:grid-cols-2 md:pt-28">
        <div>
          <h1 className="text-4xl">
            <Local value={localized(section, "title", language)} />
          </h1>
          <p className="mt-4 text-lg text-mist">
            <Local value={localized(section, "content", language)} />
          </p>
          <p className="mt-7 flex flex-wrap gap-4 max-sm:flex-col">
            <a className="button button-yellow" href={pathIn(language, "/membership")}>
              {t("home.join")}
            </a>
            <a className="button button-line" href={pathIn(language, "/about")}>
              {t("home.learnMore")}
            </a>
          </p>
        </div>
      </div>
    </div>
  );
}

const NIGHT = "#0f1f19";

/** The three bands of the flag along the picture: below it on a phone, else at its left. */
function SlantedFlag() {
  return (
    <>
      <FlagEdge below={NIGHT} className="absolute bottom-0 md:hidden" />
      <svg
        aria-hidden="true"
        className="absolute inset-y-0 left-0 h-full w-28 max-md:hidden"
        viewBox="0 0 112 100"
        preserveAspectRatio="none"
      >
        <path fill={NIGHT} d="M-1 0H90L2 100H-1" />
        {BANDS.map((colour, index) => (
          <path key={colour} fill={colour} d={`M${88 + 8 * index} 0h8L${8 + 8 * index} 100h-8`} />
        ))}
      </svg>
    </>
  );
}

/** The latest news. */
function NewsSection({ section, news }: { section: HomeSection; news: NewsCardData[] }) {
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
function EventsSection({ section, events }: { section: HomeSection; events: EventCardData[] }) {
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
            <li key={event.id} className="cells">
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
