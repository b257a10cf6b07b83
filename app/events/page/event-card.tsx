import { CalendarDays, MapPin } from "lucide-react";
import { formatDays, formatMonth, formatTime } from "../../i18n/format.ts";
import { useI18n } from "../../i18n/i18n.ts";
import { pathIn } from "../../i18n/languages.ts";
import { localized } from "../../i18n/localized.ts";
import { Picture } from "../../ui/picture.tsx";
import { Local } from "../../ui/text.tsx";
import { type FederationEvent, isFull } from "../events.ts";

export type EventCardData = Pick<
  FederationEvent,
  | "id"
  | "title"
  | "title_en"
  | "image_url"
  | "date"
  | "time"
  | "end_date"
  | "end_time"
  | "location"
  | "location_en"
  | "category"
  | "type"
  | "status"
  | "max_participants"
  | "current_participants"
>;

/** One event in a list: picture with its date block, title, day and place, and its state in words. */
export function EventCard({ event, first = false }: { event: EventCardData; first?: boolean }) {
  const { t, language } = useI18n();
  return (
    <article className="card card-link cells">
      <div className="relative aspect-event overflow-hidden">
        <Picture
          src={event.image_url}
          kind="event"
          alt=""
          sizes="(max-width: 560px) 250px, (max-width: 1080px) 360px, 280px"
          first={first}
        />
        <p
          aria-hidden="true"
          className="absolute left-4 top-4 rounded-control bg-white px-3 py-2 text-center leading-none shadow-card"
        >
          <span className="block text-xl font-black tabular-nums">
            {Number(event.date.slice(8))}
          </span>
          <span className="mt-1 block text-xs font-bold uppercase text-leaf">
            {formatMonth(language, event.date)}
          </span>
        </p>
      </div>
      <p className="flex flex-wrap content-start gap-2 px-5 pt-6">
        <span className="badge">{t(`events.category.${event.category}`)}</span>
        <EventState event={event} />
      </p>
      <h3 className="px-5 pt-3 text-lg font-bold">
        <a href={pathIn(language, `/events/${event.id}`)}>
          <Local value={localized(event, "title", language)} />
        </a>
      </h3>
      <p className="flex gap-2 px-5 pt-3 text-sm text-muted">
        <CalendarDays aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
        <time dateTime={event.date}>
          {formatDays(language, event.date, event.end_date)}
          {event.time && ` · ${formatTime(language, event.time)}`}
        </time>
      </p>
      <p className="flex gap-2 px-5 pt-1 text-sm text-muted">
        <MapPin aria-hidden="true" size={18} className="mt-0.5 shrink-0" />
        <Local value={localized(event, "location", language)} />
      </p>
      <div className="px-5 pt-3 pb-6 text-sm text-muted">
        <Participation event={event} />
      </div>
    </article>
  );
}

/** What a visitor must know before opening: how it is held, and whether it is full, cancelled, under way or over. */
export function EventState({ event }: { event: EventCardData }) {
  const { t } = useI18n();
  const { status } = event;
  const isRed = status !== "completed";
  const word =
    status === "upcoming" ? isFull(event) && t("events.full") : t(`events.status.${status}`);
  return (
    <>
      <span className="badge badge-plain">{t(`events.type.${event.type}`)}</span>
      {word && <span className={`badge ${isRed ? "badge-red" : "badge-plain"}`}>{word}</span>}
    </>
  );
}

type OccupancyProps = Pick<FederationEvent, "max_participants" | "current_participants">;

/** How many of the places are taken, in the same words everywhere; while none is, how many there are. */
export function Taken({ event }: { event: OccupancyProps }) {
  const { t } = useI18n();
  const { max_participants: max, current_participants: count } = event;
  if (max === null) return t("events.participantsOpen", { current: count });
  return count === 0 ? t("events.places", { count: max }) : t("events.taken", { count, max });
}

/** The same as a bar, once somebody has one. */
export function Occupancy({ event }: { event: OccupancyProps }) {
  const { max_participants: max, current_participants: taken } = event;
  if (!max || taken === 0) return null;
  const bar = (end: number) => `M2 0H${Math.round(end)}l-2 8H0`;
  return (
    <svg
      aria-hidden="true"
      className="mt-1 h-2 w-full"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
    >
      <path fill="#e4e2db" d={bar(100)} />
      <path
        fill={isFull(event) ? "#ce1126" : "#009460"}
        d={bar(Math.max(3, (100 * taken) / max))}
      />
    </svg>
  );
}

/** Taken places of an event to come; of one that is over, how many took part, where that is known. */
function Participation({ event }: { event: EventCardData }) {
  const { t } = useI18n();
  const { current_participants: current, max_participants: max, status } = event;
  if (status === "completed") {
    return current > 0 && <p>{t("events.tookPart", { count: current })}</p>;
  }
  if (status === "cancelled" || max === null) return null;
  return (
    <>
      <Taken event={event} />
      <Occupancy event={event} />
    </>
  );
}

type Props = Pick<FederationEvent, "date" | "time" | "end_date" | "end_time">;

/** When it begins and, where that is known, ends: '10 h – 18 h'. */
export function Hours({ date, time, end_date, end_time }: Props) {
  const { t, language } = useI18n();
  if (!time) return null;
  const from = formatTime(language, time);
  if (!end_time) return from;
  const to = formatTime(language, end_time);
  return end_date && end_date !== date ? t("events.hoursOfDays", { from, to }) : `${from} – ${to}`;
}
