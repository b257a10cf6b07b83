import { ArrowLeft, CalendarDays, Clock, MapPin, Users } from "lucide-react";
import type { ReactNode } from "react";
import { data } from "react-router";
import { formatDate, formatTime, formatWeekday } from "../i18n/format.ts";
import { useI18n } from "../i18n/i18n.ts";
import { pathIn } from "../i18n/languages.ts";
import { localized } from "../i18n/localized.ts";
import { asVisitor } from "../platform/database/doors.server.ts";
import { readOr } from "../platform/fallback.server.ts";
import { isId } from "../platform/id.server.ts";
import { useDocument } from "../site/document.ts";
import { Missing } from "../site/missing.tsx";
import { PageHead } from "../site/page-head.tsx";
import { Picture } from "../ui/picture.tsx";
import { Local, Paragraphs } from "../ui/text.tsx";
import type { Route } from "./+types/event.page.ts";
import { EventState } from "./event-card.tsx";
import { eventJsonLd } from "./event-json-ld.ts";
import { sampleEvents } from "./events.samples.ts";
import type { FederationEvent } from "./events.ts";
import { findEvent } from "./events.visitor.server.ts";
import { PricesBlock, RegisterBlock } from "./registration-block.tsx";

export const handle = { reads: ["events"] };

/** The event, from the built-in upcoming ones when the database cannot be read. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { id } = params;
  const event = isId(id)
    ? await readOr(
        context,
        "events",
        () => asVisitor((db) => findEvent(db, id)),
        () =>
          sampleEvents(new Date()).find(
            (sample) => sample.id === id && sample.status === "upcoming",
          ),
      )
    : undefined;
  return data({ event }, { status: event ? 200 : 404 });
}

export default function EventPage({ loaderData }: Route.ComponentProps) {
  const { t } = useI18n();
  if (loaderData.event) return <EventDetail event={loaderData.event} />;
  return (
    <Missing
      title={t("events.notFoundTitle")}
      message={t("events.notFoundMessage")}
      back={{ path: "/", label: t("events.back") }}
    />
  );
}

function EventDetail({ event }: { event: FederationEvent }) {
  const { t, language } = useI18n();
  const { publicUrl } = useDocument();
  const title = localized(event, "title", language);
  const description = localized(event, "description", language);
  const rules = localized(event, "rules", language);
  return (
    <>
      <PageHead
        title={title.text}
        description={description.text.split("\n", 1)[0]?.slice(0, 200) ?? ""}
        image={event.image_url}
        type="article"
        data={eventJsonLd(event, language, publicUrl)}
      />
      <header className="on-dark slant relative isolate bg-night pt-28 text-white md:pt-36">
        <div className="wrap grid gap-10 lg:grid-cols-[1fr_440px] lg:items-center">
          <div>
            <a
              className="link inline-flex min-h-11 items-center gap-2 text-sm"
              href={pathIn(language, "/")}
            >
              <ArrowLeft aria-hidden="true" size={18} />
              {t("events.back")}
            </a>
            <p className="mt-4 flex flex-wrap gap-2">
              <span className="badge">{t(`events.category.${event.category}`)}</span>
              <EventState event={event} />
            </p>
            <h1 className="mt-4 text-3xl">
              <Local value={title} />
            </h1>
            <Facts event={event} />
          </div>
          <div className="aspect-event overflow-hidden rounded-card">
            <Picture
              src={event.image_url}
              kind="event"
              alt=""
              sizes="(max-width: 560px) 300px, 440px"
              first
            />
          </div>
        </div>
      </header>
      <div className="wrap grid gap-x-16 gap-y-12 py-16 lg:grid-cols-[1fr_360px]">
        <div className="space-y-12">
          <section aria-labelledby="about">
            <h2 id="about" className="mb-5 text-2xl">
              {t("events.about")}
            </h2>
            <div className="prose">
              <Paragraphs value={description} />
            </div>
          </section>
          {rules.text && <Rules rules={rules} />}
        </div>
        <aside className="space-y-6 lg:sticky lg:top-24 lg:self-start">
          <RegisterBlock event={event} />
          <PricesBlock event={event} />
        </aside>
      </div>
    </>
  );
}

/** Each line of the rules is one rule. */
function Rules({ rules }: { rules: { text: string; lang?: string } }) {
  const { t } = useI18n();
  return (
    <section aria-labelledby="rules">
      <h2 id="rules" className="mb-5 text-2xl">
        {t("events.rules")}
      </h2>
      <ol className="prose list-decimal pl-6 marker:font-bold marker:text-leaf" lang={rules.lang}>
        {rules.text
          .split("\n")
          .filter((rule) => rule.trim() !== "")
          .map((rule) => (
            <li key={rule} className="pl-2">
              {rule}
            </li>
          ))}
      </ol>
    </section>
  );
}

function Facts({ event }: { event: FederationEvent }) {
  const { t, language } = useI18n();
  const { current_participants: current, max_participants: max } = event;
  const facts: { label: string; Icon: typeof Clock; value: ReactNode }[] = [
    {
      label: t("events.date"),
      Icon: CalendarDays,
      value: (
        <time dateTime={event.date}>
          {formatWeekday(language, event.date)} {formatDate(language, event.date)}
        </time>
      ),
    },
    ...(event.time
      ? [{ label: t("events.time"), Icon: Clock, value: formatTime(language, event.time) }]
      : []),
    {
      label: t("events.place"),
      Icon: MapPin,
      value: <Local value={localized(event, "location", language)} />,
    },
    {
      label: t("events.participants"),
      Icon: Users,
      value:
        max === null
          ? t("events.participantsOpen", { current })
          : t("events.participantsOf", { current, max }),
    },
  ];
  return (
    <dl className="mt-7 grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {facts.map(({ label, Icon, value }) => (
        <div key={label} className="grid grid-cols-[32px_1fr] content-start">
          <Icon aria-hidden="true" size={20} className="row-span-2 mt-1 text-yellow" />
          <dt className="text-sm text-mist">{label}</dt>
          <dd className="font-semibold first-letter:uppercase">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
